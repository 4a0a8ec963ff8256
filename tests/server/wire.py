"""Clients of a real server over real sockets, for tests: they remember every text they were sent."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.sync.client import connect

from patience import PATIENCE


def http(address: str, path: str, body: dict[str, Any] | None = None) -> tuple[int, Any, str]:
    """Status, JSON and text of an answer."""
    data = None if body is None else json.dumps(body).encode()
    request = Request(f"http://{address}{path}", data, {"Content-Type": "application/json"})
    try:
        with urlopen(request, timeout=PATIENCE) as answer:
            status, text = answer.status, answer.read().decode()
    except HTTPError as error:
        status, text = error.code, error.read().decode()
    return status, json.loads(text), text


def open_room(address: str, game: str, others: Sequence[dict[str, str]], name: str = "Ann") -> dict[str, Any]:
    """A room with a person on its first chair: room, chair, token, invite."""
    status, opened, text = http(
        address, "/api/rooms", {"game": game, "chairs": [{"kind": "you"}, *others], "name": name}
    )
    assert status == 201, text
    return dict(opened)


def join_room(address: str, opened: dict[str, Any], name: str) -> dict[str, Any]:
    """Another chair of a room, by its invitation."""
    status, joined, text = http(
        address, f"/api/rooms/{opened['room']}/join", {"invite": opened["invite"], "name": name}
    )
    assert status == 200, text
    return dict(joined)


class Client:
    """A person or (without a token) a spectator at a room."""

    def __init__(self, address: str, room: str, token: str | None) -> None:
        self._open = ExitStack()
        url = f"ws://{address}/api/rooms/{room}/socket"
        self.socket = self._open.enter_context(connect(url, max_size=None, close_timeout=1))
        self.heard: list[str] = []
        """Everything that was sent to it."""
        self.table: dict[str, Any] = {}
        """The newest."""
        self.say({"type": "hello", "token": token})

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._open.close()

    def say(self, message: dict[str, Any] | str | bytes) -> None:
        self.socket.send(json.dumps(message) if isinstance(message, dict) else message)

    def hear(self) -> dict[str, Any]:
        text = self.socket.recv(timeout=PATIENCE)
        assert isinstance(text, str)
        self.heard.append(text)
        message = json.loads(text)
        if message["type"] == "table":
            self.table = message["table"]
        return dict(message)

    def hear_until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while not wanted(message := self.hear()):
            pass
        return message

    def answer_to(self, message: dict[str, Any], identity: str = "x") -> dict[str, Any]:
        """What the server says to a message: the answer that carries its id."""
        self.say({**message, "id": identity})
        return self.hear_until(lambda heard: heard.get("id") == identity)

    def settle(self) -> list[dict[str, Any]]:
        """Everything that was said before the answer to a ping."""
        self.say({"type": "ping"})
        said = []
        while (message := self.hear())["type"] != "pong":
            said.append(message)
        return said

    @property
    def place(self) -> tuple[int, int]:
        return (self.table["game"], self.table["index"]) if self.table else (-1, -1)

    def wait_for(self, place: tuple[int, int]) -> None:
        """Until the table has come to an action of a game."""
        while self.place < place:
            self.hear()

    @property
    def to_move(self) -> bool:
        return bool(self.table) and self.table["you"] is not None and self.table["turn"] == self.table["you"]["seat"]

    def wait_for_turn(self) -> None:
        """Until it is this person's turn, or the game is over."""
        while not self.table or not (self.to_move or self.table["phase"] == "over"):
            self.hear()

    def move(self, move: str, identity: str = "x") -> dict[str, Any]:
        """A move at the place that the newest table shows, and the answer."""
        game, index = self.place
        answer = self.answer_to({"type": "move", "game": game, "index": index, "move": move}, identity)
        if answer["type"] == "ack":
            self.wait_for((game, index + 1))
        return answer
