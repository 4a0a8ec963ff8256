"""Work that yields: the longer it has gone on, the sooner it lets others have the processor.

Fair queues share the workers; this shares the processors, of which one search with threads may take several. Only a
thread's priority is lowered, since nobody but root may raise one again, and every piece of work has a thread of its
own. On Linux; elsewhere a thread has no priority of its own, and all stay equal.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Generic, TypeVar

SHORT_SECONDS = 0.2
"""What takes no longer goes first."""
STEP = 10
"""By how much `nice` is raised: a tenth of the processor's time beside one that is not."""
STACK_BYTES = 8 << 20
"""As large as the first thread's, for searches that call themselves."""
THREADS = Path("/proc/self/task")
FIRST_NICE = os.getpriority(os.PRIO_PROCESS, 0) if THREADS.exists() else 0
"""Of this process before it went behind others: nothing goes behind twice, where it would hardly run at all."""

Answer = TypeVar("Answer")


def go_behind(steps: int) -> None:
    """Let this whole process go behind others from now on."""
    if steps and THREADS.exists():
        os.nice(steps * STEP)


def run_yielding(work: Callable[[], Answer]) -> Answer:
    """Do work in a thread of its own, which goes behind others, with all threads that it begins, when it takes long."""
    before = _threads()
    threading.stack_size(STACK_BYTES)
    thread = _Working(work)
    thread.start()
    thread.join(SHORT_SECONDS)
    if thread.is_alive():
        nice = FIRST_NICE + STEP
        for one in _threads() - before:
            with suppress(OSError):  # it has just ended
                os.setpriority(os.PRIO_PROCESS, one, nice)
        thread.join()
    if thread.error is not None:
        raise thread.error
    return thread.answer


class _Working(threading.Thread, Generic[Answer]):
    answer: Answer

    def __init__(self, work: Callable[[], Answer]) -> None:
        super().__init__(daemon=True)
        self._work = work
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            self.answer = self._work()
        except BaseException as error:  # raised again by the one who waits
            self.error = error


def _threads() -> set[int]:
    """Of this process; none where there is no /proc."""
    return {int(thread.name) for thread in THREADS.iterdir()} if THREADS.exists() else set()
