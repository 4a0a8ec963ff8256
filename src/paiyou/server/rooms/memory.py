"""The rooms in memory: taken from the store when somebody asks for them, and forgotten when nobody does any more."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from paiyou.server.rooms.live_room import LiveRoom
from paiyou.server.rooms.refusals import RefusedError
from paiyou.server.rooms.restore import restore
from paiyou.server.rooms.store import Store


class Memory:
    """The rooms in memory by their ids; `came` is told of every room that comes there."""

    def __init__(self, store: Store, came: Callable[[LiveRoom], None]) -> None:
        self._store, self._came = store, came
        self._rooms: dict[str, LiveRoom] = {}
        self._loading: dict[str, asyncio.Future[None]] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    def add(self, live: LiveRoom) -> None:
        """Keep a room."""
        self._rooms[live.room.id] = live
        self._came(live)

    async def find(self, room_id: str) -> LiveRoom:
        """A room, from memory or from the store."""
        if room_id not in self._rooms:
            if room_id not in self._loading:
                # It goes on even if the first who asked goes away, and those who come meanwhile wait for the same.
                self._loading[room_id] = asyncio.ensure_future(self._load(room_id))
                self._loading[room_id].add_done_callback(lambda done: self._loaded(room_id, done))
            await asyncio.shield(self._loading[room_id])
        live = self._rooms[room_id]
        live.looked_at = time.monotonic()
        return live

    def owned(self) -> list[LiveRoom]:
        """The rooms that are this server's."""
        return [live for live in self._rooms.values() if live.owned]

    def forget_idle(self, seconds: float) -> list[str]:
        """Drop the rooms that nobody has looked at for so long, and tell which; they come back from the store."""
        idle = [live for live in self._rooms.values() if live.idle(seconds)]
        for live in idle:
            self.forget(live)
        return [live.room.id for live in idle]

    def forget(self, live: LiveRoom) -> None:
        """Drop a room."""
        if self._rooms.get(live.room.id) is live:
            del self._rooms[live.room.id]

    async def _load(self, room_id: str) -> None:
        room = await restore(self._store, room_id)
        if room is None:
            raise RefusedError("no_room", "there is no such room; it may have been mistyped")
        self.add(LiveRoom(room))

    def _loaded(self, room_id: str, done: asyncio.Future[None]) -> None:
        self._loading.pop(room_id, None)
        if not done.cancelled():
            done.exception()  # looked at here, since nobody may be waiting any more
