"""Ctrl+C while something runs, for tests of what must listen to it."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def interrupted(seconds: float = 0.2) -> Iterator[None]:
    """What is done inside would run for ever: it is interrupted some time later, and must end by it."""
    timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
    try:
        timer.start()
        yield
    except KeyboardInterrupt:
        timer.join()
    else:
        timer.cancel()
        pytest.fail("it ended by itself")
