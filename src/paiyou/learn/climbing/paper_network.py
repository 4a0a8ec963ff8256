"""The network of DouZero (Zha et al., ICML 2021, section 4.2 and appendix C), one for each position.

An LSTM reads the last fifteen moves as five rounds; its last output, the state and the move go through six layers.
The parameters bear the names that DouZero's program gives them, so that its checkpoints load.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn.functional import linear

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.features import DOUZERO, Layout
from paiyou.learn.climbing.facts import Facts, Moves
from paiyou.learn.climbing.layout_encoder import LayoutEncoder
from paiyou.learn.nets.lstm import last_output
from paiyou.learn.nets.networks import ValueNetwork

MEMORY = 128
"""Hidden size of the LSTM."""
WIDTH = 512
"""Width of a hidden layer."""


class PaperNetwork(ValueNetwork):
    """Values moves as DouZero's network does.

    The first layer is linear: the state's part of it is computed once for each decision, the move's once for each
    move, and they are added.

    Example::

        network = PaperNetwork(game_spec("doudizhu"), position=0)
        values = network(games.facts(), moves(games.combos, *games.legal()))  # [M, 1]
    """

    head_count = 1

    def __init__(self, spec: ClimbingSpec, position: int, layout: Layout = DOUZERO) -> None:
        super().__init__()
        self.encoder = LayoutEncoder(spec, layout, position)
        known = MEMORY + self.encoder.state_width
        self.lstm = nn.LSTM(self.encoder.round_width, MEMORY, batch_first=True)
        self.dense1 = nn.Linear(known + self.encoder.card_width, WIDTH)
        self.dense2 = nn.Linear(WIDTH, WIDTH)
        self.dense3 = nn.Linear(WIDTH, WIDTH)
        self.dense4 = nn.Linear(WIDTH, WIDTH)
        self.dense5 = nn.Linear(WIDTH, WIDTH)
        self.dense6 = nn.Linear(WIDTH, 1)

    def forward(self, facts: Facts, moves: Moves) -> Tensor:
        """The value of each move [M, 1]."""
        of_state = self.state_part(facts).index_select(0, moves.decision)
        return self.move_values(of_state, self.encoder.moves(moves, of_state.dtype))

    def state_part(self, facts: Facts) -> Tensor:
        """The state's part of the first layer [N, WIDTH]."""
        dtype = self.dense1.weight.dtype
        return self.part_of_features(self.encoder.state(facts, dtype), self.encoder.history(facts, dtype))

    def part_of_features(self, state: Tensor, history: Tensor) -> Tensor:
        """The same from features already written."""
        known = torch.cat([last_output(self.lstm, history), state], dim=1)
        return linear(known, self.dense1.weight[:, : -self.encoder.card_width], self.dense1.bias)

    def move_values(self, state_part: Tensor, moves: Tensor) -> Tensor:
        """The value of each move [M, 1], from its state's part of the first layer [M, WIDTH] and its cards."""
        hidden = torch.addmm(state_part, moves, self.dense1.weight[:, -self.encoder.card_width :].t())
        for layer in (self.dense2, self.dense3, self.dense4, self.dense5, self.dense6):
            hidden = layer(hidden.relu_())
        return hidden
