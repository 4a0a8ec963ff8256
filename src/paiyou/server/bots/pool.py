"""Worker processes that run agents, so that the event loop runs only those that answer at once (`choosing.py`).

Questions wait in lanes (`lanes.py`), and in each of them clients are served in turn (`fair_queue.py`). A worker that
exceeds its time or dies is killed and replaced; its question has failed. One that is still starting then is left to
start: on a machine so busy that this takes longer than an answer may, no worker would ever be ready.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
import time
from collections.abc import Mapping
from typing import Any

from paiyou.server.bots.fair_queue import FairQueue, Ticket
from paiyou.server.bots.lanes import QUESTIONS, QUICK, SLOW, lane_of, usual_seconds
from paiyou.server.bots.registered import REGISTER, number_registered, pack_registered, refuse_in_worker

LONGEST_LINE = 4 << 20


class BotError(Exception):
    """A worker failed: it exceeded its time, died, or its agent raised an error."""


class Bots:
    """A pool of worker processes in lanes.

    Example: `answer = await bots.run("choose", room.question("rules"), seconds=5, client="192.0.2.1")`.
    """

    def __init__(self, quick: int = 1, slow: int = 2, questions: int = 2, *, seconds: float = 20.0) -> None:
        """`seconds` are what a question may take that says nothing else."""
        refuse_in_worker()
        self._seconds = seconds
        self._lanes = {QUICK: _Lane(quick), SLOW: _Lane(slow), QUESTIONS: _Lane(questions, nice_steps=1)}

    async def close(self) -> None:
        """Kill all workers."""
        for lane in self._lanes.values():
            await lane.close()

    async def start(self) -> None:
        """Start the quick workers, so that the first bot's move need not wait for one."""
        await self._lanes[QUICK].start()

    async def run(
        self, kind: str, payload: Mapping[str, Any], seconds: float | None = None, *, client: str = ""
    ) -> dict[str, Any]:
        """A worker's answer; ValueError where the question was refused, BotError where the worker failed.

        The time includes waiting for a worker. Clients have equal shares of the workers.
        """
        lane, cost = self._lanes[lane_of(kind, payload)], usual_seconds(kind, payload)
        limit = self._seconds if seconds is None else seconds
        answer = await lane.ask({"kind": kind, "payload": dict(payload)}, limit, client, cost)
        if "refused" in answer:
            raise ValueError(answer["refused"])
        if "failed" in answer:
            raise BotError(answer["failed"])
        return answer


Turn = asyncio.Future["_Worker"]


class _Lane:
    """Some workers and the questions that wait for them."""

    def __init__(self, size: int, *, nice_steps: int = 0) -> None:
        """`nice_steps` lowers the priority of this lane's processes."""
        self._workers = [_Worker(nice_steps) for _ in range(size)]
        self._free = self._workers[::-1]  # last in, first out: others need not be started
        self._queue: FairQueue[Turn] = FairQueue(size)
        self._asked: set[asyncio.Task[dict[str, Any]]] = set()
        self._starting: asyncio.Task[Any] | None = None

    async def start(self) -> None:
        for worker in self._workers:
            await worker.start()

    async def close(self) -> None:
        if self._starting is not None:
            await asyncio.wait([self._starting])
        for worker in self._workers:
            await worker.kill()

    async def ask(self, question: dict[str, Any], seconds: float, client: str, cost: float) -> dict[str, Any]:
        begun = time.monotonic()
        turn: Turn = asyncio.get_running_loop().create_future()
        ticket = self._queue.add(client, cost, turn)
        self._go_on()
        try:
            async with asyncio.timeout(seconds):
                worker = await turn
        except (TimeoutError, asyncio.CancelledError) as error:
            self._queue.drop(ticket)
            if turn.done() and not turn.cancelled():  # it was cancelled just when it got a worker
                self._give_back(ticket, turn.result(), 0.0)
            if isinstance(error, TimeoutError):
                raise BotError(f"no worker was free within {seconds:g} s") from None
            raise
        # In a task of its own: cancelling the caller must not cancel the worker's answer, or the worker would be lost.
        left = max(0.0, seconds - (time.monotonic() - begun))
        task = asyncio.create_task(self._answer(ticket, worker, question, left))
        self._asked.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    def _go_on(self) -> None:
        """Assign free workers to waiting questions."""
        while self._free and (ticket := self._queue.take()) is not None:
            if ticket.item.done():  # cancelled, and not yet dropped by its owner
                self._queue.done(ticket, 0.0)
            else:
                ticket.item.set_result(self._free.pop())
                self._start_spare()

    def _start_spare(self) -> None:
        """Start the next worker ahead of time: that takes longer than most answers."""
        if self._starting is None and self._free:
            self._starting = asyncio.create_task(self._free[-1].start())
            self._starting.add_done_callback(self._started)

    def _started(self, task: asyncio.Task[Any]) -> None:
        self._starting = None
        if not task.cancelled():
            task.exception()  # whoever needs the worker gets the same error

    def _give_back(self, ticket: Ticket[Turn], worker: _Worker, seconds: float) -> None:
        self._queue.done(ticket, seconds)
        self._free.append(worker)
        self._go_on()

    async def _answer(
        self, ticket: Ticket[Turn], worker: _Worker, question: dict[str, Any], seconds: float
    ) -> dict[str, Any]:
        begun = time.monotonic()
        try:
            return await worker.ask(question, seconds)
        finally:
            self._give_back(ticket, worker, time.monotonic() - begun)

    def _done(self, task: asyncio.Task[dict[str, Any]]) -> None:
        self._asked.discard(task)
        if not task.cancelled():
            task.exception()  # retrieved here, since the caller may be gone


class _Worker:
    """One process; started when first needed, and again after it was killed."""

    def __init__(self, nice_steps: int = 0) -> None:
        self._nice_steps = nice_steps
        self._process: asyncio.subprocess.Process | None = None
        self._registered_sent = 0
        """How many registered games and agents the process has been sent."""
        self._starting = asyncio.Lock()
        self._ready = False
        """Whether the process has said that it takes questions."""

    async def start(self) -> asyncio.subprocess.Process:
        async with self._starting:
            if self._process is None or self._process.returncode is not None:
                self._registered_sent, self._ready = 0, False
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable, "-m", "paiyou.server.bots.worker", str(self._nice_steps),
                    stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LONGEST_LINE,
                )  # fmt: skip
            return self._process

    async def kill(self) -> None:
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
        self._process = None

    async def ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        begun = time.monotonic()
        process = await self.start()
        assert process.stdin is not None
        assert process.stdout is not None
        line = b""
        try:
            async with asyncio.timeout(seconds):
                await self._until_ready(process.stdout)
        except TimeoutError:
            raise BotError(f"the worker has not started within {seconds:.3g} s") from None
        try:
            self._send_registered(process.stdin)
            process.stdin.write(json.dumps(question).encode() + b"\n")
            async with asyncio.timeout(max(0.0, seconds - (time.monotonic() - begun))):
                await process.stdin.drain()
                line = await process.stdout.readline()
        except TimeoutError:
            raise BotError(f"no answer within {seconds:.3g} s") from None
        except (ConnectionError, ValueError):
            raise BotError("the worker is gone") from None
        finally:
            # A late answer must not be read as the next question's.
            if not line.endswith(b"\n"):
                await asyncio.shield(self.kill())
        if not line.endswith(b"\n"):
            raise BotError("the worker died")
        answer: dict[str, Any] = json.loads(line)
        return answer

    async def _until_ready(self, reading: asyncio.StreamReader) -> None:
        if self._ready:
            return
        if not (await reading.readline()).endswith(b"\n"):
            await asyncio.shield(self.kill())
            raise BotError("a worker could not be started")
        self._ready = True

    def _send_registered(self, writing: asyncio.StreamWriter) -> None:
        number = number_registered()
        if number != self._registered_sent:
            self._registered_sent = number
            writing.write(json.dumps({"kind": REGISTER, "payload": pack_registered()}).encode() + b"\n")
