"""People's records in the database: every finished game once, in the order they ended, with the rating after it.

The last action of a game is stored with a row that says it has ended, so nothing is lost with the process: games that
were not recorded then are found by the next request.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from sqlalchemy import Connection, RowMapping, and_, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from paiyou.games.registry import game_info
from paiyou.ladder.shipped import agent_rating
from paiyou.server.bots.pool import BotError, Bots
from paiyou.server.profiles.entries import GameEntry, PuzzleEntry, RatedEntry, ReviewEntry
from paiyou.server.profiles.ratings import LEVEL_DEVIATION, PUZZLE_DEVIATION, START, Rating, opposing, puzzle_rating
from paiyou.server.rooms.refusals import RefusedError
from paiyou.server.rooms.store import Store
from paiyou.server.rooms.stored_room import StoredRoom
from paiyou.server.rooms.tables import chairs, ends, profiles, puzzle_results, results
from paiyou.server.rooms.tokens import digest, new_token

AT_ONCE = 20
"""Games that are recorded within one request."""
MOST_ENTRIES = 20_000
"""Of one profile."""

log = logging.getLogger("paiyou.server")

Rows = Sequence[RowMapping]
Line = TypeVar("Line", bound=RatedEntry)


class ProfileStore:
    """The records of all people."""

    def __init__(self, store: Store, bots: Bots) -> None:
        self._store, self._bots = store, bots
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """By profile, as long as somebody holds one or waits for it."""

    async def open(self) -> str:
        """A new profile; returns its key, of which only a digest is kept."""
        key = new_token()
        await self._store.write((insert(profiles), {"id": digest(key), "created": time.time()}))
        return key

    async def find(self, key: str) -> str:
        """The profile of a key; RefusedError where there is none."""
        wanted = digest(key)
        query = select(profiles.c.id).where(profiles.c.id == wanted)
        if await self._store.read(lambda connection: connection.execute(query).scalar()) is None:
            raise RefusedError("no_profile", "there is no record by this key; begin a new one")
        return wanted

    # --- games

    async def record_games(self, profile: str, *, client: str = "", most: int = AT_ONCE) -> int:
        """Record finished games of a profile, the oldest first; returns how many are left.

        BotError where no worker answers.
        """
        lock = self._locks.setdefault(profile, asyncio.Lock())
        async with lock:
            waiting = await self._store.read(lambda connection: _unrecorded(connection, profile, most + 1))
            for row in waiting[:most]:
                await self._record_game(profile, row, client)
        return max(0, len(waiting) - most)

    async def record_games_quietly(self, wanted: Sequence[str], client: str) -> None:
        """The same for those at a table where a game has just ended; errors are logged, and tried again later."""
        for profile in wanted:
            try:
                await self.record_games(profile, client=client)
            except (BotError, SQLAlchemyError, ValueError) as error:
                log.warning("a game could not be recorded yet: %s", error)

    async def _record_game(self, profile: str, row: RowMapping, client: str) -> None:
        stored = await self._store.load(row["room"], row["game"], 1)
        assert stored is not None
        question = {**vars(stored), "number": row["game"], "chair": row["chair"]}
        facts = await self._bots.run("result", question, client=client)
        entry = GameEntry()  # a game that cannot be replayed any more is not tried again
        if "refusal" not in facts:
            luck = facts["luck"] or (None, None)
            entry = GameEntry(
                name=facts["name"], role=facts["role"], level=facts["level"], won=facts["won"],
                points=facts["points"], luck_won=luck[0], luck_points=luck[1],
            )  # fmt: skip
            # Whoever sets up a position, or tries one again, knows more than a player does.
            helped = facts["replaced"] or facts["set_up"] or row["chair"] in json.loads(row["hinted"])
            if not helped:
                entry = await self._rate(profile, entry, facts, stored)
        place = {"profile": profile, "room": row["room"], "game": row["game"], "ended": row["ended"]}
        with suppress(IntegrityError):  # another server on the same database was faster
            await self._store.write((insert(results), {**place, "facts": entry.to_text()}))

    async def _rate(self, profile: str, entry: GameEntry, facts: dict[str, Any], stored: StoredRoom) -> GameEntry:
        """An entry with the rating after the game; unrated where somebody's strength is not known."""
        known = {
            chair["chair"]: await self._strength(chair, entry.name)
            for chair in stored.chairs
            if chair["profile"] != profile
        }
        sides = [[known.get(chair) for chair in side["chairs"]] for side in facts["sides"]]
        partners = [known.get(chair) for chair in facts["partners"]]
        if any(one is None for one in [*partners, *(one for side in sides for one in side)]):
            return entry
        ours = [one for one in partners if one is not None]
        games = tuple(
            (*opposing([one for one in side if one is not None], ours, facts["even"] or 0.5), float(result["score"]))
            for side, result in zip(sides, facts["sides"], strict=True)
        )
        before = await self.rating(profile, entry.name) or START
        return rated(replace(entry, opponents=games), before, games)

    async def _strength(self, chair: Any, game: str) -> Rating | None:
        """Of whoever sits on a chair; None where nobody knows."""
        if chair["profile"] is not None:
            return await self.rating(chair["profile"], game, imported=False) or START
        value = None if chair["agent"] is None else agent_rating(game_info(game).name, chair["agent"])
        return None if value is None else Rating(value, LEVEL_DEVIATION)

    async def rating(self, profile: str, game: str, *, imported: bool = True) -> Rating | None:
        """The rating of a profile in a game, whatever its options; None before the first rated one."""
        base = game_info(game).name
        for _, entry, _ in reversed(await self.games(profile)):
            of_game = entry.name.partition(":")[0] == base
            if of_game and entry.after is not None and (imported or not entry.imported):
                return entry.after
        return None

    async def games(self, profile: str) -> list[tuple[RowMapping, GameEntry, ReviewEntry | None]]:
        """All games of a record, the oldest first."""
        query = select(results).where(results.c.profile == profile).order_by(results.c.ended)
        rows = await self._store.read(lambda connection: _all(connection, query))
        return [
            (row, GameEntry.from_text(row["facts"]), None if row["review"] is None else _review(row["review"]))
            for row in rows
        ]

    async def keep_review(self, room: str, game: int, by_chair: dict[int, ReviewEntry]) -> None:
        """What a judge said of a game, for all who sat there and have a record."""
        query = select(chairs.c.chair, chairs.c.profile).where(chairs.c.room == room, chairs.c.profile.is_not(None))
        for row in await self._store.read(lambda connection: _all(connection, query)):
            entry = by_chair.get(row["chair"])
            if entry is not None:
                await self.record_games(row["profile"])
                where = (results.c.profile == row["profile"]) & (results.c.room == room) & (results.c.game == game)
                await self._store.write((update(results).where(where), {"review": entry.to_text()}))

    # --- puzzles

    async def puzzles(self, profile: str) -> list[tuple[RowMapping, PuzzleEntry]]:
        """All puzzles of a record, the first tried first."""
        query = select(puzzle_results).where(puzzle_results.c.profile == profile).order_by(puzzle_results.c.ended)
        rows = await self._store.read(lambda connection: _all(connection, query))
        return [(row, PuzzleEntry.from_text(row["facts"])) for row in rows]

    async def keep_puzzle(self, profile: str, puzzle: int, difficulty: float, *, solved: bool) -> PuzzleEntry:
        """Record the first try at a puzzle; a second one changes nothing, and the first is returned."""
        tried = await self.puzzles(profile)
        for row, entry in tried:
            if row["puzzle"] == puzzle:
                return entry
        before = next((entry.after for _, entry in reversed(tried) if entry.after is not None), None) or START
        value = puzzle_rating(difficulty)
        entry = rated(
            PuzzleEntry(solved=solved, puzzle_rating=value), before, [(value, PUZZLE_DEVIATION, float(solved))]
        )
        new = {"profile": profile, "puzzle": puzzle, "ended": time.time(), "facts": entry.to_text()}
        with suppress(IntegrityError):  # asked twice at once
            await self._store.write((insert(puzzle_results), new))
        return entry

    # --- to another server

    async def import_lines(
        self,
        profile: str,
        games: Sequence[tuple[dict[str, Any], GameEntry, ReviewEntry | None]],
        puzzles: Sequence[tuple[dict[str, Any], PuzzleEntry]],
    ) -> int:
        """Lines of a record that was exported; those that are there already stay. Returns how many are new."""
        there = {(row["room"], row["game"]) for row, _, _ in await self.games(profile)}
        tried = {row["puzzle"] for row, _ in await self.puzzles(profile)}
        if len(there) + len(tried) + len(games) + len(puzzles) > MOST_ENTRIES:
            raise RefusedError("too_large", f"a record has {MOST_ENTRIES:,} lines at most")
        new_games: dict[tuple[str, int], dict[str, Any]] = {
            (row["room"], row["game"]): {
                "profile": profile, **row, "facts": replace(entry, imported=True).to_text(),
                "review": None if review is None else review.to_text(),
            }
            for row, entry, review in games
            if (row["room"], row["game"]) not in there
        }  # fmt: skip
        new_puzzles: dict[int, dict[str, Any]] = {
            row["puzzle"]: {"profile": profile, **row, "facts": replace(entry, imported=True).to_text()}
            for row, entry in puzzles
            if row["puzzle"] not in tried
        }
        steps = [
            *((insert(results), row) for row in new_games.values()),
            *((insert(puzzle_results), row) for row in new_puzzles.values()),
        ]
        if steps:
            await self._store.write(*steps)
        return len(steps)


def rated(entry: Line, before: Rating, games: Sequence[tuple[float, float, float]]) -> Line:
    """A line with the rating after it."""
    after = before.after(games)
    return replace(entry, rating=after.value, deviation=after.deviation, volatility=after.volatility)


def _unrecorded(connection: Connection, profile: str, most: int) -> Rows:
    same = and_(results.c.profile == profile, results.c.room == ends.c.room, results.c.game == ends.c.game)
    query = (
        select(ends.c.room, ends.c.game, ends.c.ended, ends.c.hinted, chairs.c.chair)
        .join(chairs, chairs.c.room == ends.c.room)
        .outerjoin(results, same)
        .where(chairs.c.profile == profile, results.c.profile.is_(None))
        .order_by(ends.c.ended)
        .limit(most)
    )
    return _all(connection, query)


def _all(connection: Connection, query: Any) -> Rows:
    return connection.execute(query).mappings().all()


def _review(text: str) -> ReviewEntry:
    return ReviewEntry.from_text(text)
