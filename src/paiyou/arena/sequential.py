"""A sequential test of two agents: play until it is clear which of two ratings fits, and no longer.

The generalised sequential probability ratio test that Fishtest uses for Stockfish (Wald 1945; Michel Van den Bergh, "A
practical introduction to the GSPRT"). The value of a deal is A's share of the games on it, seats swapped, so luck with
the cards falls on both, and the values of deals are independent. Nothing is assumed of how they are distributed. Of all
distributions over the values that were seen, the likeliest with the mean that a rating of `low` Elo promises is
compared with the likeliest with the mean of `high` Elo; the logarithm of the ratio of their likelihoods is watched
until it leaves Wald's bounds, which hold the chance to be wrong near `error` on either side.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import log
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

EVERY = 10
"""Deals between two looks."""
FEWEST = 50
"""Deals before the first look: of fewer the spread of the values is not known well enough."""
UNSEEN = 1e-3
"""How often a value counts that could be and has not been: 0 and 1 always can."""


def share_of(elo: float) -> float:
    """The share of wins that a difference in Elo promises: a half at 0."""
    return float(1 / (1 + 10 ** (-elo / 400)))


@dataclass
class SequentialTest:
    """Whether A is nearer to `high` Elo above B than to `low`."""

    low: float = 0.0
    high: float = 5.0
    error: float = 0.05
    """The chance to be wrong, on either side."""
    counts: Counter[float] = field(default_factory=Counter)
    """How often a deal had which value: A's share of its games."""
    ratio: float = 0.0
    """The logarithm of the ratio of likelihoods, as of the last look."""

    def __post_init__(self) -> None:
        if not -2000 <= self.low < self.high <= 2000:
            raise ValueError(f"elo must be two numbers, the lower first, such as 0 5, not {self.low:g} {self.high:g}")
        if not 0.0001 <= self.error <= 0.4:
            raise ValueError(f"error must be 0.0001 to 0.4, not {self.error}")

    @property
    def bound(self) -> float:
        """Where the test ends: at plus or minus this."""
        return log((1 - self.error) / self.error)

    @property
    def deals(self) -> int:
        """Deals so far."""
        return self.counts.total()

    @property
    def accepted(self) -> str | None:
        """`high` or `low`; None where it is not clear yet."""
        return None if abs(self.ratio) < self.bound else "high" if self.ratio > 0 else "low"

    def add(self, share: float) -> None:
        """Another deal, of which A had this share; a look at all of them now and then."""
        self.counts[round(share, 9)] += 1
        if self.deals >= FEWEST and self.deals % EVERY == 0:
            values = sorted({0.0, 1.0, *self.counts})
            counts = np.array([self.counts.get(value, 0) for value in values], dtype=float)
            self.ratio = float(log_likelihood_ratio(np.array(values), counts, share_of(self.low), share_of(self.high)))

    @property
    def fixed_deals(self) -> int:
        """Deals of a test of fixed length with the same chances to be wrong, for values that spread as these do."""
        values, counts = (np.array(one, dtype=float) for one in zip(*self.counts.items(), strict=True))
        mean = counts @ values / counts.sum()
        spread = counts @ (values - mean) ** 2 / counts.sum()
        errors = 2 * NormalDist().inv_cdf(1 - self.error)
        return max(FEWEST, int(np.ceil(spread * (errors / (share_of(self.high) - share_of(self.low))) ** 2)))

    def to_json(self) -> dict[str, Any]:
        """What it tested and how it ended."""
        return {
            "elo": [self.low, self.high],
            "error": self.error,
            "log_likelihood_ratio": self.ratio,
            "bound": self.bound,
            "accepted": None if self.accepted is None else getattr(self, self.accepted),
            "deals": self.deals,
            "fixed_deals": self.fixed_deals,
        }


def log_likelihood_ratio(values: Numbers, counts: Numbers, low: float, high: float) -> Numbers:
    """How much likelier the counts [..., values] are with a mean of `high` than with `low`, as a logarithm.

    Both likelihoods are the greatest that distributions over the values with that mean reach. The values must begin
    below `low` and end above `high`.
    """
    counts = np.where(counts > 0, counts, UNSEEN)
    with_low, with_high = (1 + _tilt(values, counts, mean)[..., None] * (values - mean) for mean in (low, high))
    found: Numbers = (counts * np.log(with_low / with_high)).sum(axis=-1)
    return found


def _tilt(values: Numbers, counts: Numbers, mean: float) -> Numbers:
    """The multiplier with which `counts / (1 + multiplier * (values - mean))` has the mean: the likeliest that do.

    The distance from it falls as the multiplier rises, so the interval that it lies in is halved.
    """
    off = values - mean
    shape = counts.shape[:-1]
    low, high = np.full(shape, -1 / off[-1]), np.full(shape, -1 / off[0])
    for _ in range(60):
        middle = (low + high) / 2
        above = (counts * off / (1 + middle[..., None] * off)).sum(axis=-1) > 0
        low, high = np.where(above, middle, low), np.where(above, high, middle)
    found: Numbers = (low + high) / 2
    return found
