"""A room in memory with its connected clients: who is here, who is away, and whether a bot is to move."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from dataclasses import dataclass, field
from typing import Any

import orjson

from paiyou.server.bucket import Bucket
from paiyou.server.rooms.room import BOT, Room
from paiyou.server.rooms.seat_view import table_for

MOST_NEWS = 20


@dataclass(eq=False)
class Client:
    """A client connected to a room; `changed` wakes the task that writes to it."""

    chair: int | None
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    news: deque[dict[str, Any]] = field(default_factory=lambda: deque(maxlen=MOST_NEWS))
    """Messages that are sent once and not stored: greetings."""


@dataclass(eq=False)
class LiveRoom:
    """A room in memory."""

    room: Room
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    clients: set[Client] = field(default_factory=set)
    thinking: asyncio.Task[None] | None = None
    asking: set[int] = field(default_factory=set)
    """Chairs with a hint under way."""
    hinted: set[tuple[int, int]] = field(default_factory=set)
    """Games in which a chair was given a hint, and the chair."""
    stand_ins: set[int] = field(default_factory=set)
    """Chairs of people who are away and for whom a bot plays, until they come back or the process ends."""
    left: dict[int, float] = field(default_factory=dict)
    """When a person's last connection closed, by chair."""
    address: str = ""
    """Of the person who opened the room, or connected first after it was loaded from the store."""
    begun: float = field(default_factory=time.monotonic)
    looked_at: float = field(default_factory=time.monotonic)
    owned: bool = False
    """Whether this server owns it, among those on the same database."""
    greeters: dict[int, Bucket] = field(default_factory=dict)
    """The rate limit of each chair's greetings."""
    lost: bool = False
    """Whether another server has taken it since: nothing more happens in it here."""
    _messages: dict[int | None, str] = field(default_factory=dict)
    """The messages made since the last change, by chair."""

    def seconds_away(self, chair: int) -> float:
        """For how many seconds a chair has had no connection."""
        return 0.0 if self.is_here(chair) else time.monotonic() - self.left.get(chair, self.begun)

    def is_here(self, chair: int) -> bool:
        """Whether a chair has a connection."""
        return any(client.chair == chair for client in self.clients)

    def idle(self, seconds: float) -> bool:
        """Whether the room has had no client for so long, and nothing goes on in it."""
        busy = self.clients or self.lock.locked() or self.thinking is not None
        return not busy and time.monotonic() - self.looked_at > seconds

    @property
    def asker(self) -> str:
        """The client on whose account its bots think: one who opens ten rooms is still one client."""
        return self.address or self.room.id

    @property
    def bot_is_to_move(self) -> bool:
        """Whether the turn is a bot's, or that of a person for whom one plays."""
        room = self.room
        if room.waiting or room.over or self.lost:
            return False
        chair = room.chair_at(room.state.turn)
        return room.chairs[chair].kind == BOT or chair in self.stand_ins

    def mark_lost(self) -> None:
        """Another server has taken the room: bots stop, and clients are disconnected."""
        self.lost = True
        self.notify()

    def enter(self, client: Client) -> None:
        """Add a client; a person who comes back plays again."""
        came = client.chair is not None and not self.is_here(client.chair)
        self.clients.add(client)
        if came and client.chair is not None:
            self.stand_ins.discard(client.chair)
            self.notify()

    def leave(self, client: Client) -> None:
        """Remove a client; its chair stays reserved."""
        self.clients.discard(client)
        self.looked_at = time.monotonic()
        if client.chair is not None and not self.is_here(client.chair):
            self.left[client.chair] = self.looked_at
            self.notify()

    def table(self, chair: int | None) -> dict[str, Any]:
        """What a chair or a spectator sees."""
        connected = frozenset(client.chair for client in self.clients if client.chair is not None)
        return table_for(self.room, chair, connected, frozenset(self.stand_ins))

    def message_for(self, chair: int | None) -> str:
        """The same as the message that is sent, serialised once for all clients of a chair."""
        if chair not in self._messages:
            message = {"type": "table", "table": self.table(chair)}
            # A family from outside may have dicts with integer keys.
            self._messages[chair] = orjson.dumps(message, option=orjson.OPT_NON_STR_KEYS).decode()
        return self._messages[chair]

    def broadcast(self, news: dict[str, Any]) -> None:
        """Send a message to every client."""
        for client in self.clients:
            client.news.append(news)
            client.changed.set()

    def notify(self) -> None:
        """The table has changed: wake every client's writer."""
        self._messages.clear()
        for client in self.clients:
            client.changed.set()
