"""A clock that stops an agent: Python code that runs on past its time is interrupted where the system can do that."""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType
from typing import Any

RING_AGAIN = 0.05
"""Seconds after which the alarm rings again for code that did not listen the first time."""


class OutOfTime(BaseException):
    """The time is over. It passes through an agent's own `except Exception`."""


class time_limit:  # noqa: N801 - used as `with time_limit(5):`
    """Raise OutOfTime inside once the seconds are over, if this is the main thread of a system with alarms.

    Elsewhere nothing happens, and the caller learns from its own watch that time was overrun.
    """

    def __init__(self, seconds: float | None) -> None:
        able = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
        self._seconds = seconds if able else None
        self._before: Any = None

    def __enter__(self) -> None:
        if self._seconds is not None:
            self._before = signal.signal(signal.SIGALRM, _ring)
            signal.setitimer(signal.ITIMER_REAL, max(self._seconds, 1e-6), RING_AGAIN)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._seconds is not None:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)


def _ring(_signal: int, frame: FrameType | None) -> None:
    # On the way in and out nobody is to be stopped: an alarm that cut that short would ring on for everybody after.
    while frame is not None:
        if frame.f_code in (time_limit.__enter__.__code__, time_limit.__exit__.__code__):
            return
        frame = frame.f_back
    raise OutOfTime
