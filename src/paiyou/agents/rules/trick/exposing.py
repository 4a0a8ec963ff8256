"""Whether to show a card before the first lead: it counts twice for whoever takes it, so one asks who that will be.

The gain is counted against the table: what I lose or win more, less what the others do on the average.
"""

from __future__ import annotations

from dataclasses import dataclass

from paiyou.agents.rules.trick.counting import Pack
from paiyou.games.trick_spec import Exposure, TrickSpec


@dataclass(frozen=True)
class ExposingWeights:
    """Chances by the cards beside the one to show, counted over games of this player with itself.

    Those of a good card are lower than counted: shown, it is hunted.
    """

    take_bad: tuple[float, ...] = (0.90, 0.70, 0.40, 0.21, 0.13)
    """That the holder takes a bad card himself, by the number of lower cards of its suit in his hand."""
    take_good: tuple[float, ...] = (0.2, 0.3, 0.5, 0.8)
    """That the holder takes a good card himself, by the number of higher cards of its suit in his hand."""
    take_set: tuple[float, ...] = (0.46, 0.44, 0.34, 0.26, 0.17, 0.13, 0.10)
    """Which part of the set's points goes to the holder of its highest card, by the number of low cards of the suit in
    his hand and those beyond three."""
    take_multiplier: tuple[float, ...] = (0.66, 0.40, 0.35, 0.20, 0.14, 0.11)
    """That the holder takes the multiplier himself, by the number of other cards of its suit."""
    bias: float = 12.0
    """What a card must gain to be shown, taken off the value of showing it."""


def at(chances: tuple[float, ...], place: int) -> float:
    """The entry of a table, the last one for all that comes after it."""
    return chances[min(place, len(chances) - 1)]


class Exposing:
    """Judges what to show from one hand."""

    def __init__(self, spec: TrickSpec, pack: Pack, weights: ExposingWeights) -> None:
        self.spec, self.pack, self.weights = spec, pack, weights

    def gain(self, hand: int, shown: tuple[int, ...], points: list[float]) -> float:
        """What showing some cards of a hand gains; `points` are those of all cards, by what is shown so far."""
        points = points.copy()
        multiplier = None
        total = 0.0
        for exposure in self.spec.exposures:
            if exposure.card not in shown:
                continue
            if exposure.card == self.spec.score.multiplier:
                multiplier = exposure
                continue
            total += self._doubling(hand, exposure, points)
            for card in exposure.doubles:
                points[card] *= 2
        # Last, since what the multiplier multiplies may be shown together with it.
        if multiplier is not None:
            total += self._multiplier(hand, multiplier, points)
        return total - self.weights.bias * len(shown)

    def _against_the_table(self, chance: float) -> float:
        """My share less the average share of the others."""
        return chance - (1.0 - chance) / (self.spec.seats - 1)

    def _doubling(self, hand: int, exposure: Exposure, points: list[float]) -> float:
        """The gain from a card that doubles points."""
        card, pack, weights = exposure.card, self.pack, self.weights
        extra = sum(points[each] for each in exposure.doubles)
        mine = hand & pack.of_suit[pack.suit_of[card]]
        if len(exposure.doubles) > 1:
            low = (mine & pack.lowest[pack.suit_of[card]]).bit_count()
            chance = at(weights.take_set, low + max(0, mine.bit_count() - 3))
        elif extra < 0:
            chance = at(weights.take_bad, (mine & pack.lower[card]).bit_count())
        else:
            chance = at(weights.take_good, (mine & pack.higher[card]).bit_count())
        return extra * self._against_the_table(chance)

    def _multiplier(self, hand: int, exposure: Exposure, points: list[float]) -> float:
        """The gain from showing the multiplier, which then multiplies an average score by more."""
        score = self.spec.score
        mine = (hand & self.pack.of_suit[self.pack.suit_of[exposure.card]]).bit_count()
        average = sum(points) / self.spec.seats
        extra = (score.exposed_factor - score.factor) * average
        return extra * self._against_the_table(at(self.weights.take_multiplier, mine - 1))
