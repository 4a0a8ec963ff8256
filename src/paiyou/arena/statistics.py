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
        number = len(groups)
        if number == 0:
            raise ValueError("an estimate needs at least one value")
        mean = sum(groups) / number
        if number == 1:
            return Estimate(mean, float("-inf"), float("inf"))
        variance = sum((value - mean) ** 2 for value in groups) / (number - 1)
        half = Z95 * sqrt(variance / number)
        return Estimate(mean, mean - half, mean + half)

    def to_json(self) -> dict[str, float | None]:
        """As the command line writes it; one value alone has no interval (null)."""
        low, high = (limit if isfinite(limit) else None for limit in (self.low, self.high))
        return {"mean": self.mean, "low": low, "high": high}

    def __str__(self) -> str:
        return f"{self.mean:.4f} [{self.low:.4f}, {self.high:.4f}]"
