"""Rates of repeated work, and how long one piece of it takes."""

from __future__ import annotations

import time
from collections.abc import Callable

ROUNDS = 5


def rate(work: Callable[[], int], seconds: float) -> float:
    """Units of work per second: the best of five rounds, since noise on a machine only ever slows things down.

    `work` does a batch and returns how many units it did.
    """
    work()
    best = 0.0
    for _ in range(ROUNDS):
        units = 0
        begun = time.perf_counter()
        passed = 0.0
        while units == 0 or passed < seconds / ROUNDS:  # at least once, on a machine that is busy otherwise too
            units += work()
            passed = time.perf_counter() - begun
        best = max(best, units / passed)
    return best


def fastest(work: Callable[[], object], seconds: float) -> float:
    """Seconds one call takes: the best of those that fit into the time, and of three at least."""
    work()
    times: list[float] = []
    while len(times) < 3 or sum(times) < seconds:
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return min(times)
