"""Work that yields the processor: its thread's priority is lowered once it has run for a while.

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
"""Work that takes no longer keeps its priority."""
STEP = 10
"""By how much `nice` is raised: a tenth of the processor's time beside one that is not."""
STACK_BYTES = 8 << 20
"""As large as the main thread's, for recursive searches."""
THREADS = Path("/proc/self/task")
FIRST_NICE = os.getpriority(os.PRIO_PROCESS, 0) if THREADS.exists() else 0
"""Of this process at its start: lowered twice, work would hardly run at all."""

Answer = TypeVar("Answer")


def lower_priority(steps: int) -> None:
    """Lower the priority of this whole process."""
    if steps and THREADS.exists():
        os.nice(steps * STEP)


def run_yielding(work: Callable[[], Answer]) -> Answer:
    """Do work in a thread; the priority of that and of all threads it starts is lowered when it takes long."""
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
        except BaseException as error:  # raised again in the waiting thread
            self.error = error


def _threads() -> set[int]:
    """Of this process; none where there is no /proc."""
    return {int(thread.name) for thread in THREADS.iterdir()} if THREADS.exists() else set()
