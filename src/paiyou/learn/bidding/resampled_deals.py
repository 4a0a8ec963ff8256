"""Deals of a game before its auction: hands by seed, each with many fillings of what its holder does not see."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.learn.dealing import random_words, shuffled

FILLINGS_FROM = 64
"""Counter of a seed's word for its first filling: those before shuffle the deck."""


@dataclass(frozen=True)
class DealtHands:
    """Deals before the landlord takes the pile: packed hands [N, seats] and piles [N]."""

    hands: Tensor
    pile: Tensor

    def __len__(self) -> int:
        return len(self.pile)


def resampled_deals(spec: ClimbingSpec, seeds: Tensor, fillings: int) -> DealtHands:
    """For every seed so many deals in which seat 0 has the same hand, those of one seed after each other.

    Seat 0's hand is that of the seed's own deal; all other cards are drawn anew in every filling.
    """
    size, own = len(spec.deck), spec.hand_size
    order = shuffled(seeds, size)
    counters = FILLINGS_FROM + torch.arange(fillings, device=seeds.device)
    places = shuffled(random_words(seeds, counters).flatten(), size - own)
    others = order[:, own:].repeat_interleave(fillings, dim=0).gather(1, places)
    cards = torch.tensor([1 << (4 * rank) for rank in spec.rank_of_card], device=seeds.device)
    dealt = torch.cat([order[:, :own].repeat_interleave(fillings, dim=0), others], dim=1)
    in_hands = spec.seats * own
    hands = cards[dealt[:, :in_hands]].reshape(-1, spec.seats, own).sum(dim=2)
    return DealtHands(hands, cards[dealt[:, in_hands:]].sum(dim=1))
