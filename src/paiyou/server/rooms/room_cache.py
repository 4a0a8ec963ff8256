"""The rooms in memory: loaded from the store on demand, and evicted when idle."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from paiyou.server.rooms.live_room import LiveRoom
from paiyou.server.rooms.refusals import RefusedError
from paiyou.server.rooms.restore import restore
from paiyou.server.rooms.store import Store


class RoomCache:
    """The rooms in memory by their ids; `on_add` is called with every room that is added."""

    def __init__(self, store: Store, on_add: Callable[[LiveRoom], None]) -> None:
        self._store, self._on_add = store, on_add
        self._rooms: dict[str, LiveRoom] = {}
        self._loading: dict[str, asyncio.Future[None]] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    def add(self, live: LiveRoom) -> None:
        """Add a room."""
        self._rooms[live.room.id] = live
        self._on_add(live)

    async def find(self, room_id: str) -> LiveRoom:
        """A room, from the cache or from the store."""
        if room_id not in self._rooms:
            if room_id not in self._loading:
                # Concurrent requests share one load, which goes on even if the first of them is cancelled.
                self._loading[room_id] = asyncio.ensure_future(self._load(room_id))
                self._loading[room_id].add_done_callback(lambda done: self._loaded(room_id, done))
            await asyncio.shield(self._loading[room_id])
        live = self._rooms[room_id]
        live.looked_at = time.monotonic()
        return live

    def owned(self) -> list[LiveRoom]:
        """The rooms that this server owns."""
        return [live for live in self._rooms.values() if live.owned]

    def forget_idle(self, seconds: float) -> list[str]:
        """Evict the rooms that have been idle for so long, and return their ids; they can be loaded again."""
        idle = [live for live in self._rooms.values() if live.idle(seconds)]
        for live in idle:
            self.forget(live)
        return [live.room.id for live in idle]

    def forget(self, live: LiveRoom) -> None:
        """Evict a room."""
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
            done.exception()  # retrieved here, since nobody may be waiting any more
