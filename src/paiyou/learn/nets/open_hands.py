"""A network that sees all hands, for training alone: a critic whose values vary less than results (PerfectDou's idea).

It is our network with features of the true hidden cards beside those of the seat's facts, which the compact positions
of training have anyway. It cannot be exported or played by.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from paiyou.learn.batch import Batch
from paiyou.learn.nets.belief_head import HiddenCards
from paiyou.learn.nets.networks import Encoder, FactsNetwork, sizes_of


class OpenEncoder(Encoder):
    """An encoder's features of a decision, and behind them those of the hidden cards."""

    def __init__(self, seen: Encoder, hidden: HiddenCards) -> None:
        super().__init__()
        self.seen = seen
        self.hidden = hidden
        self._padding = -hidden.features % 16  # tensor cores want rows of a multiple of 16 numbers
        self.state_size = seen.state_size + hidden.features + self._padding
        self.move_size = seen.move_size

    def encode(
        self, games: Batch, at: Any, seat: int, row: Tensor, action: Tensor, dtype: torch.dtype
    ) -> tuple[Tensor, Tensor]:
        """Straight from compact positions: facts do not say what is hidden."""
        state, move = self.seen.encode(games, at, seat, row, action, dtype)
        hidden = torch.nn.functional.pad(self.hidden.shown(at, seat).to(dtype), (0, self._padding))
        return torch.cat([state, hidden], dim=1), move


MOST = {"width": 512, "state_width": 1024, "depth": 4, "state_depth": 1}
"""A critic is no larger: it has the easier task, and every gradient step waits for it."""


def open_handed(network: FactsNetwork) -> FactsNetwork:
    """A fresh network of the same sizes, or of `MOST` where they are larger, that sees all hands; it predicts none."""
    without = ("belief", "declined", "rank_depth", "rank_width", "history", "next_move")
    sizes = {name: size for name, size in sizes_of(network.state_dict()).items() if name not in without}
    sizes = {name: min(size, MOST.get(name, size)) for name, size in sizes.items()}
    return FactsNetwork(OpenEncoder(network.encoder, network.hidden_cards), network.hidden_cards, **sizes)
