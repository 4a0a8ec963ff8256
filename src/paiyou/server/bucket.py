"""A token bucket: how often something may be done."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

Clock = Callable[[], float]


class Bucket:
    """A token bucket: `burst` at once, `rate` a second in the long run."""

    __slots__ = ("_burst", "_clock", "_rate", "_tokens", "_when")

    def __init__(self, rate: float, burst: float, clock: Clock = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._tokens, self._when = float(burst), clock()

    def take(self) -> bool:
        """Take a token; False, and nothing taken, where there is none."""
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._when) * self._rate)
        self._when = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    @property
    def wait(self) -> float:
        """Seconds until there is a token."""
        return max(0.0, (1 - self._tokens) / self._rate) if self._rate > 0 else math.inf
