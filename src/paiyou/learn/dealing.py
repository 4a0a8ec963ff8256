"""Random words and shuffled decks from seeds on torch: those of `paiyou.games.dealing` and of the C++ core."""

from __future__ import annotations

import torch
from torch import Tensor

# The constants of SplitMix64 as signed 64-bit numbers, since torch multiplies those (and wraps round as it should).
_GOLDEN = 0x9E3779B97F4A7C15 - 2**64
_FIRST = 0xBF58476D1CE4E5B9 - 2**64
_SECOND = 0x94D049BB133111EB - 2**64


def random_words(seeds: Tensor, counters: Tensor) -> Tensor:
    """The words of `paiyou.games.dealing.random_words` for every seed (rows) and counter (columns)."""
    return _mix(_mix(seeds + _GOLDEN).unsqueeze(-1) + (counters + 1) * _GOLDEN)


def shuffled(seeds: Tensor, size: int) -> Tensor:
    """A deck of so many cards shuffled by every seed: places of the cards in the deck [N, size]."""
    places = torch.arange(size, device=seeds.device)
    # A word's low six bits are its card's place in the deck: sorting the words sorts the cards.
    keys = _shift(random_words(seeds, places), 1) & ~63 | places
    return keys.sort(dim=1).values & 63


def seeds_of_games(seed: int | Tensor, number: int, device: torch.device) -> Tensor:
    """The seeds of so many games: from the first one's on, or those that are given."""
    if isinstance(seed, int):
        return seed + torch.arange(number, device=device)
    if seed.shape != (number,):
        raise ValueError(f"{number} games need a seed each, not {len(seed)} seeds")
    return seed.to(device).clone()


def _mix(words: Tensor) -> Tensor:
    words = (words ^ _shift(words, 30)) * _FIRST
    words = (words ^ _shift(words, 27)) * _SECOND
    return words ^ _shift(words, 31)


def _shift(words: Tensor, bits: int) -> Tensor:
    """Logical shift to the right."""
    return (words >> bits) & ((1 << (64 - bits)) - 1)
