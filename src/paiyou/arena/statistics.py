"""Means with their errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite, sqrt

Z95 = 1.959963984540054
"""Half-width of a 95% interval in standard errors."""


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
        number = len(sums)
        if number == 0:
            raise ValueError("an estimate needs at least one value")
        total = sum(counts)
        if total == 0:
            return Estimate(float("nan"), float("-inf"), float("inf"))
        mean = sum(sums) / total
        if number == 1:
            return Estimate(mean, float("-inf"), float("inf"))
        squares = sum((value - mean * count) ** 2 for value, count in zip(sums, counts, strict=True))
        half = Z95 * sqrt(squares / (number - 1) * number) / total
        return Estimate(mean, mean - half, mean + half)

    def to_json(self) -> dict[str, float | None]:
        """As the command line writes it; what is not known is null."""
        mean, low, high = (value if isfinite(value) else None for value in (self.mean, self.low, self.high))
        return {"mean": mean, "low": low, "high": high}

    def __str__(self) -> str:
        return f"{self.mean:.4f} [{self.low:.4f}, {self.high:.4f}]"
