"""The table under load: many tables at once with a scripted person each, a kill in the middle, memory over many games.

A real server in a process of its own, people in this one, over real WebSockets: the times include both.
"""

from __future__ import annotations

import asyncio
import gc
import math
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterable
from pathlib import Path
from typing import Any, TypeVar

from uvicorn import Config

from paiyou.bench.table_person import Diary, Person, ask
from paiyou.bench.table_server import ServerProcess

GAMES = (
    "doudizhu:bidding=123", "doudizhu:bidding=call-rob", "gongzhu", "zhengshangyou", "paodekuai", "mini-doudizhu",
)  # fmt: skip
"""Table after table, and again from the first."""
TABLES = 300
SECONDS = 120.0
PAUSE = 2.0
"""Seconds between two moves of a person."""
AT_ONCE = 20
"""People who sit down at the same time."""

MEMORY_TABLES = 36
GAMES_IN_A_ROOM = 10
"""Then the room is left, and leaves the server's memory."""
FEWEST_GAMES = 20
WARM_UP = 0.1
"""The share of the games before the memory is looked at first."""
ERRORS_TOLD = 5

Advance = Callable[[int], None]
Answer = TypeVar("Answer")


def load(tables: int, seconds: float, *, kill: bool, advance: Advance) -> dict[str, float]:
    """Figures of many tables at once; with `kill` the server is killed half-way and started again."""
    diary = Diary(killed=kill)
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder)) as server:
        people = [Person(server.address, GAMES[at % len(GAMES)], at, diary) for at in range(tables)]
        spent = _run(_play_on_time(server, people, seconds, kill=kill, advance=advance))
        figures = {
            "ack_median_ms": 1000 * quantile(diary.waits, 0.5),
            "ack_p99_ms": 1000 * quantile(diary.waits, 0.99),
            "ack_max_ms": 1000 * quantile(diary.waits, 1.0),
            **_counted(server, diary),
        }
    if kill:
        figures["reconnected"] = diary.reconnected
    elif spent and diary.acknowledged:
        # What a busy machine does not change: one core is full at 1000 / this moves a second.
        figures["server_cpu_ms_per_move"] = 1000 * spent / len(diary.acknowledged)
    return _keyed(figures)


async def _play_on_time(
    server: ServerProcess, people: list[Person], seconds: float, *, kill: bool, advance: Advance
) -> float:
    """Returns the processor's seconds that the server spent on it, once all sat."""
    for begin in range(0, len(people), AT_ONCE):
        await asyncio.gather(*(person.sit_down() for person in people[begin : begin + AT_ONCE]))
        advance(len(people[begin : begin + AT_ONCE]))
    gc.collect()
    gc.freeze()  # the people's own pauses are not the server's
    before, end = server.cpu_seconds, time.monotonic() + seconds
    playing = asyncio.gather(*(person.play(PAUSE, end) for person in people))
    if kill:
        await asyncio.sleep(seconds / 2)
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
    while not playing.done():
        await asyncio.wait([playing], timeout=1.0)
        advance(1)
    await playing
    gc.unfreeze()
    spent = server.cpu_seconds - before
    await asyncio.gather(*(person.stand_up() for person in people))
    return spent


def _run(people: Coroutine[Any, Any, Answer]) -> Answer:
    """People share their processors with the server that they measure, so they use the same quick event loop."""
    with asyncio.Runner(loop_factory=Config("").get_loop_factory()) as runner:
        return runner.run(people)


def memory(games: int, *, advance: Advance) -> dict[str, float]:
    """The server's memory over many games that are played as fast as it goes."""
    diary = Diary()
    resident: list[tuple[int, int]] = []
    # A room that was left is forgotten soon: what is to be measured is what stays all the same.
    with (
        tempfile.TemporaryDirectory() as folder,
        ServerProcess(Path(folder), bot_pause=0.0, idle_seconds=1.0) as server,
    ):
        begun = time.monotonic()
        _run(_play_out(server, games, diary, resident, advance))
        seconds = time.monotonic() - begun
        counted = _counted(server, diary)
    looks = {"begin": WARM_UP, "middle": 0.5, "end": 1.0}
    megabytes = {
        f"memory_{name}_mb": next(size for done, size in resident if done >= part * games) / 2**20
        for name, part in looks.items()
    }
    return _keyed({**megabytes, **counted, "games_per_s": diary.games / seconds})


async def _play_out(
    server: ServerProcess, games: int, diary: Diary, resident: list[tuple[int, int]], advance: Advance
) -> None:
    left = iter(range(0, games, GAMES_IN_A_ROOM))

    async def play_rooms(number: int) -> None:
        person = Person(server.address, GAMES[number % len(GAMES)], number, diary)
        for begin in left:
            count = min(GAMES_IN_A_ROOM, games - begin)
            await person.sit_down()
            await person.play_games(count)
            await person.stand_up()
            resident.append((diary.games, server.resident_bytes))
            advance(count)

    await asyncio.gather(*(play_rooms(number) for number in range(MEMORY_TABLES)))


def _counted(server: ServerProcess, diary: Diary) -> dict[str, float]:
    for error in diary.errors[:ERRORS_TOLD]:
        print(error, file=sys.stderr)
    return {
        "moves_sent": diary.sent,
        "moves_acknowledged": len(diary.acknowledged),
        "moves_lost": len(lost_moves(server, diary)),
        "games_finished": diary.games,
        "errors": len(diary.errors),
    }


def lost_moves(server: ServerProcess, diary: Diary) -> list[tuple[str, int, int]]:
    """Acknowledged moves that are not in the database as they were made, or not on the table that the server shows."""
    rows = server.stored("SELECT room, game, number, seat, move FROM actions")
    stored = {(room, game, number): (seat, move) for room, game, number, seat, move in rows}
    lost = {place for place, made in diary.acknowledged.items() if stored.get(place) != made}
    return sorted(lost | set(_not_shown(server, diary)))


def _not_shown(server: ServerProcess, diary: Diary) -> Iterable[tuple[str, int, int]]:
    """Acknowledged moves that a room's newest table should show and does not."""
    newest: dict[str, int] = {}
    for room, game, _ in diary.acknowledged:
        newest[room] = max(game, newest.get(room, 0))
    tables = {room: ask(server.address, f"/api/rooms/{room}") for room in newest}
    for (room, game, index), (seat, move) in diary.acknowledged.items():
        table = tables[room]
        at = index - (table["index"] - len(table["history"]))  # deals that everybody declined are not shown
        if game != table["game"] or at < 0:
            continue
        shown = table["history"][at] if at < len(table["history"]) else None
        if shown is None or (shown["seat"], shown["move"]) != (seat, move):
            yield room, game, index


def quantile(values: list[float], part: float) -> float:
    """The value that a part of all does not exceed."""
    if not values:
        raise ValueError("no move was acknowledged in this time; give it more --seconds")
    return sorted(values)[max(0, math.ceil(part * len(values)) - 1)]


def _keyed(figures: dict[str, float]) -> dict[str, float]:
    return {f"{key}/mixed": value for key, value in figures.items()}
