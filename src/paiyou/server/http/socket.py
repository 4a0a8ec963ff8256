"""The WebSocket of a room: one connection, one chair or a spectator; docs/table.md has the messages.

Whatever arrives is answered with a message; nothing that a client sends ends the connection but too much of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections import deque
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from paiyou.server.bucket import Bucket
from paiyou.server.http.limits import client_address, message_bucket
from paiyou.server.rooms.hub import Hub
from paiyou.server.rooms.live_room import Client, LiveRoom
from paiyou.server.rooms.refusals import AlreadyDone, RefusedError
from paiyou.server.sizes import LONGEST_ID, LONGEST_MOVE, MOST_CHARACTERS, MOST_INDEX

MOST_REPLIES = 200
"""Replies that wait for a client that does not read; beyond it the connection is closed."""
HELLO_SECONDS = 20.0
SERVICE_RESTART = 1012
"""The close code that asks a client to reconnect."""

log = logging.getLogger("paiyou.server")
router = APIRouter()


@router.websocket("/api/rooms/{room}/socket")
async def connect(socket: WebSocket, room: str) -> None:
    """Accept a player or a spectator, and handle messages until it disconnects."""
    state = socket.app.state
    limits, open_sockets = state.settings.limits, state.sockets
    address = client_address(socket.scope, limits)
    if open_sockets[address] >= limits.sockets_per_client:
        await socket.close(1013, "too many connections of one client")
        return
    open_sockets[address] += 1
    try:
        await socket.accept()
        await Connection(socket, state.hub, message_bucket(limits), address).serve(room)
    finally:
        open_sockets[address] -= 1
        if not open_sockets[address]:
            del open_sockets[address]


class Connection:
    """One client's connection."""

    def __init__(self, socket: WebSocket, hub: Hub, bucket: Bucket, address: str) -> None:
        self._socket, self._hub, self._bucket, self._address = socket, hub, bucket, address
        self._replies: deque[dict[str, Any]] = deque()
        self._hints: set[asyncio.Task[None]] = set()

    async def serve(self, room_id: str) -> None:
        """Handle the connection from hello to its end."""
        client: Client | None = None
        live: LiveRoom | None = None
        writer: asyncio.Task[None] | None = None
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                live, client = await self._hello(room_id)
            writer = asyncio.create_task(self._write(live, client))
            while not writer.done():
                await self._answer(live, client, await self._receive())
        except (WebSocketDisconnect, RuntimeError, TimeoutError):
            pass  # disconnected, or no hello in time
        except _CloseConnection:
            with contextlib.suppress(Exception):
                await self._socket.close(1008)
        except Exception:
            log.exception("a connection to room %r broke", room_id)
            with contextlib.suppress(Exception):
                await self._socket.close(1011)
        finally:
            for task in (writer, *self._hints):
                if task is not None:
                    task.cancel()
            if live is not None and client is not None:
                self._hub.leave(live, client)

    async def _hello(self, room_id: str) -> tuple[LiveRoom, Client]:
        while True:
            message = read(await self._receive())
            if message is None or message.get("type") != "hello":
                await self._send(
                    error_message(None, "bad_message", 'say hello first: {"type": "hello", "token": null}')
                )
                continue
            token = message.get("token")
            if token is not None and not isinstance(token, str):
                await self._send(error_message(None, "bad_message", "token must be a string, or null to watch"))
                continue
            try:
                live = await self._hub.find_to_enter(room_id, token)
                return live, self._hub.enter(live, token, self._address)
            except RefusedError as error:
                await self._send(error_message(None, error.refusal.code, error.refusal.message))
                if error.refusal.code in ("no_room", "old_rules", "damaged"):
                    raise _CloseConnection from None

    async def _receive(self) -> str:
        while True:
            frame = await self._socket.receive()
            if frame["type"] == "websocket.disconnect":
                raise WebSocketDisconnect
            if not self._bucket.take():
                await self._send(error_message(None, "too_fast", "too many messages: this connection is closed"))
                raise _CloseConnection
            text = frame.get("text")
            if text is None:
                await self._send(error_message(None, "bad_message", "messages are strings: one JSON object each"))
            elif len(text) > MOST_CHARACTERS:
                await self._send(
                    error_message(None, "too_large", f"a message has at most {MOST_CHARACTERS} characters")
                )
            else:
                return str(text)

    async def _answer(self, live: LiveRoom, client: Client, text: str) -> None:
        message = read(text)
        identity = message.get("id") if message is not None else None
        if not isinstance(identity, str) or len(identity) > LONGEST_ID:
            identity = None
        if message is None:
            self._reply(client, error_message(None, "bad_message", "a message is one JSON object"))
            return
        try:
            await self._act(live, client, message, identity)
        except RefusedError as error:
            refusal = error.refusal
            self._reply(client, error_message(identity, refusal.code, refusal.message, refusal.detail))
        except _CloseConnection:
            raise
        except Exception:
            log.exception("a message in room %s could not be handled", live.room.id)
            self._reply(client, error_message(identity, "busy", "that could not be stored; send it again"))

    async def _act(self, live: LiveRoom, client: Client, message: dict[str, Any], identity: str | None) -> None:
        kind = message.get("type")
        if kind == "ping":
            self._reply(client, {"type": "pong"})
            return
        if kind not in ("move", "next", "hint", "bot", "greet"):
            raise RefusedError("bad_message", "type must be move, next, hint, bot, greet or ping")
        if kind == "greet":
            self._hub.greet(live, client.chair, str(message.get("greeting")))
            self._reply(client, {"type": "ack", "id": identity, "game": live.room.number, "index": live.room.index})
            return
        if kind == "bot":
            await self._hub.seat_bot(live, client.chair, read_integer(message, "chair"))
            room = live.room
            self._reply(client, {"type": "ack", "id": identity, "game": room.number, "index": room.index})
            return
        game = read_integer(message, "game")
        if kind == "next":
            index = 0
            with contextlib.suppress(AlreadyDone):
                await self._hub.next_game(live, client.chair, game)
        else:
            index = read_integer(message, "index")
            if kind == "hint":
                self._start_hint(live, client, game, index, identity)
                return
            move = message.get("move")
            if not isinstance(move, str) or not 0 < len(move) <= LONGEST_MOVE:
                raise RefusedError("bad_message", 'move must be a string such as "33344" or "pass"')
            with contextlib.suppress(AlreadyDone):
                await self._hub.move(live, client.chair, game, index, move)
        self._reply(client, {"type": "ack", "id": identity, "game": game, "index": index})

    def _start_hint(self, live: LiveRoom, client: Client, game: int, index: int, identity: str | None) -> None:
        """Find a hint in a task of its own: moves do not wait for it."""
        if self._hints:
            raise RefusedError("busy", "one hint at a time")

        async def find() -> None:
            try:
                found = await self._hub.hint(live, client.chair, game, index)
                self._reply(client, {"type": "hint", "id": identity, "game": game, "index": index, **found})
            except RefusedError as error:
                with contextlib.suppress(_CloseConnection):
                    self._reply(client, error_message(identity, error.refusal.code, error.refusal.message))
            except _CloseConnection:
                pass  # the next message says so, too

        task = asyncio.create_task(find())
        self._hints.add(task)
        task.add_done_callback(self._hints.discard)

    def _reply(self, client: Client, message: dict[str, Any]) -> None:
        if len(self._replies) >= MOST_REPLIES:
            raise _CloseConnection
        self._replies.append(message)
        client.changed.set()

    async def _write(self, live: LiveRoom, client: Client) -> None:
        """Send waiting replies, and the table whenever it has changed: always the newest, never a backlog."""
        try:
            shown = ""
            client.changed.set()
            while True:
                await client.changed.wait()
                client.changed.clear()
                while self._replies:
                    await self._send(self._replies.popleft())
                while client.news:
                    await self._send(client.news.popleft())
                if live.lost:
                    await self._socket.close(SERVICE_RESTART, "this room is at another server now; come again")
                    return
                table = live.message_for(client.chair)
                if table != shown:
                    shown = table
                    await self._socket.send_text(table)
        except (WebSocketDisconnect, RuntimeError):
            return

    async def _send(self, message: dict[str, Any]) -> None:
        # A reply repeats the client's id, which may not be valid Unicode; orjson would refuse it.
        await self._socket.send_text(json.dumps(message))


class _CloseConnection(Exception):  # noqa: N818 - control flow, not an error
    """The connection is to be closed."""


def read(text: str) -> dict[str, Any] | None:
    """A message; None where it is no JSON object."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


def read_integer(message: dict[str, Any], name: str) -> int:
    """An integer field of a message."""
    value = message.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MOST_INDEX:
        raise RefusedError("bad_message", f"{name} must be a whole number from 0 on")
    return value


def error_message(
    identity: str | None, code: str, message: str, detail: dict[str, str] | None = None
) -> dict[str, Any]:
    """An error as it is sent."""
    return {"type": "error", "id": identity, "code": code, "message": message, "detail": detail or {}}
