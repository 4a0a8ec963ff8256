"""What hands are worth before the auction, class by class: jokers, twos, aces, bombs, and moves to empty the hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import torch
from torch import Tensor

from paiyou.learn.bidding.playouts import Playouts
from paiyou.learn.bidding.resampled_deals import resampled_deals
from paiyou.learn.climbing.combo_tensors import unpack
from paiyou.learn.climbing.hand_shapes import HandShapes

PER_PART = 20_000
"""Hands whose moves are counted at once."""


@dataclass(frozen=True)
class HandClass:
    """Hands that have something in common, and how they fared at the stake 1, bombs and springs included."""

    kind: str
    value: int
    hands: int
    landlord_wins: float
    """Share of the games won as landlord."""
    landlord_points: float
    peasant_points: float
    """Of a peasant, either of the other seats being the landlord."""

    def to_json(self) -> dict[str, Any]:
        """As `paiyou bidding-classes --json` writes it."""
        return asdict(self)


def hand_classes(playouts: Playouts) -> list[HandClass]:
    """The classes of the hands that were played out, kind by kind."""
    spec = playouts.spec()
    shapes = HandShapes(spec)
    ranks = {symbol: rank for rank, symbol in enumerate(spec.symbols)}

    def count(symbols: str) -> Callable[[Tensor], Tensor]:
        return lambda cards: cards[:, [ranks[symbol] for symbol in symbols if symbol in ranks]].sum(dim=1)

    kinds: dict[str, Callable[[Tensor], Tensor]] = {
        "jokers": count("BR"),
        "twos": count("2"),
        "aces": count("A"),
        "bombs": lambda cards: (cards == 4).sum(dim=1) + (count("BR")(cards) == 2),
        "moves": lambda cards: shapes.moves_left(cards),
    }
    # The hand itself is the same in all fillings.
    hands = resampled_deals(spec, playouts.first + torch.arange(len(playouts)), 1).hands[:, 0]
    cards = unpack(hands, len(spec.symbols))
    points = torch.from_numpy(playouts.points).float()
    won, own = (points[..., 0] > 0).float().mean(dim=1), points[..., 0].mean(dim=1)
    others = -points[..., 1:].mean(dim=(1, 2)) / spec.score.landlord_factor
    found = []
    for kind, of in kinds.items():
        numbers = torch.cat([of(part).long() for part in torch.split(cards, PER_PART)])
        for value in torch.unique(numbers).tolist():
            which = numbers == value
            means = (float(column[which].mean()) for column in (won, own, others))
            found.append(HandClass(kind, value, int(which.sum()), *means))
    return found
