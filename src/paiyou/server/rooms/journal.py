"""A write-ahead journal: an action is stored before it is applied, so nothing acknowledged is lost with the process.

Where another server on the same database was faster, the store refuses, and the room is reloaded from there. Callers
hold the room's lock, except for `catch_up`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from paiyou.server.rooms.live_room import LiveRoom
from paiyou.server.rooms.refusals import AlreadyDone, RefusedError
from paiyou.server.rooms.restore import restore
from paiyou.server.rooms.room import Chair
from paiyou.server.rooms.store import Store
from paiyou.server.rooms.stored_room import DEALT


class Journal:
    """Stores an action, then applies it."""

    def __init__(self, store: Store, server: str, on_end: Callable[[LiveRoom], None] = lambda _: None) -> None:
        """`server` names this server among those on the same database; `on_end` is called where a game has ended."""
        self._store, self._server, self._on_end = store, server, on_end

    async def play(self, live: LiveRoom, move: str, note: str | None = None) -> None:
        """Store and play a legal move of the seat to move."""
        room = live.room
        end = end_of(live) if room.ends_with(move) else None
        await self._append(live, room.number, room.index, room.state.turn, move, note, end)
        room.play(move, note)
        live.notify()
        if end is not None:
            self._on_end(live)

    async def deal_next(self, live: LiveRoom, seat: int) -> None:
        """Store and deal the next game, which a seat has asked for."""
        room = live.room
        await self._append(live, room.number + 1, DEALT, seat, "next", None)
        room.next_game()
        live.notify()

    async def take_chair(self, live: LiveRoom, chair: int, sitting: Chair) -> None:
        """Store who takes an open chair, and seat them."""
        if not await self._store.take_chair(live.room.id, chair, vars(sitting)):
            await self._reload(live)
            raise RefusedError("full", "another server gave this chair away; look again")
        live.room.chairs[chair] = sitting

    async def catch_up(self, live: LiveRoom, may_take: Callable[[], object] | None = None) -> None:
        """Reload a room from the store where another server has changed it meanwhile.

        With `may_take` this server owns it from now on, unless that raises, given the room as it is now; without, it
        owns only a room that has no owner. While the database does not answer the room stays as it is.
        """
        async with live.lock:
            room = live.room
            here = None if (room.number, room.index) == (0, 0) else (room.number, room.index - 1)
            with suppress(SQLAlchemyError):
                owner, place, chairs = await self._store.newest(room.id)
                if (place, chairs) != (here, [(chair.kind, chair.key) for chair in room.chairs]):
                    await self._reload(live)
                if may_take is not None:
                    may_take()
                if owner != self._server and (owner is None or may_take is not None):
                    await self._store.take_room(room.id, self._server)
                    owner = self._server
                if owner == self._server:
                    live.owned = True

    async def _append(
        self, live: LiveRoom, game: int, number: int, seat: int, move: str, note: str | None,
        end: Mapping[str, Any] | None = None,
    ) -> None:  # fmt: skip
        try:
            await self._store.add_action(live.room.id, game, number, seat=seat, move=move, note=note, end=end)
        except IntegrityError:
            await self._reload(live)
            # It may be our own: a database that dies during a commit may have committed without confirming.
            done = await self._store.find_action(live.room.id, game, number)
            if done is not None and (done["seat"], done["move"]) == (seat, move):
                raise AlreadyDone from None
            raise RefusedError("late", "the table has moved on; look again") from None

    async def _reload(self, live: LiveRoom) -> None:
        room = await restore(self._store, live.room.id)
        assert room is not None
        live.room = room
        live.notify()


def end_of(live: LiveRoom) -> dict[str, Any]:
    """The row for a game that ends now: when, and which chairs had hints in it."""
    hinted = sorted(chair for game, chair in live.hinted if game == live.room.number)
    return {"ended": time.time(), "hinted": json.dumps(hinted)}
