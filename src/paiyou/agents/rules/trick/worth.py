"""What taking a card would be worth to the seat to move, by the game's own score."""

from __future__ import annotations

from dataclasses import dataclass

from paiyou.agents.rules.trick.counting import Pack, Situation, cards_in
from paiyou.games.trick_spec import TrickSpec


@dataclass(frozen=True)
class WorthWeights:
    """How a player weighs what is not certain about the score."""

    multiplier_chance: float = 0.25
    """How much the chance of taking the multiplier later adds to every card."""
    future_share: float = 1.3
    """Which part of an even share of the points still out a taker of the multiplier expects to take himself."""
    clean: float = 0.45
    """The chance to stay without company, for every scoring card still out."""
    stop_whole_set: float = 130.0
    """What it is worth to break into another seat's whole set once it is all but complete."""
    stop_from: int = 9
    """How many cards of the set a seat must have taken before one worries."""
    shoot_from: int = 6
    """How many cards of the set one must have taken to think of the rest."""
    shoot_masters: float = 0.75
    """Which part of the hand must be sure winners for that."""


class Worth:
    """The score of a game, ready to be asked what cards are worth."""

    def __init__(self, spec: TrickSpec, pack: Pack, weights: WorthWeights) -> None:
        self.spec, self.pack, self.weights = spec, pack, weights
        self.score = spec.score
        self.whole_set = sum(1 << card for card in self.score.whole_set)
        self.company = sum(1 << card for card in self.score.company)
        alone = [card for card in range(len(self.score.points)) if not self.whole_set >> card & 1]
        self.pigs = sum(1 << card for card in alone if self.score.points[card] < 0)
        self.sheep = sum(1 << card for card in alone if self.score.points[card] > 0)
        self._points: dict[tuple[str, ...], tuple[list[float], bool]] = {}

    def shown_points(self, exposed: tuple[str, ...]) -> tuple[list[float], bool]:
        """Every card's points after the exposures, and whether the whole set counts twice."""
        if exposed not in self._points:
            points = [float(value) for value in self.score.points]
            twice = False
            for exposure in self.spec.exposures:
                if self.pack.names[exposure.card] in exposed:
                    twice = twice or exposure.doubles_set
                    for card in exposure.doubles:
                        points[card] *= 2
            self._points[exposed] = points, twice
        return self._points[exposed]

    def to_me(self, situation: Situation) -> list[float]:
        """What every card is worth to the seat that looks at the situation."""
        exposed = tuple(situation.exposed)
        points, twice = self.shown_points(exposed)
        mine = situation.taken[situation.seat]
        out = situation.hand | situation.unseen
        for _, card in situation.trick:
            out |= 1 << card
        multiplier = self.score.multiplier
        if multiplier is None:
            worth = points.copy()
        else:
            factor = self.score.exposed_factor if self.pack.names[multiplier] in exposed else self.score.factor
            if mine >> multiplier & 1:
                scale = float(factor)
            elif out >> multiplier & 1:
                scale = 1.0 + self.weights.multiplier_chance * (factor - 1)
            else:
                scale = 1.0
            worth = [value * scale for value in points]
            if out >> multiplier & 1:
                worth[multiplier] = self._multiplier(situation, points, factor, mine, out)
        if self.whole_set:
            self._whole_set(situation, worth, twice, mine, out)
        return worth

    def _multiplier(self, situation: Situation, points: list[float], factor: int, mine: int, out: int) -> float:
        """What the multiplier is worth: it multiplies what I have and what I shall still take."""
        so_far = sum(points[card] for card in cards_in(mine))
        to_come = sum(points[card] for card in cards_in(out & self.company)) / situation.seats
        multiplied = (factor - 1) * (so_far + self.weights.future_share * to_come)
        if mine & self.company:
            return multiplied
        alone = self.score.exposed_alone if factor == self.score.exposed_factor else self.score.alone
        clean = self.weights.clean ** (out & self.company).bit_count()
        return clean * alone + (1.0 - clean) * multiplied

    def _whole_set(self, situation: Situation, worth: list[float], twice: bool, mine: int, out: int) -> None:
        """Turn the worth of the set's cards where somebody may take them all."""
        out_of_set = out & self.whole_set
        if not out_of_set:
            return
        bonus = float(self.score.whole_set_points * (2 if twice else 1))
        takers = [seat for seat, cards in enumerate(situation.taken) if cards & self.whole_set]
        if len(takers) != 1:
            return
        taker = takers[0]
        has = (situation.taken[taker] & self.whole_set).bit_count()
        if taker != situation.seat:
            if has >= self.weights.stop_from and taker not in situation.partners:
                left = out_of_set.bit_count()
                for card in cards_in(out_of_set):
                    worth[card] += self.weights.stop_whole_set * (1 if left <= 3 else 0.5)
            return
        if has < self.weights.shoot_from or not situation.hand:
            return
        higher = self.pack.higher
        masters = sum(1 for card in cards_in(situation.hand) if not higher[card] & situation.unseen)
        if masters >= self.weights.shoot_masters * situation.hand.bit_count():
            so_far = sum(worth[card] for card in cards_in(mine & self.whole_set))
            each = (bonus - so_far) / out_of_set.bit_count()
            for card in cards_in(out_of_set):
                worth[card] = each
