"""Does what is not kept yet, on all cores or on a cluster, and keeps every result as it comes."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from paiyou.arena.workers import run_chunks
from paiyou.reproduce.experiment import Task
from paiyou.reproduce.store import Store


def run_tasks(
    tasks: Sequence[Task], store: Store, *, on: str = "local", cores: int | None = None, advance: Callable[[int], None]
) -> None:
    """Do the tasks that have no result in the store; `advance` is told the steps done, those kept before first.

    A result is kept before the next is looked at, so that an end by force costs no more than what was under way, and
    none is counted twice: the store knows it by its key.
    """
    waiting = [task for task in tasks if task.key not in store.results]
    done = sum(task.steps for task in tasks) - sum(task.steps for task in waiting)
    results = run_chunks(_timed, waiting, on=on, cores=cores, started=lambda: advance(done)) if waiting else ()
    for task, (result, seconds) in zip(waiting, results, strict=True):
        store.add(task.key, result, seconds)
        advance(task.steps)


def _timed(task: Task) -> tuple[Any, float]:
    begun = time.perf_counter()
    return task.run(), time.perf_counter() - begun
