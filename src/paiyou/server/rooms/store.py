"""The database: rooms, chairs, games begun, and every action, stored before it is acknowledged.

SQLite in a file by default, PostgreSQL by its URL; the same tables and statements on both. One thread writes, and
commits all that waits in one transaction (group commit), at most once in `COMMIT_SECONDS`: many tables that move at
once share the cost of a commit, and one alone does not wait.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, insert, select, update
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.pool import StaticPool

from paiyou.server.rooms.migrate import bring_up_to_date
from paiyou.server.rooms.refusals import RefusedError
from paiyou.server.rooms.seal import Seal
from paiyou.server.rooms.stored_room import Newest, StoredRoom
from paiyou.server.rooms.tables import actions, chairs, ends, openings, rooms, versions

STOP_SECONDS = 15.0
"""A little more than SQLite's busy timeout."""
COMMIT_SECONDS = 0.005
"""From one commit to the next. A transaction costs twenty times as much as an action in it: under load this is the
difference between half a core for the database and a few percent of one."""

# Compiled once: building a statement for every row costs more than storing the row.
ADD_ROOM, ADD_VERSION, ADD_CHAIR, ADD_ACTION = insert(rooms), insert(versions), insert(chairs), insert(actions)
ADD_OPENING = insert(openings)
ADD_END = insert(ends)

Found = TypeVar("Found")


class Store:
    """A database and the thread that writes to it.

    Example: `store = Store("sqlite:///games.db"); await store.add_action("r1", 0, 0, seat=0, move="33")`.
    """

    def __init__(self, url: str, key: bytes | None = None) -> None:
        """Open a database; a `key` seals the secrets of new rooms there, and opens those that it has sealed."""
        self._seal = None if key is None else Seal(key)
        self._engine = engine_of(url)
        # A database in memory is one shared connection: a reader that ends its transaction would end the writer's.
        shared = isinstance(self._engine.pool, StaticPool)
        self._alone: AbstractContextManager[Any] = threading.Lock() if shared else nullcontext()
        try:
            bring_up_to_date(self._engine)
        except (SQLAlchemyError, ValueError) as error:
            reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
            raise ValueError(f"the database {_without_password(url)} cannot be used: {reason}") from None
        self._waiting: queue.SimpleQueue[_Work | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Write what is queued, then stop; the wait for a database that does not answer is bounded."""
        self._waiting.put(None)
        self._thread.join(STOP_SECONDS)
        self._engine.dispose()

    async def add_room(self, room: Mapping[str, Any], sitting: list[Mapping[str, Any]]) -> None:
        """Store a new room with its chairs; `version` is that of the rules, `opening` where its first game begins."""
        row = self._sealed({name: value for name, value in room.items() if name not in ("version", "opening")})
        rules = {"room": room["id"], "version": room["version"]}
        set_up = room.get("opening")
        begun = [] if set_up is None else [(ADD_OPENING, {"room": room["id"], "position": set_up})]
        await self.write((ADD_ROOM, row), (ADD_VERSION, rules), *begun, *((ADD_CHAIR, chair) for chair in sitting))

    async def take_chair(self, room: str, chair: int, sitting: Mapping[str, Any]) -> bool:
        """Store who took an open chair; False where it was not open."""
        where = (chairs.c.room == room) & (chairs.c.chair == chair) & (chairs.c.kind == "open")
        return await self.write((update(chairs).where(where), sitting)) == 1

    async def add_action(
        self, room: str, game: int, number: int, *, seat: int, move: str, note: str | None = None,
        end: Mapping[str, Any] | None = None,
    ) -> None:  # fmt: skip
        """Store an action, and the `end` of the game where it is its last.

        A second one of the same number is refused by the database.
        """
        row = {"room": room, "game": game, "number": number, "seat": seat, "move": move, "note": note}
        ending = [] if end is None else [(ADD_END, {"room": room, "game": game, **end})]
        await self.write((ADD_ACTION, row), *ending)

    async def find_action(self, room: str, game: int, number: int) -> Mapping[str, Any] | None:
        """One action; None where there is none."""
        return await asyncio.to_thread(self._find_action, room, game, number)

    async def newest(self, room: str) -> Newest:
        """A room's last action, and which server owns it."""
        return await asyncio.to_thread(self._newest, room)

    async def take_room(self, room: str, owner: str) -> None:
        """Make a server the owner of a room."""
        await self.write((update(rooms).where(rooms.c.id == room), {"owner": owner}))

    async def release_rooms(self, given_up: Collection[str], owner: str) -> None:
        """Remove a server as the owner of rooms."""
        where = rooms.c.id.in_(given_up) & (rooms.c.owner == owner)
        await self.write((update(rooms).where(where), {"owner": None}))

    async def rooms_of(self, owner: str) -> set[str]:
        """The rooms that a server owns."""
        return await asyncio.to_thread(self._rooms_of, owner)

    async def load(self, room: str, first: int = 0, games: int | None = None) -> StoredRoom | None:
        """A room from the store, with some of its games or all; None where there is none of that id."""
        # All our ids look like this, and PostgreSQL takes no NUL in a string.
        plain = room.isascii() and room.isprintable()
        return await asyncio.to_thread(self._load, room, first, games) if plain else None

    async def read(self, look: Callable[[Connection], Found]) -> Found:
        """Run a query in a thread, beside the event loop."""
        return await asyncio.to_thread(self._read, look)

    async def write(self, *steps: tuple[Any, Mapping[str, Any]]) -> int:
        """Carry out statements in one transaction; returns how many rows the last one touched."""
        work = _Work(steps, asyncio.get_running_loop().create_future())
        self._waiting.put(work)
        return await work.done

    def _read(self, look: Callable[[Connection], Found]) -> Found:
        with self._alone, self._engine.connect() as connection:
            return look(connection)

    def _find_action(self, room: str, game: int, number: int) -> Mapping[str, Any] | None:
        where = (actions.c.room == room) & (actions.c.game == game) & (actions.c.number == number)
        with self._alone, self._engine.connect() as connection:
            row = connection.execute(select(actions).where(where)).mappings().first()
            return None if row is None else dict(row)

    def _rooms_of(self, owner: str) -> set[str]:
        with self._alone, self._engine.connect() as connection:
            return set(connection.execute(select(rooms.c.id).where(rooms.c.owner == owner)).scalars())

    def _newest(self, room: str) -> Newest:
        last_first = (actions.c.game.desc(), actions.c.number.desc())
        places = select(actions.c.game, actions.c.number).where(actions.c.room == room).order_by(*last_first).limit(1)
        sitting = select(chairs.c.kind, chairs.c.key).where(chairs.c.room == room).order_by(chairs.c.chair)
        with self._alone, self._engine.connect() as connection:
            owner = connection.execute(select(rooms.c.owner).where(rooms.c.id == room)).scalar()
            place = connection.execute(places).first()
            on_chairs = [(kind, key) for kind, key in connection.execute(sitting)]
            return Newest(owner, None if place is None else (place[0], place[1]), on_chairs)

    def _load(self, room: str, first: int, games: int | None) -> StoredRoom | None:
        with self._alone, self._engine.connect() as connection:
            row = connection.execute(select(rooms).where(rooms.c.id == room)).mappings().first()
            if row is None:
                return None
            rules = connection.execute(select(versions.c.version).where(versions.c.room == room)).scalar()
            opening = connection.execute(select(openings.c.position).where(openings.c.room == room)).scalar()
            sitting = connection.execute(select(chairs).where(chairs.c.room == room).order_by(chairs.c.chair))
            where = (actions.c.room == room) & (actions.c.game >= first)
            if games is not None:
                where &= actions.c.game < first + games
            made = connection.execute(select(actions).where(where).order_by(actions.c.game, actions.c.number))
            return StoredRoom(
                self._opened(dict(row)) | {"version": rules or 1} | ({} if opening is None else {"opening": opening}),
                [dict(each) for each in sitting.mappings()],
                [dict(a) for a in made.mappings()],
            )

    def _sealed(self, row: dict[str, Any]) -> dict[str, Any]:
        seal, room, invite = self._seal, row["id"], row["invite"]
        if seal is None:
            return row
        hidden = {"secret": seal.apply(room, "secret", bytes.fromhex(row["secret"])).hex(), "sealed_by": seal.name}
        if invite is not None:
            hidden["invite"] = seal.apply(room, "invite", invite.encode()).hex()
        return row | hidden

    def _opened(self, row: Mapping[str, Any]) -> dict[str, Any]:
        opened = {name: value for name, value in row.items() if name not in ("sealed_by", "owner")}
        if row["sealed_by"] is None:
            return opened
        seal, room, invite = self._seal, row["id"], row["invite"]
        if seal is None or seal.name != row["sealed_by"]:
            raise RefusedError("damaged", "this room is sealed by a key that the server was not given")
        opened["secret"] = seal.apply(room, "secret", bytes.fromhex(row["secret"])).hex()
        if invite is not None:
            opened["invite"] = seal.apply(room, "invite", bytes.fromhex(invite)).decode()
        return opened

    def _write_all(self) -> None:
        stopping, next_commit = False, 0.0
        while not stopping:
            batch = [self._waiting.get()]
            # More work may arrive meanwhile; a single writer does not wait, since its last commit was long ago.
            time.sleep(max(0.0, next_commit - time.monotonic()))
            next_commit = time.monotonic() + COMMIT_SECONDS
            while not self._waiting.empty():
                batch.append(self._waiting.get())
            stopping = None in batch
            # From here on a cancelled caller no longer withdraws its work.
            work = [item for item in batch if item is not None and not item.done.cancelled()]
            if work:
                _deliver(self._commit(work))

    def _commit(self, batch: list[_Work]) -> list[_Outcome]:
        try:
            with self._alone, self._engine.begin() as connection:
                return list(zip(batch, _run_all(connection, batch), strict=True))
        except BaseException as error:
            if len(batch) == 1:
                return [(batch[0], error)]
            # One bad statement must not take the others with it.
            return [outcome for work in batch for outcome in self._commit([work])]


def _run_all(connection: Connection, batch: list[_Work]) -> list[int]:
    """Carry out what waits; returns how many rows each touched. All actions go to the driver at once.

    One by one they would keep this thread at work, and the event loop from its turn, for longer than the disk takes.
    """
    touched = [1 if work.is_action else work.run(connection) for work in batch]
    made = [work.steps[0][1] for work in batch if work.is_action]
    if made:
        connection.execute(ADD_ACTION, made)
    return touched


@dataclass(frozen=True)
class _Work:
    steps: tuple[tuple[Any, Mapping[str, Any]], ...]
    """Statements and their values."""
    done: asyncio.Future[int]

    @property
    def is_action(self) -> bool:
        """Whether it is an action and nothing else."""
        return len(self.steps) == 1 and self.steps[0][0] is ADD_ACTION

    def run(self, connection: Connection) -> int:
        rows = 0
        for statement, values in self.steps:
            rows = connection.execute(statement, values).rowcount
        return rows


_Outcome = tuple[_Work, int | BaseException]


def _deliver(outcomes: Iterable[_Outcome]) -> None:
    """Set all futures, once per event loop: waking a loop from another thread costs more than storing a move."""
    by_loop: defaultdict[asyncio.AbstractEventLoop, list[_Outcome]] = defaultdict(list)
    for outcome in outcomes:
        by_loop[outcome[0].done.get_loop()].append(outcome)
    for loop, outcomes_there in by_loop.items():
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(_settle, outcomes_there)


def _settle(outcomes: Iterable[_Outcome]) -> None:
    for work, outcome in outcomes:
        if work.done.done():
            continue
        if isinstance(outcome, BaseException):
            work.done.set_exception(outcome)
        else:
            work.done.set_result(outcome)


def engine_of(url: str) -> Engine:
    """How to reach a database by its URL."""
    try:
        if url.startswith("postgresql://"):
            url = url.replace("postgresql://", "postgresql+psycopg://", 1)
        if url in ("sqlite://", "sqlite:///:memory:"):
            return create_engine(url, poolclass=StaticPool, connect_args={"check_same_thread": False})
        engine = create_engine(url)
        _keep_private(engine)
    except (ArgumentError, ModuleNotFoundError, ValueError) as error:
        if isinstance(error, ModuleNotFoundError):
            raise ValueError(f"this database needs the package {error.name}: pip install 'paiyou[postgres]'") from None
        raise ValueError(
            f"{_without_password(url)!r} is no database; write sqlite:///FILE or postgresql://USER@HOST/NAME"
        ) from None
    if url.startswith("sqlite"):

        @event.listens_for(engine, "connect")
        def _set_up(connection: Any, _: object) -> None:
            cursor = connection.cursor()
            # Readers do not wait for the writer, and a commit is on the disk when it returns.
            cursor.execute("PRAGMA journal_mode=WAL")
            cursor.execute("PRAGMA synchronous=FULL")
            cursor.execute("PRAGMA busy_timeout=10000")
            cursor.close()

    return engine


def _keep_private(engine: Engine) -> None:
    """Make an SQLite file readable by its owner alone: it has the secrets of rooms, from which deals are derived.

    SQLite gives the files beside it the same permissions.
    """
    file = engine.url.database
    if engine.dialect.name != "sqlite" or not file or file.startswith("file:"):
        return
    path = Path(file)
    with suppress(OSError):  # a missing folder is reported on opening, and another user's file keeps its permissions
        path.touch(mode=0o600)
        path.chmod(path.stat().st_mode & 0o700)


def _without_password(url: str) -> str:
    before, at, host = url.rpartition("@")
    return f"{before.rpartition(':')[0]}:***{at}{host}" if at and before.count(":") > 1 else url
