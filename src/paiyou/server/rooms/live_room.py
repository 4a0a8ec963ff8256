"""A room in memory with those who look at it: who is there, who is away, and whose turn is a bot's."""

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
    """A connection that looks at a room; `changed` wakes the one who writes to it."""

    chair: int | None
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    news: deque[dict[str, Any]] = field(default_factory=lambda: deque(maxlen=MOST_NEWS))
    """What is told once and kept nowhere: a greeting."""


@dataclass(eq=False)
class LiveRoom:
    """A room in memory."""

    room: Room
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    clients: set[Client] = field(default_factory=set)
    thinking: asyncio.Task[None] | None = None
    asking: set[int] = field(default_factory=set)
    """Chairs that wait for a hint."""
    hinted: set[tuple[int, int]] = field(default_factory=set)
    """Games in which a chair was given a hint, and the chair."""
    stand_ins: set[int] = field(default_factory=set)
    """Chairs of people who are away and for whom a bot plays; they end with the process, and with coming back."""
    left: dict[int, float] = field(default_factory=dict)
    """When a person was last here, by chair."""
    address: str = ""
    """Of the person who opened the room, or came first after it was taken from the store."""
    begun: float = field(default_factory=time.monotonic)
    looked_at: float = field(default_factory=time.monotonic)
    owned: bool = False
    """Whether this server has taken it, among those on the same database."""
    greeters: dict[int, Bucket] = field(default_factory=dict)
    """How often each chair may still greet."""
    lost: bool = False
    """Whether another one has taken it since: nothing more happens in it here."""
    _told: dict[int | None, str] = field(default_factory=dict)
    """What was drawn since something changed last, by chair."""

    def away(self, chair: int) -> float:
        """For how many seconds nobody has looked from a chair."""
        return 0.0 if self.is_here(chair) else time.monotonic() - self.left.get(chair, self.begun)

    def is_here(self, chair: int) -> bool:
        """Whether somebody looks from a chair."""
        return any(client.chair == chair for client in self.clients)

    def idle(self, seconds: float) -> bool:
        """Whether nobody has looked at the room for so long, and nothing goes on in it."""
        busy = self.clients or self.lock.locked() or self.thinking is not None
        return not busy and time.monotonic() - self.looked_at > seconds

    @property
    def asker(self) -> str:
        """The client whose questions are those of its bots: who opens ten rooms is still one client."""
        return self.address or self.room.id

    @property
    def bot_is_to_move(self) -> bool:
        """Whether the turn is a bot's, or that of a person for whom one plays."""
        room = self.room
        if room.waiting or room.over or self.lost:
            return False
        chair = room.chair_at(room.state.turn)
        return room.chairs[chair].kind == BOT or chair in self.stand_ins

    def lose(self) -> None:
        """Another server has the room: let bots stop, and clients go there."""
        self.lost = True
        self.show()

    def enter(self, client: Client) -> None:
        """Let a client look; a person who comes back plays again."""
        came = client.chair is not None and not self.is_here(client.chair)
        self.clients.add(client)
        if came and client.chair is not None:
            self.stand_ins.discard(client.chair)
            self.show()

    def leave(self, client: Client) -> None:
        """Let a client go; its chair stays its own."""
        self.clients.discard(client)
        self.looked_at = time.monotonic()
        if client.chair is not None and not self.is_here(client.chair):
            self.left[client.chair] = self.looked_at
            self.show()

    def table(self, chair: int | None) -> dict[str, Any]:
        """What a chair or a spectator sees."""
        connected = frozenset(client.chair for client in self.clients if client.chair is not None)
        return table_for(self.room, chair, connected, frozenset(self.stand_ins))

    def told(self, chair: int | None) -> str:
        """The same as the message that is sent, drawn once for all who look from there."""
        if chair not in self._told:
            told = {"type": "table", "table": self.table(chair)}
            # What a family from outside tells of a table may have numbers for names.
            self._told[chair] = orjson.dumps(told, option=orjson.OPT_NON_STR_KEYS).decode()
        return self._told[chair]

    def tell(self, news: dict[str, Any]) -> None:
        """Say something to everybody who is here."""
        for client in self.clients:
            client.news.append(news)
            client.changed.set()

    def show(self) -> None:
        """Something has changed: let everybody see."""
        self._told.clear()
        for client in self.clients:
            client.changed.set()
