"""A batch of climbing games that plays a list of given deals, each of them once."""

from __future__ import annotations

import torch
from torch import Tensor

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.learn.climbing.batched_game import ClimbingBatch
from paiyou.learn.climbing.deals import Deals


class ListedBatch(ClimbingBatch):
    """`deal_seed` is the number of a game's deal in the list; a landlord is seat 0.

    A place of the batch that is through with its deals begins with those at the front again; their results are known.
    """

    def __init__(self, spec: ClimbingSpec, deals: Deals, number: int, device: torch.device | str = "cpu") -> None:
        self._listed = deals
        super().__init__(spec, number, 0, device)

    def _deal(self, which: Tensor) -> None:
        """Deal the games anew that a mask names, without reading the mask on the host, which would wait for the GPU."""
        at, row = self.at, which[:, None]
        place = self.deal_seed % len(self._listed.pile)
        hands = self._listed.hands[place]
        at.dealt = torch.where(row, hands, at.dealt)
        at.hands = torch.where(row, hands, at.hands)
        at.pile = torch.where(which, self._listed.pile[place], at.pile)
        at.history = torch.where(row, -1, at.history)
        self.turn = torch.where(which, self._listed.opener[place], self.turn)
        at.standing, at.owner, at.bombs, self.passes = (
            torch.where(which, 0, column) for column in (at.standing, at.owner, at.bombs, self.passes)
        )
        self.plays, self.unbeaten_bombs, at.declined = (
            torch.where(row, 0, column) for column in (self.plays, self.unbeaten_bombs, at.declined)
        )
