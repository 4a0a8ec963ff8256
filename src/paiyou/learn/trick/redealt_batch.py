"""Trick games that go on from positions of other games, with other cards in the hands that a seat does not see."""

from __future__ import annotations

import torch
from torch import Tensor

from paiyou.learn.trick.batched_game import Positions, TrickBatch
from paiyou.learn.trick.hidden_deals import check_hidden_deals, hidden_deals

NOBODY = -1
"""Whose turn it is where a game is over."""


class ContinuedBatch(TrickBatch):
    """Games of another batch, row by row, from where they are. In one that ends nobody is to move any more."""

    def __init__(self, games: TrickBatch, rows: Tensor, device: torch.device | str | None = None) -> None:
        """On another device where one is named."""
        super().__init__(games.spec, len(rows), 0, games.device if device is None else device)
        self.seat = games.seat
        self.cards = self.cards.as_in(games.cards)
        rows = rows.to(games.device)
        self.at = Positions(*(column[rows].to(self.device) for column in vars(games.at).values()))
        self.turn, self.opener = games.turn[rows].to(self.device), games.opener[rows].to(self.device)

    def hold(self, hands: Tensor) -> None:
        """Put other cards into the hands; what was played stays played."""
        at = self.at
        at.dealt, at.hands = at.dealt - at.hands + hands, hands

    def play(self, actions: Tensor) -> None:
        """One action in every active game."""
        super().play(actions)
        self.turn = torch.where(self.ended, NOBODY, self.turn)

    def _deal(self, rows: Tensor) -> None:
        """Nothing is dealt: a GPU's kernels do it all the same, and nobody looks."""


class RedealtBatch(ContinuedBatch):
    """The same with what the seat to move does not see dealt anew: to its knowledge all are the same game."""

    def __init__(self, games: TrickBatch, rows: Tensor, seeds: Tensor) -> None:
        """`seeds` are those of what is dealt anew, one for each row: the same seed gives the same position one deal."""
        check_hidden_deals(games.spec)
        super().__init__(games, rows)
        self.hold(hidden_deals(self.cards, self.at, games.seat, seeds.to(self.device)))
