"""A soak: people play on while server, workers and database are killed, clients stall and the clock jumps.

At the end every move that was acknowledged must be stored and shown, and everybody must be able to play on.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, replace
from itertools import cycle
from pathlib import Path
from random import Random

from paiyou.bench.postgres import PostgresProcess, postgres_programs
from paiyou.bench.table import GAMES, lost_moves
from paiyou.bench.table_person import Diary, Person
from paiyou.bench.table_server import GENEROUS, ServerProcess

SQLITE, POSTGRES = "sqlite", "postgres"
LOCKED_SECONDS = 3.0
"""At most, that another program keeps an SQLite file for itself."""
STALLED = 12
"""Clients that stall at once, of each kind."""
BOTS = ("rules", "isuct:iterations=200")
"""Table after table: those that are asked in the server's process, and those that a worker thinks for."""
LOOKS = 10
"""Parts of the time of which each has its memory told."""
LONGEST_JUMP = 400 * 86_400
"""Of the clock, in seconds, forwards and back."""


@dataclass
class Soak:
    """What is done to a server, and for how long: `Soak(seconds=3600, database="postgres").run()`."""

    seconds: float = 3600.0
    database: str = SQLITE
    tables: int = 30
    every: float = 5.0
    """Seconds between two misfortunes, on average."""
    pause: float = 0.3
    """Seconds between two moves of a person."""
    seed: int = 1
    patience: float = 120.0
    """Seconds after which a person gives up: then something is wrong."""
    say: Callable[[str], None] = print

    def run(self) -> dict[str, float]:
        """Figures; `moves_lost`, `errors` and `stuck` are to be 0."""
        with ExitStack() as things:
            folder = Path(things.enter_context(tempfile.TemporaryDirectory()))
            postgres = None
            if self.database == POSTGRES:
                programs = postgres_programs()
                if programs is None:
                    raise ValueError("PostgreSQL is not installed here: apt-get install postgresql")
                postgres = things.enter_context(PostgresProcess(programs))
            clock = folder / "clock"
            clock.write_text("0")
            server = things.enter_context(
                ServerProcess(
                    folder, database=None if postgres is None else postgres.url, bot_pause=0.05, clock=clock,
                    # Short, so that a soak sees them often.
                    limits=replace(GENEROUS, head_seconds=2.0, body_seconds=2.0, write_seconds=5.0),
                )
            )  # fmt: skip
            diary = Diary(killed=True, patience=self.patience)
            return asyncio.run(_Run(self, server, postgres, clock, diary).play())


class _Run:
    """One soak under way."""

    def __init__(
        self, soak: Soak, server: ServerProcess, postgres: PostgresProcess | None, clock: Path, diary: Diary
    ) -> None:
        self._soak, self._server, self._postgres, self._clock, self._diary = soak, server, postgres, clock, diary
        self._random = Random(soak.seed)
        self._happened: Counter[str] = Counter()
        self._memory: dict[int, int] = {}
        """The most that it had in each part of the time."""
        self._kinds: dict[str, Callable[[], Awaitable[None]]] = {
            "server_killed": self._kill_server,
            "workers_killed": self._kill_workers,
            "database_away": self._take_database,
            "clients_stalled": self._stall,
            "clock_jumped": self._jump,
        }
        self._next = self._random.sample(list(self._kinds), len(self._kinds))
        """First each once; then any at any time."""

    async def play(self) -> dict[str, float]:
        soak, diary = self._soak, self._diary
        people = [
            # The games again from the first have the other bots, so that both sit in every game.
            Person(self._server.address, game, at, diary, bots=BOTS[(at + at // len(GAMES)) % len(BOTS)])
            for at, game in zip(range(soak.tables), cycle(GAMES), strict=False)
        ]
        await asyncio.gather(*(person.sit_down() for person in people))
        begun = time.monotonic()
        stopping = asyncio.Event()
        playing = [asyncio.create_task(play_on(person, soak.pause, stopping)) for person in people]
        while time.monotonic() - begun < soak.seconds or self._next:
            await asyncio.sleep(self._random.expovariate(1 / soak.every))
            await self._misfortune()
            part = min(int(LOOKS * (time.monotonic() - begun) / max(soak.seconds, 1.0)), LOOKS - 1)
            self._memory[part] = max(self._memory.get(part, 0), self._server.resident_bytes)
        stuck = await count_stuck(people, diary)
        stopping.set()
        await asyncio.gather(*playing)
        await asyncio.gather(*(person.stand_up() for person in people))
        for error in diary.errors[:20]:
            soak.say(error)
        return {
            "seconds": time.monotonic() - begun,
            **{f"{what}": float(times) for what, times in sorted(self._happened.items())},
            "reconnected": diary.reconnected,
            "moves_sent": diary.sent,
            "moves_acknowledged": len(diary.acknowledged),
            "games_finished": diary.games,
            **{f"memory_mb_part_{part}": size / 2**20 for part, size in sorted(self._memory.items())},
            "moves_lost": len(await asyncio.to_thread(lost_moves, self._server, diary)),
            "errors": len(diary.errors),
            "stuck": stuck,
        }

    async def _misfortune(self) -> None:
        kind = self._next.pop() if self._next else self._random.choice(list(self._kinds))
        await self._kinds[kind]()
        self._happened[kind] += 1

    async def _kill_server(self) -> None:
        await asyncio.to_thread(self._server.kill)
        await asyncio.to_thread(self._server.start)

    async def _kill_workers(self) -> None:
        for worker in self._server.workers():
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)

    async def _take_database(self) -> None:
        if self._postgres is None:
            await asyncio.to_thread(self._lock_file, self._random.random() * LOCKED_SECONDS)
        else:
            await asyncio.to_thread(self._postgres.kill)
            await asyncio.sleep(self._random.random())
            await asyncio.to_thread(self._postgres.start)

    def _lock_file(self, seconds: float) -> None:
        file = self._server.database.removeprefix("sqlite:///")
        with closing(sqlite3.connect(file, timeout=self._soak.patience, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            time.sleep(seconds)
            other.execute("ROLLBACK")

    async def _jump(self) -> None:
        self._clock.write_text(str(self._random.uniform(-LONGEST_JUMP, LONGEST_JUMP)))

    async def _stall(self) -> None:
        """Clients that send half of something, or say hello and never read; they hang up after a while."""
        host, _, port = self._server.address.partition(":")
        room = next(iter(self._diary.acknowledged), ("none", 0, 0))[0]
        hello = json.dumps({"type": "hello", "token": None}).encode()
        masked = bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello
        upgrade = (
            f"GET /api/rooms/{room}/socket HTTP/1.1\r\nHost: {self._server.address}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c29ha2VkIGFsbCBkYXk=\r\n\r\n"
        ).encode()
        sent = (b"", b"GET /api/ga", b"POST /api/rooms HTTP/1.1\r\nContent-Length: 500\r\n\r\n{", upgrade + masked)
        open_sockets: list[socket.socket] = []
        for words in sent:
            for _ in range(STALLED):
                with suppress(OSError):
                    stalled = socket.create_connection((host, int(port)), timeout=1.0)
                    open_sockets.append(stalled)
                    stalled.sendall(words)
        for stalled in open_sockets:
            asyncio.get_running_loop().call_later(8.0, stalled.close)


async def play_on(person: Person, pause: float, stopping: asyncio.Event) -> None:
    """Let a person move until told to stop, or until too much went wrong."""
    while not stopping.is_set() and not person.gave_up:
        await person.act()
        await asyncio.sleep(pause)


async def count_stuck(people: Sequence[Person], diary: Diary) -> int:
    """How many are not acknowledged any more, now that nothing happens."""
    before = Counter(room for room, _, _ in diary.acknowledged)
    last = time.monotonic() + diary.patience
    while True:
        now = Counter(room for room, _, _ in diary.acknowledged)
        stuck = sum(now[person.room] <= before[person.room] for person in people)
        if not stuck or time.monotonic() > last:
            return stuck
        await asyncio.sleep(0.2)
