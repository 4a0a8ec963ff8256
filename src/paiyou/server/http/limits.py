"""Rate limits for each client: bytes in a body, requests and messages a second, rooms an hour.

A client is its address. Behind a proxy all clients have the proxy's; `Limits.forwarded` takes the address that the
proxy names instead, and must stay off where there is none, since anyone can write that header.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from paiyou.server.bucket import Bucket, Clock
from paiyou.server.http.errors import error_response


@dataclass(frozen=True)
class Limits:
    """The settings; the defaults are generous for people and stop floods."""

    body_bytes: int = 64 * 1024
    requests_per_second: float = 50.0
    request_burst: int = 200
    rooms_per_hour: float = 60.0
    room_burst: int = 60
    messages_per_second: float = 20.0
    """Over one WebSocket."""
    message_burst: int = 60
    questions: int = 32
    """Advice and endgames that wait for a worker at once,"""
    questions_per_client: int = 4
    """and those of one client."""
    sockets_per_client: int = 200
    spectators_per_room: int = 100
    sockets_per_chair: int = 20
    connections_per_client: int = 400
    """Connections of one address, WebSockets among them; behind a proxy all have its address, and it must count."""
    head_seconds: float = 10.0
    """For the head of a request, from its first byte to its last; as long for the first byte of the first one."""
    body_seconds: float = 20.0
    """For all of a body."""
    keep_alive_seconds: float = 10.0
    """Between an answer and the next request."""
    write_seconds: float = 30.0
    """For a client to take what was sent to it."""
    clients: int = 10_000
    """Addresses that are remembered; beyond that the least recently seen is forgotten."""
    forwarded: bool = False
    """Take the client's address from the last entry of X-Forwarded-For: only behind a proxy that writes it."""


class Buckets:
    """A token bucket for each client; the least recently seen are forgotten."""

    def __init__(self, rate: float, burst: float, clients: int, clock: Clock = time.monotonic) -> None:
        self._rate, self._burst, self._most, self._clock = rate, burst, clients, clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client: str) -> float:
        """Take one of a client's tokens: 0, or the seconds to wait where there is none."""
        bucket = self._buckets.get(client)
        if bucket is None:
            bucket = self._buckets[client] = Bucket(self._rate, self._burst, self._clock)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(client)
        return 0.0 if bucket.take() else max(bucket.wait, 1e-3)

    def __len__(self) -> int:
        return len(self._buckets)


class RoomQuota(Buckets):
    """How many rooms each client may still open: `wait = quota.take(client_address(scope, limits))`."""

    def __init__(self, limits: Limits, clock: Clock = time.monotonic) -> None:
        super().__init__(limits.rooms_per_hour / 3600, limits.room_burst, limits.clients, clock)


def message_bucket(limits: Limits) -> Bucket:
    """The bucket of one WebSocket's messages."""
    return Bucket(limits.messages_per_second, limits.message_burst)


def client_address(scope: Scope, limits: Limits) -> str:
    """The client's address: the peer's, or where the settings say so the one that the proxy names."""
    peer = scope.get("client")
    text = str(peer[0]) if peer else "unknown"
    if limits.forwarded:
        named = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
        if named:
            text = _without_port(named[-1].decode("latin-1").rpartition(",")[2].strip()[:64])
    return rate_limit_key(text)


def _without_port(address: str) -> str:
    """Some proxies name the port, too, which differs for each connection: `192.0.2.1:4711`, `[2001:db8::1]:4711`."""
    if address.startswith("["):
        return address[1:].partition("]")[0]
    host, colon, port = address.rpartition(":")
    return host if colon and ":" not in host and port.isdecimal() else address


def rate_limit_key(address_text: str) -> str:
    """The key that an address is limited by: an IPv6 client has a whole /64, which counts as one."""
    try:
        address = ip_address(address_text.partition("%")[0])
    except ValueError:
        return address_text
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))
    return str(address)


class LimitsMiddleware:
    """Middleware that enforces the limits on requests and bodies: 413, and 429 with Retry-After."""

    def __init__(self, app: ASGIApp, limits: Limits | None = None) -> None:
        self.app = app
        self.limits = limits or Limits()
        self._requests = Buckets(self.limits.requests_per_second, self.limits.request_burst, self.limits.clients)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        wait = self._requests.take(client_address(scope, self.limits))
        if wait:
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1013, "reason": "too many connections, try later"})
                return
            await error_response(
                429, "too many requests: wait a moment", headers={"Retry-After": str(math.ceil(wait))}
            )(scope, receive, send)
            return
        if scope["type"] == "http" and _has_body(scope):
            try:
                body = await self._read(scope, receive)
            except ClientDisconnect:
                return  # the client is gone
            if body is None:
                await error_response(
                    413,
                    f"the body is too large: at most {self.limits.body_bytes:,} bytes",
                    headers={"Connection": "close"},
                )(scope, receive, send)
                return
            receive = _replayed(body, receive)
        await self.app(scope, receive, send)

    async def _read(self, scope: Scope, receive: Receive) -> list[Message] | None:
        """The whole body; None where it is too large, whatever Content-Length says.

        ClientDisconnect where the client goes away in the middle of it.
        """
        lengths = [value for name, value in scope["headers"] if name == b"content-length"]
        if lengths and lengths[0].isdigit() and int(lengths[0][:20]) > self.limits.body_bytes:
            return None
        messages: list[Message] = []
        size = 0
        while not messages or messages[-1].get("more_body", False):
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            messages.append(message)
            size += len(message.get("body", b""))
            if size > self.limits.body_bytes:
                return None
        return messages


def _has_body(scope: Scope) -> bool:
    return any(name in (b"content-length", b"transfer-encoding") for name, _ in scope["headers"])


def _replayed(messages: list[Message], receive: Receive) -> Receive:
    """A `receive` that repeats these messages, and then goes on."""
    waiting = iter(messages)

    async def receive_again() -> Message:
        for message in waiting:
            return message
        return await receive()

    return receive_again
