"""What the cards in hand promise or threaten: the points a seat may expect from the tricks they will take later.

Every chance is a logistic curve over a few things a player counts. The numbers were fitted to games of the player with
itself; what they multiply is the score of the game at hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

from paiyou.agents.rules.trick_counting import Table, cards_in
from paiyou.agents.rules.trick_worth import Worth


@dataclass(frozen=True)
class FutureWeights:
    """How a player weighs the tricks to come."""

    set_win: tuple[float, ...] = (-1.08, 0.45, -0.55, -1.33, 3.24)
    """That a card of the set's suit takes a trick: start, lower cards out, higher out, lower in hand, none out."""
    plain_win: tuple[float, ...] = (-0.8, 0.8, -0.79, -1.29, 0.23)
    """The same in other suits."""
    set_trick: float = 2.2
    """How many average cards of the set a trick of its suit brings."""
    throw: float = 0.26
    """How much of an average throw every other trick brings."""
    throw_short: float = 1.12
    """How much more when the others are running out of its suit."""
    discard: float = 0.04
    """How fast the danger falls with the free discards to come."""
    pig_held: tuple[float, ...] = (0.89, -0.68, 0.26, -0.63, -0.53, -0.09, -0.1)
    """That I take a pig of mine: start, lower in hand, lower out, higher in hand, higher out, discards, tricks left."""
    pig_above: tuple[float, ...] = (-2.92, 0.74, 0.18, 0.09, 0.25, 0.39, -0.22)
    """That I take another's pig with cards above it: start, guards lacking, higher in hand, lower out, tricks to take,
    tricks to take in the set's suit, discards."""
    pig_thrown: tuple[float, ...] = (-2.46, -0.24, 0.6, 0.73, -0.02)
    """The same without: start, guards, tricks to take, tricks to take in the set's suit, tricks left."""
    sheep_held: tuple[float, ...] = (-1.5, 0.18, -0.18, 0.21, 0.22, -0.88, 0.13, -0.5)
    """That I take a sheep of mine: start, lower in hand, none lower, higher in hand, lower out, higher out, tricks
    left, none out."""
    sheep_caught: tuple[float, ...] = (-1.17, 0.31, 0.54, -0.22)
    """That I catch another's sheep: start, higher in hand, the highest of all in hand, higher out."""
    sheep_thrown: tuple[float, ...] = (-0.51, -1.28, 0.84, -0.3)
    """That another's sheep is thrown to me: start, lower in hand, tricks to take, tricks left."""


def chance(odds: float) -> float:
    """The logistic curve."""
    return 1.0 / (1.0 + exp(-odds))


class Future:
    """The outlook of a hand at one table."""

    def __init__(self, rules: Worth, table: Table, worth: list[float], weights: FutureWeights) -> None:
        self.rules, self.pack, self.table, self.worth, self.weights = rules, rules.pack, table, worth, weights
        self.trick = float(rules.score.trick)
        self.out = [table.unseen & of_suit for of_suit in self.pack.of_suit]
        self.lengths = [cards.bit_count() for cards in self.out]
        self.left = table.hand.bit_count() - 1
        self.thrown = self._average_throw()
        self.set_trick = 0.0
        if rules.whole_set & table.unseen:
            average = sum(worth[card] for card in rules.score.whole_set) / len(rules.score.whole_set)
            self.set_trick = weights.set_trick * average
        self._tricks: dict[int, tuple[float, float]] = {}

    def _average_throw(self) -> float:
        """What a player out of the suit throws from the set, on the average: the worst that he is likely to hold."""
        worth = self.worth
        bad = sorted([worth[card] for card in cards_in(self.table.unseen & self.rules.whole_set) if worth[card] < 0])
        rest, total = 0.3, 0.0
        for value in bad[:6]:
            total += rest * value
            rest *= 0.7
        return total

    def tricks(self, suit: int, mine: int) -> tuple[float, float]:
        """How many tricks my cards of a suit will take, and the points of those tricks apart from pigs and sheep."""
        if mine not in self._tricks:
            weights, out, length = self.weights, self.out[suit], self.lengths[suit]
            in_set = bool(self.rules.whole_set & self.pack.of_suit[suit])
            start, lower, higher, guard, last = weights.set_win if in_set else weights.plain_win
            odds = start + higher * length + (0.0 if length else last)
            brings = self.trick + (
                self.set_trick
                if in_set
                else self.thrown * (weights.throw + weights.throw_short * max(0.0, 1.0 - length / 9))
            )
            takes = points = 0.0
            for card in cards_in(mine):
                wins = chance(odds + (lower - higher) * (out & self.pack.lower[card]).bit_count())
                takes += wins
                points += wins * (brings + self.worth[card]) if in_set else wins * brings
                odds += guard
            self._tricks[mine] = takes, points
        return self._tricks[mine]

    def outlook(self, suits: list[int]) -> float:
        """The points that a hand, suit by suit, may expect."""
        takes = takes_set = points = discards = 0.0
        for suit, mine in enumerate(suits):
            if mine:
                its_takes, its_points = self.tricks(suit, mine)
                points += its_points
                if self.rules.whole_set & self.pack.of_suit[suit]:
                    takes_set += its_takes
                else:
                    takes += its_takes
            discards += max(0.0, self.lengths[suit] / 3 - mine.bit_count())
        points *= exp(-self.weights.discard * discards)
        for card in self.rules.pig_cards:
            points += self.worth[card] * self._pig(card, suits, takes, takes_set, discards)
        for card in self.rules.sheep_cards:
            points += self.worth[card] * self._sheep(card, suits, takes)
        return points

    def _pig(self, card: int, suits: list[int], takes: float, takes_set: float, discards: float) -> float:
        """The chance that a bad card comes to me in a later trick."""
        suit = self.pack.suit_of[card]
        mine, out = suits[suit], self.out[suit]
        lower, higher = self.pack.lower[card], self.pack.higher[card]
        guards = (mine & lower).bit_count()
        above = (mine & higher).bit_count()
        if mine >> card & 1:
            start, guard, low, top, high, discard, left = self.weights.pig_held
            low_out = (out & lower).bit_count()
            high_out = (out & higher).bit_count()
            odds = start + guard * guards + low * low_out + top * above + high * high_out + discard * discards
            return chance(odds + left * self.left)
        if not out >> card & 1:
            return 0.0
        if above:
            start, lacking, top, low, trick, set_trick, discard = self.weights.pig_above
            odds = start + lacking * max(0, 3 - guards) + top * above + low * (out & lower).bit_count()
            return chance(odds + trick * takes + set_trick * takes_set + discard * discards)
        start, guard, trick, set_trick, left = self.weights.pig_thrown
        return chance(start + guard * guards + trick * takes + set_trick * takes_set + left * self.left)

    def _sheep(self, card: int, suits: list[int], takes: float) -> float:
        """The chance that a good card comes to me in a later trick."""
        suit = self.pack.suit_of[card]
        mine, out = suits[suit], self.out[suit]
        lower, higher = self.pack.lower[card], self.pack.higher[card]
        above = (mine & higher).bit_count()
        if mine >> card & 1:
            start, guard, bare, top, low, high, left, last = self.weights.sheep_held
            guards = (mine & lower).bit_count()
            odds = start + guard * guards + (0.0 if guards else bare) + top * above + (0.0 if out else last)
            odds += low * (out & lower).bit_count() + high * (out & higher).bit_count() + left * self.left
            return chance(odds)
        if not out >> card & 1:
            return 0.0
        if not above:
            start, guard, trick, left = self.weights.sheep_thrown
            return chance(start + guard * (mine & lower).bit_count() + trick * takes + left * self.left)
        start, top, best, high = self.weights.sheep_caught
        highest = mine.bit_length() > out.bit_length()
        return chance(start + top * above + (best if highest else 0.0) + high * (out & higher).bit_count())
