"""Deals from seeds in NumPy, card for card those of the C++ core (`core/cards/random.hpp`, `core/cards/shuffle.hpp`).

A word of random bits is a pure function of (seed, counter), so thousands of deals are one vectorised expression.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.trick_spec import TrickSpec

_GOLDEN = 0x9E3779B97F4A7C15
_WORD = 2**64 - 1
_OPENER_COUNTER = 64
"""The counter behind all cards; its word says who opens the auction."""

Words = npt.NDArray[np.uint64]


def mix(word: int) -> int:
    """Scramble a 64-bit word (the finalizer of SplitMix64)."""
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _WORD
    return word ^ (word >> 31)


def random_word(seed: int, counter: int) -> int:
    """Word number `counter` of a seed: the one source of chance in deals, matches and experiments."""
    return mix((mix((seed + _GOLDEN) & _WORD) + (counter + 1) * _GOLDEN) & _WORD)


def _mix_words(words: Words) -> Words:
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))


def random_words(seeds: Words, counters: Words) -> Words:
    """`random_word` for every seed (rows) and counter (columns)."""
    base = _mix_words(seeds + np.uint64(_GOLDEN))
    return _mix_words(base[:, None] + (counters + np.uint64(1)) * np.uint64(_GOLDEN))


def shuffles(seeds: Words, cards: int) -> npt.NDArray[np.intp]:
    """The order of the deck for every seed: row by row, the place in the deck of each card from the top."""
    places = np.arange(cards, dtype=np.uint64)
    keys = (random_words(seeds, places) >> np.uint64(1)) & ~np.uint64(63) | places
    return np.argsort(keys, axis=1)


@dataclass(frozen=True)
class Deals:
    """Many deals of one game: packed hands in climbing games, sets of cards (one bit each) in trick games."""

    hands: Words
    """One row per deal, one column per seat; before any landlord takes the pile."""
    pile: Words
    opener: npt.NDArray[np.intp]
    """The seat that opens the auction or leads first."""


def deals(spec: ClimbingSpec, seeds: Words) -> Deals:
    """The deals of many seeds at once.

    Example: `deals(spec, np.arange(1000, dtype=np.uint64)).hands` has 1,000 rows.
    """
    order = shuffles(seeds, len(spec.deck))
    cards = np.uint64(1) << (np.array(spec.rank_of_card, dtype=np.uint64) * np.uint64(4))
    shuffled = cards[order]
    dealt = spec.seats * spec.hand_size
    hands = shuffled[:, :dealt].reshape(len(seeds), spec.seats, spec.hand_size).sum(axis=2, dtype=np.uint64)
    if spec.auction is not None:
        words = random_words(seeds, np.array([_OPENER_COUNTER], dtype=np.uint64))[:, 0]
        # The high half of word * seats, in Python's long integers: 64 bits are not enough.
        opener = np.array([(int(word) * spec.seats) >> 64 for word in words], dtype=np.intp)
        opener = opener if spec.auction.random_opener else np.zeros_like(opener)
    elif spec.lead_card is not None:
        place = order.argsort(axis=1)[:, spec.deck.index(spec.lead_card)]
        opener = place // spec.hand_size
    else:
        opener = np.zeros(len(seeds), dtype=np.intp)
    return Deals(hands, shuffled[:, dealt:].sum(axis=1, dtype=np.uint64), opener)


def trick_deals(spec: TrickSpec, seeds: Words) -> Deals:
    """The deals of many seeds of a trick game at once, as sets of cards: bit i is card i of the deck."""
    number = len(spec.cards)
    open_cards = spec.open_cards or ((),) * spec.seats
    always = np.isin(np.arange(number), [card for cards in open_cards for card in cards])
    order = shuffles(seeds, number)
    # The cards that are dealt freely, in the order of the shuffle; a stable sort leaves that order as it is.
    free = np.take_along_axis(order, np.argsort(always[order], axis=1, kind="stable"), axis=1)
    bits = np.uint64(1) << free.astype(np.uint64)
    hands = np.zeros((len(seeds), spec.seats), dtype=np.uint64)
    begin = 0
    for seat, cards in enumerate(open_cards):
        end = begin + spec.hand_size - len(cards)
        hands[:, seat] = bits[:, begin:end].sum(axis=1, dtype=np.uint64) + np.uint64(sum(1 << card for card in cards))
        begin = end
    pile = bits[:, begin : number - int(always.sum())].sum(axis=1, dtype=np.uint64)
    opener = np.zeros(len(seeds), dtype=np.intp)
    if spec.lead_card is not None:
        opener = np.argmax(hands >> np.uint64(spec.lead_card) & np.uint64(1), axis=1)
    return Deals(hands, pile, opener)
