"""The network of Wu et al. 2022 (Deep Monte Carlo algorithm for Gongzhu game, section 3), one for each place.

An LSTM reads the game trick by trick; its last output, the state and the move go through six layers. What the paper
does not say is as in DouZero, whose method it takes over: the LSTM has a hidden size of 128; five
of the layers have 512, and the sixth gives the value. What to expose, a decision of its own kind there (1 x 4 instead
of 1 x 52), is valued by a small network of its own, of which the paper says nothing more.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn.functional import linear

from paiyou.games.trick_spec import TrickSpec
from paiyou.learn.batch import Batch
from paiyou.learn.nets.lstm import last_output
from paiyou.learn.nets.networks import ValueNetwork
from paiyou.learn.trick.batched_game import Positions
from paiyou.learn.trick.facts import Facts, Moves
from paiyou.learn.trick.paper_encoder import PaperEncoder

MEMORY = 128
"""Hidden size of the LSTM."""
WIDTH, LAYERS = 512, 6
EXPOSING_WIDTH, EXPOSING_LAYERS = 128, 3


class PaperNetwork(ValueNetwork):
    """Values cards as the paper's network does, and exposures by a second one.

    Example::

        network = PaperNetwork(game_spec("gongzhu"))
        values = network(*games.network_inputs(games.at, games.seat, *games.legal()))  # [M, 1]
    """

    head_count = 1

    def __init__(self, spec: TrickSpec) -> None:
        super().__init__()
        self.encoder = encoder = PaperEncoder(spec)
        self.lstm = nn.LSTM(encoder.trick_size, MEMORY, batch_first=True)
        self.playing = Layers(MEMORY + encoder.state_size, encoder.cards, WIDTH, LAYERS)
        self.exposing: Layers | None = None
        if spec.exposures:
            self.exposing = Layers(encoder.exposing_size, encoder.exposes_size, EXPOSING_WIDTH, EXPOSING_LAYERS)

    def forward(self, facts: Facts, moves: Moves) -> Tensor:
        """The value of each move [M, 1]."""
        encoder, of = self.encoder, moves.decision
        half = facts.hand.is_cuda and torch.is_autocast_enabled("cuda")
        dtype = torch.bfloat16 if half else self.playing.last.weight.dtype
        remembered = last_output(self.lstm, encoder.history(facts, dtype))
        state = torch.cat([remembered, encoder.state(facts, dtype)], dim=1)
        value: Tensor = self.playing(state, encoder.moves(moves, dtype), of)
        if self.exposing is None:
            return value
        exposing = self.exposing(encoder.exposing_state(facts, dtype), encoder.exposes(moves, dtype), of)
        return torch.where(facts.exposing.index_select(0, of)[:, None] == 1, exposing, value)

    def values(self, games: Batch, at: Positions, seat: int, row: Tensor, action: Tensor) -> Tensor:
        """As for every network; in self-play only the decisions asked for are looked at, not all games of a batch."""
        if torch.is_grad_enabled():  # a learner asks for every row, and must not synchronise with the device
            return super().values(games, at, seat, row, action)
        if len(row) == 0:
            return torch.zeros(0, 1, device=row.device)
        asked = torch.zeros(len(at.hands), dtype=torch.bool, device=row.device).index_fill_(0, row, True)
        which = asked.nonzero()[:, 0]
        some = Positions(**{name: column.index_select(0, which) for name, column in vars(at).items()})
        return super().values(games, some, seat, (asked.cumsum(0) - 1).index_select(0, row), action)


class Layers(nn.Module):
    """Layers for states and moves together, the last of which gives the value.

    The first layer is linear: the state's part of it is computed once for each decision, the move's once for each
    move, and they are added.
    """

    def __init__(self, state: int, move: int, width: int, number: int) -> None:
        super().__init__()
        self.state = state
        self.first = nn.Linear(state + move, width)
        self.between = nn.ModuleList(nn.Linear(width, width) for _ in range(number - 2))
        self.last = nn.Linear(width, 1)

    def forward(self, state: Tensor, move: Tensor, decision: Tensor) -> Tensor:
        """The value of each move [M, 1], from states [N, state], moves [M, move] and whose they are [M]."""
        of_state = linear(state, self.first.weight[:, : self.state], self.first.bias).index_select(0, decision)
        hidden = torch.addmm(of_state, move, self.first.weight[:, self.state :].t())
        for layer in self.between:
            hidden = layer(hidden.relu_())
        # In half precision values above a half would be told apart in steps of 0.004 only.
        return linear(hidden.relu_().float(), self.last.weight.float(), self.last.bias.float())
