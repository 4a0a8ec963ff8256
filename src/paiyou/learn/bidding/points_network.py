"""The network of the points bidder: from a hand to what every call at every node of an auction is worth."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

import torch
from torch import Tensor, nn

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.packing import MAX_COPIES
from paiyou.learn.bidding.auction_values import auction_of
from paiyou.learn.climbing.combo_tensors import unpack
from paiyou.learn.climbing.encoder import one_hot

if TYPE_CHECKING:
    from paiyou.models.bidders import BidderFile

WIDTHS = (256, 256)


class PointsNetwork(nn.Module):
    """For each rank an input for every number of cards, then plain layers; `agents/neural/points_bidder` reads it."""

    def __init__(self, spec: ClimbingSpec, widths: Sequence[int] = WIDTHS) -> None:
        super().__init__()
        auction = auction_of(spec)
        self.ranks = len(spec.symbols)
        self.shape = len(auction.steps), len(auction.calls)
        sizes = (self.ranks * (MAX_COPIES + 1), *widths, self.shape[0] * self.shape[1])
        self.layers = nn.ModuleList(nn.Linear(inputs, outputs) for inputs, outputs in pairwise(sizes))

    def forward(self, hands: Tensor) -> Tensor:
        """Expected points of packed hands [...]: [..., nodes, calls]."""
        *hidden, last = cast(list[nn.Linear], list(self.layers))
        values = one_hot(unpack(hands, self.ranks), MAX_COPIES + 1).flatten(-2).to(last.weight.dtype)
        for layer in hidden:
            values = torch.relu(layer(values))
        found: Tensor = last(values)
        return found.reshape(*hands.shape, *self.shape)

    def file(self, spec: ClimbingSpec, temper: float, about: dict[str, Any]) -> BidderFile:
        """As it is shipped."""
        from paiyou.models.bidders import BidderFile

        layers = [
            (layer.weight.detach().t().float().cpu().numpy(), layer.bias.detach().float().cpu().numpy())
            for layer in cast(list[nn.Linear], list(self.layers))
        ]
        return BidderFile(spec.bidding_key, temper, about, tuple(layers))
