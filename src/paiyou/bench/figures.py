"""What a benchmark measures: a figure by its key, and how to come by it."""

from __future__ import annotations

from collections.abc import Callable

from paiyou.bench.timing import rate

Work = Callable[[], int]
"""Does a batch of work and returns how many units it did."""

Measure = Callable[[float], float]
"""Takes about so many seconds and returns the figure."""


def rated(make: Callable[..., Work], *arguments: object) -> Measure:
    """The rate of some work, which is prepared only when its turn has come."""
    return lambda seconds: rate(make(*arguments), seconds)
