"""What play-out networks of climbing games are told: our encoder's features less the last moves and the best keys.

The core's are `core/nets/climbing_network.hpp`.
"""

from __future__ import annotations

import torch
from torch import Tensor

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.learn.climbing.encoder import MOST_BOMBS, MOST_MOVES, RECENT, Encoder
from paiyou.learn.nets import playout_features


class PlayoutFeatures(playout_features.PlayoutFeatures):
    """Columns of the encoder as they are."""

    encoder: Encoder

    def __init__(self, spec: ClimbingSpec) -> None:
        super().__init__()
        self.encoder = encoder = Encoder(spec)
        self.names = tuple(spec.table.groups)
        seats = spec.seats
        sets = (4 + seats) * encoder.cards
        history = sets + RECENT * encoder.cards
        keys = history + seats + seats * (encoder.most_cards + 1) + MOST_BOMBS + 1 + MOST_MOVES + 1
        powers = keys + 2 * encoder.groups
        self._blocks = ((0, sets), (history, keys), (powers, powers + seats - 1))
        self.state_size = sum(end - begin for begin, end in self._blocks)
        # All of a move's less the padding.
        self.move_size = 2 * encoder.cards + MOST_MOVES + 1 + encoder.groups + 1 + len(spec.symbols) + seats

    def forward(self, state: Tensor, move: Tensor, decision: Tensor) -> tuple[Tensor, Tensor]:  # noqa: ARG002
        """Blocks of columns."""
        told = torch.cat([state[:, begin:end] for begin, end in self._blocks], dim=1)
        return told, move[:, : self.move_size]
