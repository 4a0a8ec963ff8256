"""Work that goes on whoever hangs up: tasks that are remembered until they are done."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

Answer = TypeVar("Answer")


class Background:
    """Tasks under way."""

    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, Answer]) -> asyncio.Task[Answer]:
        """Let work go on by itself."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    async def run_to_end(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Do work to its end, whatever becomes of the one who asked for it."""
        return await asyncio.shield(self.start(work))

    async def close(self) -> None:
        """End it all."""
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
