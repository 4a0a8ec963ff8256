"""What the cards in hand promise or threaten: the points a seat may expect from the tricks they will take later."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

from paiyou.agents.rules.trick.counting import Situation, cards_in
from paiyou.agents.rules.trick.worth import Worth


@dataclass(frozen=True)
class FutureWeights:
    """How a player weighs the tricks to come."""

    win_power: float = 1.2
    """How fast the chance to win falls with the number of higher cards out."""
    guard: float = 1.5
    """How much every lower card beside it protects a card from being forced out."""
    late: float = 0.25
    """The least chance that a card is played in its own suit after all."""
    fall_above: float = 0.3
    """The chance that a bad card falls on a higher one of mine when that takes a trick."""
    fall_own_suit: float = 0.8
    """How much of an even share of its suit's points a trick brings."""
    slough: float = 0.6
    """How much of what others would throw they really throw."""
    catch: float = 0.45
    """The chance that a card above a good one catches it."""
    hold: float = 0.6
    """How much every higher card out takes from the chance to win a good card of mine."""
    wait: float = 0.6
    """The chance that a trick goes by without an occasion to win a good card."""
    bare_hold: float = 0.7
    """What remains of it when no lower card protects the good one."""
    relief: float = 0.45
    """How much of a danger a free discard takes away."""


class Future:
    """The outlook of a hand at one situation, suit by suit.

    A pig is any bad card outside the whole set, a sheep any good one.
    """

    def __init__(self, rules: Worth, situation: Situation, worth: list[float], weights: FutureWeights) -> None:
        self.pack, self.situation, self.worth, self.weights = rules.pack, situation, worth, weights
        self.pigs, self.sheep, self.trick = rules.pigs, rules.sheep, float(rules.score.trick)
        self.thrown = self._average_throw()
        self.time = 1.0 - weights.wait ** (situation.hand.bit_count() - 1)

    def _average_throw(self) -> float:
        """What a player out of the suit would throw on a trick of mine: the worst of his cards, on the average."""
        bad = sorted(self.worth[card] for card in cards_in(self.situation.unseen) if self.worth[card] < 0)
        chance, total = 1.0, 0.0
        for value in bad[:6]:
            total += chance * 0.3 * value
            chance *= 0.7
        return total

    def of_suit(self, suit: int, mine: int) -> list[float]:
        """What each of my cards of a suit is worth to keep, lowest first."""
        unseen = self.situation.unseen & self.pack.of_suit[suit]
        n = unseen.bit_count()
        weights, worth = self.weights, self.worth
        rounds = n / 3
        in_suit = 0.0
        good = bad = -1
        for card in cards_in(unseen):
            if self.pigs >> card & 1:
                bad = card
            elif self.sheep >> card & 1:
                good = card
            else:
                in_suit += worth[card]
        # A trick of the suit brings up to three of its cards, and what those out of it throw.
        follow = in_suit / n * min(3.0, n) * weights.fall_own_suit if n else 0.0
        short = max(0.0, 1.0 - n / 9)
        brings = follow + self.thrown * weights.slough * 3 * short + self.trick
        result = []
        for guards, card in enumerate(cards_in(mine)):
            lower = (unseen & self.pack.lower[card]).bit_count()
            higher = n - lower
            wins = (lower / n) ** weights.win_power if n else 1.0
            forced = max(weights.late, 1.0 / (1.0 + exp(weights.guard * guards - rounds))) if n else weights.late
            value = worth[card]
            if self.sheep >> card & 1:
                outlook = value * weights.hold**higher * self.time
                if higher and not guards:
                    outlook *= weights.bare_hold
            else:
                outlook = wins * forced * (brings + value)
                if good >= 0 and card > good:
                    outlook += weights.catch * worth[good] * self.time * wins * (1.0 if guards else 0.5)
                if bad >= 0 and card > bad:
                    outlook += weights.fall_above * worth[bad] * forced
            result.append(outlook)
        return result

    def discards(self, suit: int, mine: int) -> float:
        """How many free discards a suit will give: the rounds others may lead after my last card of it."""
        return max(0.0, (self.situation.unseen & self.pack.of_suit[suit]).bit_count() / 3 - mine.bit_count())

    def total(self, outlooks: list[list[float]], discards: list[float]) -> float:
        """What a hand promises: the sum of its cards, less the worst of them that free discards will take away."""
        free = sum(discards)
        total = sum(map(sum, outlooks))
        if free > 0.0:
            for danger in sorted(value for values in outlooks for value in values if value < 0):
                total -= danger * min(free, 1.0) * self.weights.relief
                free -= 1.0
                if free <= 0.0:
                    break
        return total
