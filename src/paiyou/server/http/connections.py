"""Connections against slow clients (Slowloris): timeouts for every stage, and a limit for each address.

Uvicorn has a timeout for keep-alive, and none for a head or a body that is never finished, nor for a response that is
never read. A connection here has one deadline at a time, for what it waits for; sending a byte now and then does not
extend it.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from paiyou.server.http.limits import Limits, rate_limit_key


class ConnectionCounter:
    """Counts the connections of every address; `most` is for all together."""

    def __init__(self, limits: Limits, most: int) -> None:
        self.limits, self._most = limits, most
        self._inside: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._inside.total()

    def enter(self, address: str) -> bytes | None:
        """Count a connection; where there are too many, the response that refuses it."""
        # Behind a proxy every connection is the proxy's.
        if not self.limits.forwarded and self._inside[address] >= self.limits.connections_per_client:
            return _refusal("429 Too Many Requests", "too_many", "too many connections of one address: close some")
        if self._inside.total() >= self._most:
            return _refusal("503 Service Unavailable", "busy", "too many connections: try again later")
        self._inside[address] += 1
        return None

    def leave(self, address: str) -> None:
        """Uncount a connection."""
        self._inside[address] -= 1
        if not self._inside[address]:
            del self._inside[address]


def _refusal(status: str, code: str, message: str) -> bytes:
    body = json.dumps({"code": code, "message": message})
    head = f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return f"{head}Retry-After: 5\r\nConnection: close\r\n\r\n{body}".encode()


class Deadline:
    """The moment at which a connection is closed, unless it is set again or cleared."""

    def __init__(self, loop: asyncio.AbstractEventLoop, transport: asyncio.Transport) -> None:
        self._loop, self._transport = loop, transport
        self._timer: asyncio.TimerHandle | None = None

    def set(self, seconds: float) -> None:
        """Set it to so many seconds from now."""
        self.clear()
        self._timer = self._loop.call_later(seconds, self._close)

    def clear(self) -> None:
        """No deadline."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _close(self) -> None:
        self._timer = None
        # Closing waits until all is sent, which a client that does not read could put off for ever.
        if self._transport.is_closing() or self._transport.get_write_buffer_size():
            self._transport.abort()
        else:
            self._transport.close()


class HttpConnection(HttpToolsProtocol):
    """An HTTP connection with deadlines."""

    counter: ConnectionCounter
    _deadline: Deadline
    _address: str
    _inside = False
    _half_sent = False
    """Whether a request has begun to arrive and is not complete."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count it, or refuse it."""
        super().connection_made(transport)
        self._deadline = Deadline(self.loop, transport)
        self._address = rate_limit_key(self.client[0]) if self.client else "unknown"
        refusal = self.counter.enter(self._address)
        self._inside = refusal is None
        self._deadline.set(self.counter.limits.head_seconds)
        if refusal is not None:
            transport.write(refusal)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self._leave()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """The first byte of a request."""
        self._half_sent = True
        self._deadline.set(self.counter.limits.head_seconds)
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The last byte of its head."""
        self._deadline.set(self.counter.limits.body_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The last byte of a request: from now on the client waits for us."""
        super().on_message_complete()
        self._half_sent = False
        self._wait()

    def on_response_complete(self) -> None:
        """All of a response is written."""
        super().on_response_complete()
        self._wait()

    def pause_writing(self) -> None:
        """The client does not read as fast as is written."""
        super().pause_writing()
        self._wait()

    def resume_writing(self) -> None:
        """It has read."""
        super().resume_writing()
        self._wait()

    def shutdown(self) -> None:
        """The server stops: incomplete requests are not waited for."""
        if self._half_sent:
            self.transport.abort()
        else:
            super().shutdown()

    def handle_websocket_upgrade(self) -> None:
        """Handed over to `SocketConnection`, which counts itself."""
        self._leave()
        super().handle_websocket_upgrade()

    def _wait(self) -> None:
        """Set the deadline for the stage after a request has arrived."""
        limits = self.counter.limits
        if self._half_sent:
            return  # it has its deadline
        if self.flow.write_paused or self.transport.is_closing():
            self._deadline.set(limits.write_seconds)
        elif self.cycle is None or self.cycle.response_complete:
            self._deadline.set(limits.keep_alive_seconds)
        else:
            self._deadline.clear()

    def _leave(self) -> None:
        self._deadline.clear()
        if self._inside:
            self._inside = False
            self.counter.leave(self._address)


class SocketConnection(WebSocketsSansIOProtocol):
    """A WebSocket with deadlines; uvicorn checks by pings whether the other side is still there."""

    counter: ConnectionCounter
    _deadline: Deadline
    _address: str

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It was an HTTP connection until now, and is not refused."""
        super().connection_made(transport)
        self._deadline = Deadline(self.loop, self.transport)
        self._address = rate_limit_key(self.client[0]) if self.client else "unknown"
        self.counter.enter(self._address)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self._deadline.clear()
        self.counter.leave(self._address)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """The client does not read as fast as is written."""
        super().pause_writing()
        self._deadline.set(self.counter.limits.write_seconds)

    def resume_writing(self) -> None:
        """It has read."""
        super().resume_writing()
        self._deadline.clear()

    def keepalive_timeout(self) -> None:
        """A ping was not answered."""
        super().keepalive_timeout()
        self._deadline.set(self.counter.limits.write_seconds)

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """The application has finished."""
        super().on_task_complete(task)
        if not self.disconnected:
            self._deadline.set(self.counter.limits.write_seconds)


def connections_within(limits: Limits, most: int) -> dict[str, Any]:
    """The arguments of `uvicorn.Config` for connections within limits, `most` in all."""
    inside = ConnectionCounter(limits, most)

    class Http(HttpConnection):
        counter = inside

    class Socket(SocketConnection):
        counter = inside

    return {"http": Http, "ws": Socket}
