"""How long people wait for bots that think, with several tables at once: `python benchmarks/thinking_tables.py 1 4 8`.

A real server, a scripted person at each table who moves a second after his turn has come, and bots of one kind in all
other chairs. Bots pause before they move, so that people can follow; what counts is how much longer a move took than
that. Every table is a client of its own.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from pathlib import Path
from typing import Any

from paiyou.bench.table import quantile
from paiyou.bench.table_person import Diary, Person
from paiyou.bench.table_server import ServerProcess
from paiyou.server.settings import Settings

PAUSE = 1.0
"""Seconds before a person moves."""


class Watcher(Person):
    """A person who looks at the clock whenever the table changes."""

    def __init__(self, *about: Any, **more: Any) -> None:
        super().__init__(*about, **more)
        self.waits: list[float] = []
        """Seconds for every move of a bot, its pause included."""
        self.replaced = 0
        """Bots' moves that another made, because the bot had failed or taken too long."""
        self._seen: tuple[float, dict[str, Any]] | None = None

    async def _hear(self) -> dict[str, Any]:
        message = await super()._hear()
        if message["type"] == "table":
            now, table = time.perf_counter(), message["table"]
            begun, before = self._seen or (now, table)
            made = (table["game"], table["index"]) == (before["game"], before["index"] + 1)
            if made and before["turn"] != table["you"]["seat"]:
                self.waits.append(now - begun)
                self.replaced += bool(table["history"]) and table["history"][-1]["note"] is not None
            if self._seen is None or (table["game"], table["index"]) != (before["game"], before["index"]):
                self._seen = (now, table)
        return message


async def watch(server: ServerProcess, game: str, bots: str, tables: int, seconds: float) -> list[Watcher]:
    """Play for some seconds at so many tables."""
    diary = Diary()
    people = [Watcher(server.address, game, at, diary, bots=bots, client=f"192.0.2.{at + 1}") for at in range(tables)]
    await asyncio.gather(*(person.sit_down() for person in people))
    end = time.monotonic() + seconds
    await asyncio.gather(*(person.play(PAUSE, end) for person in people))
    await asyncio.gather(*(person.stand_up() for person in people))
    if diary.errors:
        raise RuntimeError(diary.errors[0])
    return people


def measured(game: str, bots: str, tables: int, seconds: float) -> dict[str, Any]:
    """How much longer than its pause a bot's move took, in milliseconds."""
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder)) as server:
        people = asyncio.run(watch(server, game, bots, tables, seconds))
    late = [max(0.0, wait - Settings().bot_pause) for person in people for wait in person.waits]
    return {
        "tables": tables, "bots": bots, "game": game, "seconds": seconds, "moves": len(late),
        **{f"{name}_ms": round(1000 * quantile(late, part)) for name, part in
           (("median", 0.5), ("p90", 0.9), ("p99", 0.99), ("longest", 1.0))},
        "replaced": sum(person.replaced for person in people),
    }  # fmt: skip


def main() -> None:
    """A line of JSON for each number of tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", type=int, nargs="+")
    parser.add_argument("--bots", default="think")
    parser.add_argument("--game", default="doudizhu")
    parser.add_argument("--seconds", type=float, default=60.0)
    told = parser.parse_args()
    for tables in told.tables:
        print(json.dumps(measured(told.game, told.bots, tables, told.seconds)), flush=True)


if __name__ == "__main__":
    main()
