"""A control variate for matches: what a deal was worth before it was played explains some of what came of it.

The worth of a deal is the value that an agent, usually a network, gives the first decision on it, and that value
squared, since sides are swapped on every deal: what is left of luck is how much there was to decide. Its mean over all
deals is estimated beforehand from other deals, many more of them. Then the mean of `result - b * (worth - its mean)` is
the mean of the results for any b that does not depend on the deal itself, so deals are put into folds by their numbers
and every fold takes the b that fits the others best: nothing is biased, and the spread is less (Glasserman, Monte Carlo
Methods in Financial Engineering, section 4.1). Moments of the folds are all that is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paiyou.arena.series import Deal, make_player
from paiyou.arena.statistics import Estimate, t95
from paiyou.games.dealing import random_word
from paiyou.games.game import Game

Numbers = NDArray[np.float64]

FOLDS = 20
REFERENCE = 2**40
"""The number of the first deal that the mean is taken from: no match comes there."""
MOST_REFERENCE = 40_000
"""Deals that the mean is taken from unless more are asked for: a match until it is decided has no number of its own."""
NOTHING = 1e-12
"""A variance below this share of the mean square is rounding."""


class DealWorth:
    """Says what deals are worth by an agent's value of the first decision; every worker process has one."""

    def __init__(self, game: Game, spec: str) -> None:
        self.game, self.spec = game, spec
        self.agent = make_player(spec, game)
        state = game.deal(0)
        if self.agent.unit(state.view(state.turn)) == "order":
            raise ValueError(f"the values of {spec} are no results: a control variate needs an agent such as dmc")

    def __reduce__(self) -> tuple[Callable[..., DealWorth], tuple[Any, ...]]:
        return DealWorth, (self.game, self.spec)

    def of(self, seed: int) -> tuple[float, float]:
        """The value of a deal for whoever decides first, and its square."""
        state = self.game.deal(seed)
        value = float(self.agent.evaluate(state.view(state.turn))[0][1])
        return value, value * value


@dataclass(frozen=True)
class ReferenceWorth:
    """The worth of deals of a match's seed that the match itself never plays."""

    worth: DealWorth
    seed: int

    def look(self, numbers: range) -> list[tuple[float, float]]:
        """At some of them."""
        return [self.worth.of(random_word(self.seed, REFERENCE + number)) for number in numbers]


@dataclass(frozen=True)
class Controlled:
    """A measure with the luck of the deals taken out as far as their worth tells."""

    estimate: Estimate
    factor: Estimate
    """The variance without control over that with it: as many times the deals would be as good."""

    def to_json(self) -> dict[str, Any]:
        """Both of them."""
        return {**self.estimate.to_json(), "variance_factor": self.factor.to_json()}


class ControlVariate:
    """Moments of worth and results, fold by fold, for the measures of the first player."""

    def __init__(self, reference: Sequence[Sequence[float]]) -> None:
        known = np.array(reference, dtype=float)
        if len(known) < 2:
            raise ValueError("the mean worth of deals needs at least two of them")
        self.mean, self.reference = known.mean(axis=0), len(known)
        self.spread: Numbers = np.atleast_2d(np.cov(known.T))
        self.folds: dict[str, Numbers] = {}
        """By measure and fold: the sum of the outer products of (1, worth, result). Nothing here depends on the
        reference, so a kept match may go on with another."""
        self.values: dict[str, float] = {}
        """By measure: the number of values of a deal."""
        self._deals = 0

    def count(self, deal: Deal) -> None:
        """Add a deal; a measure of which deals have differing numbers of values is left alone."""
        fold, size = self._deals % FOLDS, len(deal.worth) + 2
        self._deals += 1
        for key, (value, count) in deal.sums[0].items():
            kept = self.folds.setdefault(key, np.zeros((FOLDS, size, size)))
            alike = count and count == self.values.setdefault(key, count)
            row = np.array([1.0, *deal.worth, value / count if alike else np.nan])
            kept[fold] += np.outer(row, row)

    def controlled(self, key: str) -> Controlled | None:
        """A measure under control; None where there are too few deals, not all have a value, or all have the same."""
        folds = self.folds.get(key)
        if folds is None or not np.isfinite(folds).all() or folds[:, 0, 0].min() < 10:
            return None
        shift = np.eye(folds.shape[-1])
        shift[1:-1, 0] = -self.mean
        folds = shift @ folds @ shift.T  # of (1, worth less its mean, result)
        each = [self._mean_and_variances(some) for some in (folds, *_each_left_out(folds))]
        least = NOTHING * folds[:, -1, -1].sum() / folds[:, 0, 0].sum() ** 2
        if any(min(variance, plain) <= least for _, variance, plain in each):
            return None
        (mean, variance, plain), *left_out = each
        # The interval of the factor: what it would be without each of the folds (jackknife), on the scale of ratios.
        without = [log(after / before) for _, before, after in left_out]
        spread = (FOLDS - 1) / FOLDS * sum((one - sum(without) / FOLDS) ** 2 for one in without)
        ratio, half = log(plain / variance), t95(FOLDS - 1) * float(np.sqrt(spread))
        wide = t95(int(folds[:, 0, 0].sum()) - 1) * float(np.sqrt(variance))
        factor = Estimate(*(float(np.exp(value)) for value in (ratio, ratio - half, ratio + half)))
        return Controlled(Estimate(mean, mean - wide, mean + wide), factor)

    def _mean_and_variances(self, folds: Numbers) -> tuple[float, float, float]:
        """The controlled mean, its variance, and the variance of the plain mean."""
        total, number = folds.sum(axis=0), folds[:, 0, 0].sum()
        mean, squares, weights = 0.0, 0.0, np.zeros(len(self.mean))
        for fold in folds:
            slope = _slope(total - fold)
            taken = np.array([0.0, *-slope, 1.0])  # of (1, worth, result): the result less what the worth tells of it
            mean += float(taken @ fold[:, 0] / number)
            squares += float(taken @ fold @ taken)
            weights += slope * fold[0, 0] / number
        # The mean worth itself is known from so many deals only.
        reference = float(weights @ self.spread @ weights) / self.reference
        plain = (total[-1, -1] / number - (total[0, -1] / number) ** 2) / number
        return mean, float((squares / number - mean**2) / number + reference), float(plain)

    def to_json(self) -> dict[str, Any]:
        """All of it; numbers come back as they were."""
        folds = {key: kept.tolist() for key, kept in self.folds.items()}
        return {"deals": self._deals, "values": self.values, "folds": folds}

    def restore(self, content: Mapping[str, Any]) -> None:
        """Go on from what `to_json` wrote."""
        self._deals, self.values = content["deals"], dict(content["values"])
        self.folds = {key: np.array(kept) for key, kept in content["folds"].items()}


def _slope(moments: Numbers) -> Numbers:
    """Of the least squares line of the results by the worth."""
    number, ones = moments[0, 0], moments[0]
    centred = moments - np.outer(ones, ones) / number
    found: Numbers = np.linalg.lstsq(centred[1:-1, 1:-1], centred[1:-1, -1], rcond=None)[0]
    return found


def _each_left_out(folds: Numbers) -> list[Numbers]:
    return [np.delete(folds, fold, axis=0) for fold in range(len(folds))]
