"""A scripted person at a table of their own: opens a room, moves when it is time, deals the next game, comes back.

A move that was not acknowledged when the connection broke is sent again, as the page does; the server is to take it
once, whether it had stored it or not.
"""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.request import Request, urlopen

import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from paiyou.games.registry import game as find_game

PATIENCE = 30.0
"""Seconds without a word, or without a server, after which a person gives up."""
MOST_ERRORS = 20
"""Of one person."""


@dataclass
class Diary:
    """What happened to all people of a run."""

    waits: list[float] = field(default_factory=list)
    """Seconds from sending a move to its acknowledgement, where the connection held."""
    sent: int = 0
    acknowledged: dict[tuple[str, int, int], tuple[int, str]] = field(default_factory=dict)
    """Room, game and index of every move that was acknowledged: its seat and the move."""
    games: int = 0
    """Finished ones."""
    reconnected: int = 0
    killed: bool = False
    """Whether the server is killed in this run: then a broken connection is no error."""
    errors: list[str] = field(default_factory=list)
    patience: float = PATIENCE


def ask(address: str, path: str, body: dict[str, Any] | None = None, client: str | None = None) -> Any:
    """An answer of the REST API; `client` is the address that a proxy would name."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", **named_by_proxy(client)}
    with urlopen(Request(f"http://{address}{path}", data, headers)) as answer:
        return json.load(answer)


def named_by_proxy(client: str | None) -> dict[str, str]:
    """The header by which a proxy names the address of a client."""
    return {} if client is None else {"X-Forwarded-For": client}


class Person:
    """One person at one table with bots of one kind.

    Example: `await person.sit_down(); await person.play(pause=2.0, until=time.monotonic() + 60)`.
    """

    def __init__(
        self, address: str, game: str, number: int, diary: Diary, *,
        bots: str = "rules", client: str | None = None, seed: int | None = None,
    ) -> None:  # fmt: skip
        """`client` is the address that a proxy would name; rooms of one `seed` have the same deals."""
        self._address, self._game, self._number, self._diary = address, game, number, diary
        self._bots, self._client, self._seed = bots, client, seed
        self._random = Random(number)
        self._errors = 0

    @property
    def gave_up(self) -> bool:
        """Whether too much went wrong."""
        return self._errors >= MOST_ERRORS

    async def sit_down(self) -> None:
        """Open a room and connect to it."""
        bots = [{"kind": "bot", "agent": self._bots}] * (find_game(self._game).seats - 1)
        wanted = {
            "game": self._game,
            "chairs": [{"kind": "you"}, *bots],
            "name": f"Person {self._number}",
            "seed": self._seed,
        }
        opened = await asyncio.to_thread(ask, self._address, "/api/rooms", wanted, self._client)
        self.room, self._token = opened["room"], opened["token"]
        self._done = (0, -1)
        await self._connect()

    async def stand_up(self) -> None:
        """Leave; the room stays."""
        await self._socket.close()

    async def play(self, pause: float, until: float) -> None:
        """Move every `pause` seconds until a moment on the clock of `time.monotonic`."""
        await asyncio.sleep(self._random.random() * pause)  # not all at the same moment
        while not self.gave_up and (now := time.monotonic()) < until:
            await self.act()
            await asyncio.sleep(max(0.0, now + pause - time.monotonic()))

    async def play_games(self, count: int) -> None:
        """Some whole games one after the other, as fast as it goes."""
        played = 0
        while not self.gave_up and played < count:
            played += await self.act()

    async def act(self) -> bool:
        """Make a move when it is time to, or deal the next game where one is over; whether it was over."""
        try:
            await self._wait_for_turn()
            table = self._table
            if table["phase"] == "over":
                self._diary.games += 1
                if await self._say({"type": "next", "game": table["game"] + 1}):
                    self._done = (table["game"] + 1, -1)
                return True
            move = self._random.choice(table["you"]["moves"])
            self._diary.sent += 1
            if await self._say({"type": "move", "game": table["game"], "index": table["index"], "move": move}):
                self._done = (table["game"], table["index"])
                self._diary.acknowledged[self.room, *self._done] = (table["turn"], move)
        except (TimeoutError, OSError) as error:
            self._complain(f"{type(error).__name__}: {error}")
            self._errors = MOST_ERRORS
        return False

    async def _wait_for_turn(self) -> None:
        while True:
            table = self._table
            # The table that shows the own last move may come before or after its acknowledgement.
            new = (table["game"], table["index"]) > self._done
            if new and (table["phase"] == "over" or table["turn"] == table["you"]["seat"]):
                return
            try:
                await self._hear()
            except ConnectionClosed:
                await self._come_back()

    async def _say(self, message: dict[str, Any]) -> bool:
        """Send a message until it is acknowledged; False where it is refused."""
        identity = f"{message['game']}.{message.get('index')}"
        text = json.dumps({**message, "id": identity})
        begun, broken = time.perf_counter(), False
        while True:
            try:
                await self._socket.send(text)
                while (heard := await self._hear())["type"] not in ("ack", "error"):
                    pass
                if self._diary.killed and heard.get("code") == "busy":  # the database is away: "send it again"
                    broken = True
                    await asyncio.sleep(0.2)
                    continue
                break
            except ConnectionClosed:
                await self._come_back()
                broken = True
        if heard["type"] == "error" or heard["id"] != identity:
            self._complain(json.dumps(heard))
            return False
        if message["type"] == "move" and not broken:
            self._diary.waits.append(time.perf_counter() - begun)
        return True

    async def _hear(self) -> dict[str, Any]:
        async with asyncio.timeout(self._diary.patience):
            message: dict[str, Any] = orjson.loads(await self._socket.recv(decode=False))
        if message["type"] == "table":
            self._table = message["table"]
        return message

    async def _connect(self) -> None:
        self._socket: ClientConnection = await connect(
            f"ws://{self._address}/api/rooms/{self.room}/socket", max_size=None, compression=None,
            additional_headers=named_by_proxy(self._client),
        )  # fmt: skip
        await self._socket.send(json.dumps({"type": "hello", "token": self._token}))
        while (await self._hear())["type"] != "table":
            pass

    async def _come_back(self) -> None:
        if not self._diary.killed:
            self._complain("the connection broke")
        last = time.monotonic() + self._diary.patience
        while True:
            try:
                await self._connect()
                self._diary.reconnected += 1
                return
            except (OSError, ConnectionClosed, InvalidHandshake, EOFError):
                if time.monotonic() > last:
                    raise TimeoutError("the server did not come back") from None
                await asyncio.sleep(0.2)

    def _complain(self, what: str) -> None:
        self._errors += 1
        self._diary.errors.append(f"{self._game}: {what}")
