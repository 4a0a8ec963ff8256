"""What a player of a trick game keeps count of: which cards are out, and who may hold them.

Cards are numbers and sets of cards are the bits of an int, since every decision asks many small questions of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from operator import eq
from typing import TYPE_CHECKING

from paiyou.games.trick_spec import TrickSpec

if TYPE_CHECKING:
    from paiyou._core import TrickView


class Pack:
    """What never changes in a game: the numbers of the cards, and which cards lie above and below each in its suit."""

    def __init__(self, spec: TrickSpec) -> None:
        self.names = spec.cards
        self.suits = spec.suits
        self.number = {name: card for card, name in enumerate(spec.cards)}
        self.suit_of = spec.suit_of_card
        self.of_suit = [
            sum(1 << card for card, its in enumerate(self.suit_of) if its == suit) for suit in range(len(spec.suits))
        ]
        self.lower = [self.of_suit[suit] & ((1 << card) - 1) for card, suit in enumerate(self.suit_of)]
        self.higher = [self.of_suit[suit] & ~((2 << card) - 1) for card, suit in enumerate(self.suit_of)]
        self.lowest = [
            sum(1 << card for card in cards_in(cards)[: cards.bit_count() // 2 - 1]) for cards in self.of_suit
        ]

    def set_of(self, names: Iterable[str]) -> int:
        """The bits of some cards by their names."""
        number = self.number
        cards = 0
        for name in names:
            cards |= 1 << number[name]
        return cards


def cards_in(cards: int) -> list[int]:
    """The numbers in a set of cards, from low to high."""
    result = []
    while cards:
        lowest = cards & -cards
        result.append(lowest.bit_length() - 1)
        cards ^= lowest
    return result


class Situation:
    """One seat's view of a trick, read once and counted."""

    def __init__(self, pack: Pack, view: TrickView, allied: Callable[[int, int], bool] = eq) -> None:
        self.pack = pack
        self.seat = view.seat
        self.allied = allied
        """Whether two seats play together."""
        self.counts = view.counts
        self.seats = len(self.counts)
        self.hand = pack.set_of(view.hand)
        self.unseen = pack.set_of(view.unseen)
        self.taken = [pack.set_of(cards) for cards in view.taken]
        self.exposed = view.exposed
        self.known = [pack.set_of(cards) for cards in view.known]
        self.known[self.seat] = 0
        self.hidden = self.unseen & ~sum(self.known)
        self.voids = [[letter in letters for letter in pack.suits] for letters in view.voids]
        self.trick = [(seat, pack.number[name]) for seat, name in view.trick]
        self.led = pack.suit_of[self.trick[0][1]] if self.trick else None
        self.winner, self.best = self.seat, -1
        for seat, card in self.trick:
            if pack.suit_of[card] == self.led and card > self.best:
                self.winner, self.best = seat, card
        self.later = [(self.seat + step) % self.seats for step in range(1, self.seats - len(self.trick))]
        self.others = [(self.seat + step) % self.seats for step in range(1, self.seats)]
        self.partners = [seat for seat in self.others if allied(self.seat, seat)]
        self.nothing_aside = self.unseen.bit_count() == sum(self.counts[seat] for seat in self.others)

    @cached_property
    def share(self) -> list[list[float]]:
        """The chance that a hidden card of a suit lies with a seat: `share[seat][suit]`.

        Hands have given sizes and suits given numbers of cards; starting from even chances wherever a seat may hold a
        suit, rows and columns are scaled in turn until both fit.
        """
        lengths = [(self.hidden & cards).bit_count() for cards in self.pack.of_suit]
        suits = range(len(lengths))
        rooms = [0.0] * self.seats
        for seat in self.others:
            rooms[seat] = float(self.counts[seat] - self.known[seat].bit_count())
        total = sum(lengths)
        if total == 0:
            return [[0.0] * len(lengths) for _ in rooms]
        share = [
            [0.0 if lacks or not room else room / total for lacks in self.voids[seat]]
            for seat, room in enumerate(rooms)
        ]
        if not any(True in self.voids[seat] for seat in self.others):
            return share
        for _ in range(4):
            for suit in suits:
                column = sum(row[suit] for row in share)
                if column > 0:
                    for row in share:
                        row[suit] /= column
            for seat in self.others:
                row = share[seat]
                held = sum(row[suit] * lengths[suit] for suit in suits)
                if held > 0:
                    scale = rooms[seat] / held
                    share[seat] = [min(chance * scale, 1.0) for chance in row]
        return share

    def holds(self, seat: int, card: int) -> float:
        """The chance that a seat holds a card."""
        if self.known[seat] >> card & 1:
            return 1.0
        return self.share[seat][self.pack.suit_of[card]] if self.hidden >> card & 1 else 0.0

    def lacks(self, seat: int, cards: int, suit: int) -> float:
        """The chance that a seat holds none of some cards of a suit."""
        if self.known[seat] & cards:
            return 0.0
        return float((1.0 - self.share[seat][suit]) ** (self.hidden & cards).bit_count())
