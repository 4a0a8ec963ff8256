"""Means with their errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite, pi, sqrt, tan

Z95 = 1.959963984540054
"""Half-width of a 95% interval in standard errors, where there are many values."""


def t95(degrees: int) -> float:
    """Half-width of a 95% interval in standard errors by Student's t: few deals make a wide interval.

    Exact for 1 and 2 degrees of freedom, else the expansion in 1 / degrees (Abramowitz and Stegun, 26.7.5), which is
    within 1% from 3 on.
    """
    if degrees == 1:
        return tan(0.475 * pi)
    if degrees == 2:
        return 0.95 * sqrt(2 / (1 - 0.95**2))
    z, v = Z95, degrees
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
    )


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95% interval: `Estimate.of([1, 0, 1, 1]).mean` is 0.75."""

    mean: float
    low: float
    high: float

    @staticmethod
    def of(groups: Sequence[float]) -> Estimate:
        """From independent values, one per deal: games on the same deal are not independent of each other."""
        return Estimate.of_ratio(groups, [1.0] * len(groups))

    @staticmethod
    def of_ratio(sums: Sequence[float], counts: Sequence[float]) -> Estimate:
        """From the sum and the number of values in each independent group: the mean of all values.

        Groups may differ in size, as in the cards left in lost games of a deal. The interval is the usual linearized
        one for a ratio of two means (Cochran, Sampling Techniques, section 2.11).
        """
        moments = RatioMoments()
        for value, count in zip(sums, counts, strict=True):
            moments.add(value, count)
        return moments.estimate()

    @staticmethod
    def of_share(hits: Sequence[bool]) -> Estimate:
        """From independent answers of yes or no: the share of yes with Wilson's interval, never of width 0."""
        number = len(hits)
        if number == 0:
            raise ValueError("an estimate needs at least one value")
        return _wilson(sum(hits) / number, Z95**2 / number)

    @staticmethod
    def of_strata(weights: Sequence[float], groups: Sequence[Sequence[float]]) -> Estimate:
        """From at least two values of every case there is, each case with its weight: the weighted mean.

        All cases are there, so what is left to chance is how the values of one case differ (stratified sampling).
        """
        if not groups or any(len(values) < 2 for values in groups):
            raise ValueError("an estimate over strata needs at least two values of each")
        total = sum(weights)
        mean = variance = 0.0
        for weight, values in zip(weights, groups, strict=True):
            share, number = weight / total, len(values)
            middle = sum(values) / number
            mean += share * middle
            variance += share**2 * sum((value - middle) ** 2 for value in values) / (number - 1) / number
        half = Z95 * sqrt(variance)
        return Estimate(mean, mean - half, mean + half)

    def as_share(self) -> Estimate:
        """The same of a mean between 0 and 1, with an interval that stays there.

        Wilson's interval for as many independent answers of yes or no as have this error; games on the same deals are
        fewer answers than games. Nothing is known of the error where all values are 0, or all are 1.
        """
        half, spread = (self.high - self.low) / 2, self.mean * (1 - self.mean)
        if not isfinite(half) or spread <= 0:
            return self
        return _wilson(self.mean, half**2 / spread)

    def to_json(self) -> dict[str, float | None]:
        """As the command line writes it; what is not known is null."""
        mean, low, high = (value if isfinite(value) else None for value in (self.mean, self.low, self.high))
        return {"mean": mean, "low": low, "high": high}

    def __str__(self) -> str:
        return f"{self.mean:.4f} [{self.low:.4f}, {self.high:.4f}]"


@dataclass
class RatioMoments:
    """What `Estimate.of_ratio` needs of groups that come one by one: a few numbers, however many there are.

    Moments are kept about the means so far (Welford 1962), so that nothing is lost where values are large and alike.
    """

    number: int = 0
    sum: float = 0.0
    count: float = 0.0
    mean_sum: float = 0.0
    mean_count: float = 0.0
    sums_squared: float = 0.0
    """About the mean, as the next two."""
    products: float = 0.0
    counts_squared: float = 0.0

    def add(self, value: float, count: float) -> None:
        """Another group: the sum of its values and their number."""
        self.number += 1
        self.sum += value
        self.count += count
        off_sum, off_count = value - self.mean_sum, count - self.mean_count
        self.mean_sum += off_sum / self.number
        self.mean_count += off_count / self.number
        self.sums_squared += off_sum * (value - self.mean_sum)
        self.products += off_sum * (count - self.mean_count)
        self.counts_squared += off_count * (count - self.mean_count)

    def estimate(self) -> Estimate:
        """The mean of all values, with its interval."""
        number = self.number
        if number == 0:
            raise ValueError("an estimate needs at least one value")
        if self.count == 0:
            return Estimate(float("nan"), float("-inf"), float("inf"))
        mean = self.sum / self.count
        if number == 1:
            return Estimate(mean, float("-inf"), float("inf"))
        squares = max(0.0, self.sums_squared - 2 * mean * self.products + mean**2 * self.counts_squared)
        half = t95(number - 1) * sqrt(squares / (number - 1) * number) / self.count
        return Estimate(mean, mean - half, mean + half)


def _wilson(share: float, over: float) -> Estimate:
    """Wilson's interval of a share; `over` is the squared half-width in standard errors, by the number of answers."""
    middle = (share + over / 2) / (1 + over)
    half = sqrt(over * (share * (1 - share) + over / 4)) / (1 + over)
    # The bound of a share of 0 or 1 is that share; rounding must not put it on the other side.
    return Estimate(share, min(share, middle - half), max(share, middle + half))
