"""Connections over real sockets: silent, slow and deaf clients are let go, and nobody else notices.

No test waits for a moment: a client listens until the server closes the connection, however long that takes here.
"""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import pytest
import uvicorn

from paiyou.server import serve
from paiyou.server.http.connections import ConnectionCounter
from paiyou.server.http.limits import Limits, LimitsMiddleware
from paiyou.server.serve import config_of
from patience import PATIENCE

SHORT = 0.05
LONG = 3600.0
GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n"
UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


def limits(**shorter: Any) -> Limits:
    stages = ("head_seconds", "body_seconds", "keep_alive_seconds", "write_seconds")
    return Limits(**dict.fromkeys(stages, LONG) | shorter)


class Served:
    """An application served over a socket, in a thread of its own."""

    def __init__(self, held: Limits, size: int = 2) -> None:
        self.answered = threading.Event()
        self.go_on = threading.Event()
        self.size = size
        self.config = config_of(LimitsMiddleware(self.app, held), held)
        self.server = uvicorn.Server(self.config)
        self.counter: ConnectionCounter = self.config.http.counter  # type: ignore[union-attr]

    async def app(self, scope: Any, receive: Any, send: Any) -> None:
        """Answers `/slow` when it is told to, `/stuck` never, and a WebSocket with a message; all else at once."""
        if scope["type"] == "lifespan":
            raise NotImplementedError  # as ASGI has it: this application has nothing to do at its start and end
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            while (await receive())["type"] != "websocket.disconnect":
                await send({"type": "websocket.send", "bytes": bytes(self.size)})
            return
        while (await receive()).get("more_body"):
            pass
        if scope["path"] == "/slow":
            self.answered.set()
            await asyncio.to_thread(self.go_on.wait)
        if scope["path"] == "/stuck":
            self.answered.set()
            await asyncio.Event().wait()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % self.size)]})
        await send({"type": "http.response.body", "body": bytes(self.size)})


@contextmanager
def serving(held: Limits, size: int = 2) -> Iterator[tuple[Served, Callable[[], socket.socket]]]:
    """A server, and what opens a connection to it."""
    served = Served(held, size)
    listening = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=lambda: asyncio.run(served.server.serve([listening])), daemon=True)
    with ExitStack() as leaving:

        def connect() -> socket.socket:
            made = leaving.enter_context(socket.create_connection(listening.getsockname(), PATIENCE))
            made.settimeout(PATIENCE)
            return made

        thread.start()
        try:
            yield served, connect
        finally:
            served.go_on.set()
            served.server.should_exit = True
            thread.join(PATIENCE)
            assert not thread.is_alive(), "the server did not stop"


def wait_until(what: Callable[[], bool]) -> None:
    """Look again and again."""
    while not what():
        time.sleep(0.01)


def heard(client: socket.socket) -> bytes:
    """Everything until the server closes the connection."""
    said = b""
    try:
        while part := client.recv(65536):
            said += part
    except ConnectionResetError:
        pass
    return said


@pytest.mark.parametrize(
    ("stage", "sent"),
    [
        ("head_seconds", b""),
        ("head_seconds", b"\r\n"),
        ("head_seconds", b"GET / HT"),
        ("head_seconds", GET[:-2] + b"X: y\r\n"),
        ("body_seconds", POST),
        ("body_seconds", POST + b"123"),
        ("keep_alive_seconds", GET),
        ("keep_alive_seconds", POST + b"0123456789"),
        ("keep_alive_seconds", GET + b"\r\n\r\n"),
    ],
)
def test_who_does_not_go_on_is_let_go(stage: str, sent: bytes) -> None:
    with serving(limits(**{stage: SHORT})) as (served, connect):
        client = connect()
        client.sendall(sent)
        answered = stage == "keep_alive_seconds"
        assert heard(client).startswith(b"HTTP/1.1 200 OK" if answered else b"")
        assert len(served.counter) == 0


def test_a_byte_now_and_then_is_not_enough() -> None:
    with serving(limits(head_seconds=SHORT)) as (served, connect):
        client = connect()
        client.sendall(b"GET / HTTP/1.1\r\nX: ")
        wait_until(lambda: len(served.counter) == 1)
        with suppress(OSError):  # the connection is gone
            while len(served.counter):
                client.sendall(b"y")
                time.sleep(SHORT / 10)
        assert heard(client) == b""


def test_who_waits_for_an_answer_is_not_let_go() -> None:
    held = limits(head_seconds=SHORT, body_seconds=SHORT, keep_alive_seconds=SHORT, write_seconds=SHORT)
    with serving(held) as (served, connect):
        client = connect()
        client.sendall(GET.replace(b"/", b"/slow", 1))
        served.answered.wait(PATIENCE)
        # Whoever comes later and says nothing is let go meanwhile.
        assert heard(connect()) == b""
        served.go_on.set()
        assert heard(client).startswith(b"HTTP/1.1 200 OK")


@pytest.mark.parametrize("begin", [GET, UPGRADE], ids=["answer", "message"])
def test_who_does_not_read_is_let_go(begin: bytes) -> None:
    with serving(limits(write_seconds=SHORT), size=64 << 20) as (served, connect):
        client = connect()
        client.sendall(begin)
        if begin is UPGRADE:
            assert client.recv(12) == b"HTTP/1.1 101"
            client.sendall(b"\x81\x82\x00\x00\x00\x00hi")
        # The server lets go although the client reads nothing; only then is it read what came through.
        wait_until(lambda: len(served.counter) == 0)
        assert len(heard(client)) < 64 << 20


def test_one_address_has_so_many_and_others_come_in() -> None:
    with serving(limits(connections_per_client=3)) as (served, connect):
        silent = [connect() for _ in range(2)]
        watching = connect()
        watching.sendall(UPGRADE)
        assert watching.recv(12) == b"HTTP/1.1 101"
        refused = heard(connect())
        assert refused.startswith(b"HTTP/1.1 429 ")
        assert b'"code": "too_many"' in refused
        # Another address.
        assert served.counter.enter("192.0.2.1") is None
        served.counter.leave("192.0.2.1")
        silent[0].close()
        wait_until(lambda: len(served.counter) == 2)
        again = connect()
        again.sendall(GET)
        assert again.recv(15) == b"HTTP/1.1 200 OK"
        watching.close()
        wait_until(lambda: len(served.counter) == 2)


def test_the_connection_counter() -> None:
    counter = ConnectionCounter(Limits(connections_per_client=2), most=3)
    assert [counter.enter("a") is None for _ in range(3)] == [True, True, False]
    assert counter.enter("b") is None
    assert (counter.enter("c") or b"").startswith(b"HTTP/1.1 503 ")
    counter.leave("a")
    assert counter.enter("c") is None
    proxy = ConnectionCounter(Limits(connections_per_client=2, forwarded=True), most=3)
    assert [proxy.enter("proxy") is None for _ in range(4)] == [True, True, True, False]


@pytest.mark.parametrize("sent", [b"", b"GET / HT", POST + b"123", GET])
def test_nobody_who_is_silent_keeps_the_server_from_stopping(monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    monkeypatch.setattr(serve, "STOP_SECONDS", None)
    with serving(limits()) as (served, connect):
        client = connect()
        client.sendall(sent)
        wait_until(lambda: len(served.counter) == 1)
        if sent == GET:
            assert client.recv(15) == b"HTTP/1.1 200 OK"
    assert len(served.counter) == 0


def test_an_answer_under_way_is_waited_for_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "STOP_SECONDS", 0.2)
    with serving(limits()) as (served, connect):
        stuck = connect()
        stuck.sendall(GET.replace(b"/", b"/stuck", 1))
        assert served.answered.wait(PATIENCE)
    monkeypatch.setattr(serve, "STOP_SECONDS", None)
    with serving(limits()) as (served, connect):
        slow = connect()
        slow.sendall(GET.replace(b"/", b"/slow", 1))
        assert served.answered.wait(PATIENCE)
        served.server.should_exit = True
        served.go_on.set()
        assert heard(slow).startswith(b"HTTP/1.1 200 OK")
