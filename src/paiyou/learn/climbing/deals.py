"""Deals of climbing games from seeds on torch, card for card those of the engine."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.learn.dealing import shuffled


@dataclass(frozen=True)
class Deals:
    """Many deals of a climbing game: packed hands (with the pile where the landlord takes it), pile, first to move."""

    hands: Tensor
    pile: Tensor
    opener: Tensor


def deals(spec: ClimbingSpec, seeds: Tensor) -> Deals:
    """The deals of many seeds at once; the game must be one without auction."""
    order = shuffled(seeds, len(spec.deck))
    cards = torch.tensor([1 << (4 * rank) for rank in spec.rank_of_card], device=seeds.device)
    dealt = spec.seats * spec.hand_size
    hands = cards[order][:, :dealt].reshape(len(seeds), spec.seats, spec.hand_size).sum(dim=2)
    pile = cards[order][:, dealt:].sum(dim=1)
    if spec.pile == "landlord":
        hands[:, 0] += pile
    opener = torch.zeros_like(seeds)
    if spec.lead_card is not None:
        place = (order == spec.deck.index(spec.lead_card)).to(torch.int8).argmax(dim=1)
        opener = place // spec.hand_size
    return Deals(hands, pile, opener)
