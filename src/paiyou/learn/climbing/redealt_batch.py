"""Climbing games that go on from positions of other games, with other cards in the hands that a seat does not see."""

from __future__ import annotations

import torch
from torch import Tensor

from paiyou.learn.climbing.batched_game import ClimbingBatch, Positions
from paiyou.learn.climbing.hidden_deals import check_hidden_deals, hidden_deals

NOBODY = -1
"""Whose turn it is where a game is over."""


class ContinuedBatch(ClimbingBatch):
    """Games of another batch, row by row, from where they are. One that ends is not dealt again: nobody is to move."""

    def __init__(self, games: ClimbingBatch, rows: Tensor, device: torch.device | str | None = None) -> None:
        """On another device where one is named."""
        super().__init__(games.spec, len(rows), 0, games.device if device is None else device)
        self.seat = games.seat
        rows = rows.to(games.device)
        self.at = Positions(*(column[rows].to(self.device) for column in vars(games.at).values()))
        self.turn, self.passes, self.plays, self.unbeaten_bombs = (
            column[rows].to(self.device) for column in (games.turn, games.passes, games.plays, games.unbeaten_bombs)
        )

    def hold(self, hands: Tensor, pile: Tensor) -> None:
        """Put other cards into hands and pile; what was played stays played."""
        at = self.at
        at.dealt, at.hands, at.pile = at.dealt - at.hands + hands, hands, pile

    def _deal(self, which: Tensor) -> None:
        self.turn = torch.where(which, NOBODY, self.turn)


class RedealtBatch(ContinuedBatch):
    """The same with what the seat to move does not see dealt anew: to its knowledge all are the same game."""

    def __init__(
        self, games: ClimbingBatch, rows: Tensor, seeds: Tensor, device: torch.device | str | None = None
    ) -> None:
        """`seeds` are those of what is dealt anew, one for each row: the same seed gives the same position one deal."""
        check_hidden_deals(games.spec)
        super().__init__(games, rows, device)
        self.hold(*hidden_deals(games.spec, self.at, games.seat, seeds.to(self.device)))
