"""Fairness: how long bots take to answer one client, alone and beside another who asks for as much as he may.

The same games are played both ways, by turns and on servers that are started anew: the same deals, moves and thoughts,
so that every answer has its like.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any
from urllib.error import HTTPError

from paiyou.bench.table import quantile
from paiyou.bench.table_person import Diary, Person, ask
from paiyou.bench.table_server import GENEROUS, ServerProcess

GAME = "doudizhu"
MODEST, GREEDY = "192.0.2.1", "192.0.2.2"
"""The two clients."""
LIMITS = replace(GENEROUS, forwarded=True)
"""Clients have the addresses that a proxy would name; questions stay as few as usual."""
HAND = {"game": GAME, "seat": 0, "hand": "33456789TJQKA2BR3456", "history": []}
TOO_MUCH = (429, 503)
"""How a server says that one asks for too much at once."""
AHEAD = 3.0
"""Seconds that the greedy one has before the other's games begin."""

Place = tuple[int, int, int]
"""Of a bot's answer: round, game, and index of the action."""


@dataclass
class Fairness:
    """What is played: `Fairness(rounds=5).run()`."""

    rounds: int = 5
    games: int = 2
    """In a round, alone and again beside the greedy one; one more before is not counted."""
    bots: str = "isuct:iterations=30000"
    """Those of the client whose answers are timed."""
    greedy_bots: str = "isuct:seconds=5"
    greedy_rooms: int = 10
    greedy_questions: int = 4
    """Questions for advice that the greedy one asks at once, again and again."""
    advance: Callable[[int], None] = lambda _: None

    def run(self) -> dict[str, float]:
        """Seconds of an answer alone and beside the greedy one, and how they compare."""
        alone: dict[Place, float] = {}
        beside: dict[Place, float] = {}
        errors: list[str] = []
        for number in range(self.rounds):
            for greedy, answers in ((False, alone), (True, beside)):
                timed = asyncio.run(self._round(number, greedy=greedy, errors=errors))
                answers |= {(number, *place): seconds for place, seconds in timed.items()}
                self.advance(1)
        return compared(alone, beside) | {"errors": len(errors)}

    async def _round(self, number: int, *, greedy: bool, errors: list[str]) -> dict[tuple[int, int], float]:
        diary = Diary()
        with (
            tempfile.TemporaryDirectory() as folder,
            ServerProcess(Path(folder), limits=LIMITS, bot_pause=0.0, bot_seconds=60.0) as server,
        ):
            early = Person(server.address, GAME, number, diary, bots=self.bots, client=MODEST, seed=number)
            await early.sit_down()
            await early.play_games(1)
            await early.stand_up()
            others = self._be_greedy(server.address) if greedy else []
            await asyncio.sleep(AHEAD)
            for task in others:
                if task.done():
                    task.result()
            person = TimedPerson(server.address, GAME, number, diary, bots=self.bots, client=MODEST, seed=number)
            await person.sit_down()
            await person.play_games(self.games)
            await person.stand_up()
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)
        errors += diary.errors
        return person.answers

    def _be_greedy(self, address: str) -> list[asyncio.Task[None]]:
        rooms = [_play_on(address, self.greedy_bots, number) for number in range(self.greedy_rooms)]
        questions = [_ask_on(address, self.greedy_bots) for _ in range(self.greedy_questions)]
        return [asyncio.create_task(work) for work in (*rooms, *questions)]


class TimedPerson(Person):
    """A person who notes how long every bot's answer took, from the table before it to the table with it."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.answers: dict[tuple[int, int], float] = {}
        """By game and index of the action."""
        self._seen: tuple[dict[str, Any], float] | None = None

    async def _hear(self) -> dict[str, Any]:
        message = await super()._hear()
        if message["type"] == "table":
            table, now = message["table"], time.perf_counter()
            if self._seen is None or _place(table) != _place(self._seen[0]):
                self._note(table, now)
                self._seen = (table, now)
        return message

    def _note(self, table: dict[str, Any], now: float) -> None:
        if self._seen is None:
            return
        before, since = self._seen
        game, index = _place(before)
        bot_was_to_move = before["phase"] != "over" and before["turn"] != before["you"]["seat"]
        if bot_was_to_move and _place(table) == (game, index + 1):
            self.answers[game, index] = now - since


def _place(table: dict[str, Any]) -> tuple[int, int]:
    return table["game"], table["index"]


async def _play_on(address: str, bots: str, number: int) -> None:
    person = Person(address, GAME, number, Diary(killed=True, patience=600.0), bots=bots, client=GREEDY)
    await person.sit_down()
    while True:
        await person.act()


async def _ask_on(address: str, agent: str) -> None:
    while True:
        try:
            await asyncio.to_thread(ask, address, "/api/advise", HAND | {"agent": agent}, GREEDY)
        except HTTPError as refused:
            if refused.code not in TOO_MUCH:
                raise
            await asyncio.sleep(0.05)


def compared(alone: dict[Place, float], beside: dict[Place, float]) -> dict[str, float]:
    """Milliseconds alone and beside another, and by how much answers to the same question took longer."""
    both = sorted(alone.keys() & beside.keys())
    if not both:
        raise ValueError("no bot answered; play more games")
    one, other = [alone[place] for place in both], [beside[place] for place in both]
    ratios = [after / before for before, after in zip(one, other, strict=True)]
    return {
        "answers": len(both),
        **{f"{name}_alone_ms": 1000 * quantile(one, part) for name, part in PARTS.items()},
        **{f"{name}_beside_ms": 1000 * quantile(other, part) for name, part in PARTS.items()},
        **{f"{name}_ratio": quantile(other, part) / quantile(one, part) for name, part in PARTS.items()},
        "pairs_median_ratio": median(ratios),
        "pairs_within_twice": sum(ratio <= 2.0 for ratio in ratios) / len(ratios),
    }


PARTS = {"median": 0.5, "p90": 0.9, "p99": 0.99, "worst": 1.0}
