"""Deals from seeds on torch, card for card those of `paiyou.games.dealing` and of the C++ core."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from paiyou.games.climbing_spec import ClimbingSpec

# The constants of SplitMix64 as signed 64-bit numbers, since torch multiplies those (and wraps round as it should).
_GOLDEN = 0x9E3779B97F4A7C15 - 2**64
_FIRST = 0xBF58476D1CE4E5B9 - 2**64
_SECOND = 0x94D049BB133111EB - 2**64


def _shift(words: Tensor, bits: int) -> Tensor:
    """Shift right without dragging the sign along."""
    return (words >> bits) & ((1 << (64 - bits)) - 1)


def _mix(words: Tensor) -> Tensor:
    words = (words ^ _shift(words, 30)) * _FIRST
    words = (words ^ _shift(words, 27)) * _SECOND
    return words ^ _shift(words, 31)


def random_words(seeds: Tensor, counters: Tensor) -> Tensor:
    """The words of `paiyou.games.dealing.random_words` for every seed (rows) and counter (columns)."""
    return _mix(_mix(seeds + _GOLDEN).unsqueeze(-1) + (counters + 1) * _GOLDEN)


@dataclass(frozen=True)
class Deals:
    """Many deals of a climbing game: packed hands (with the pile where the landlord takes it), pile, first to move."""

    hands: Tensor
    pile: Tensor
    opener: Tensor


def deals(spec: ClimbingSpec, seeds: Tensor) -> Deals:
    """The deals of many seeds at once; the game must be one without auction."""
    places = torch.arange(len(spec.deck), device=seeds.device)
    keys = _shift(random_words(seeds, places), 1) & ~63 | places
    # A word's low six bits are its card's place in the deck: sorting the words sorts the cards.
    order = keys.sort(dim=1).values & 63
    cards = torch.tensor([1 << (4 * rank) for rank in spec.rank_of_card], device=seeds.device)
    shuffled = cards[order]
    dealt = spec.seats * spec.hand_size
    hands = shuffled[:, :dealt].reshape(len(seeds), spec.seats, spec.hand_size).sum(dim=2)
    pile = shuffled[:, dealt:].sum(dim=1)
    if spec.pile == "landlord":
        hands[:, 0] += pile
    opener = torch.zeros_like(seeds)
    if spec.lead_card is not None:
        place = (order == spec.deck.index(spec.lead_card)).to(torch.int8).argmax(dim=1)
        opener = place // spec.hand_size
    return Deals(hands, pile, opener)
