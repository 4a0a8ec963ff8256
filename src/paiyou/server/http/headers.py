"""Security headers, and checks of host and origin.

The headers allow the page nothing but its own files. The host check is against DNS rebinding: a foreign site whose
name suddenly points to 127.0.0.1 still sends its own name. The origin check is against foreign pages that send
requests to a server they can reach and may not use.
"""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from paiyou.options import shown
from paiyou.server.http.errors import error_response

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # An invitation is in the page's URL: it must not leak to other sites.
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}

LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")
ANY_HOST = "*"


class SecurityMiddleware:
    """Middleware that adds the headers to every response and refuses untrusted hosts and origins.

    `hosts` are names the server answers to besides those of this machine, without a port; `*` is any.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str] = ()) -> None:
        self.app = app
        self.hosts = frozenset(host.lower() for host in (*LOCAL_HOSTS, *hosts))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        if not known_host(scope, self.hosts):
            said = shown(_header(scope, b"host") or "")
            await _refuse(scope, receive, _with_headers(scope, send), 400, f"this server is not called {said}")
            return
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if changes and not same_origin(scope):
            await _refuse(scope, receive, _with_headers(scope, send), 403, "a page of another site may not ask this")
            return
        await self.app(scope, receive, _with_headers(scope, send))


def known_host(scope: Scope, hosts: frozenset[str]) -> bool:
    """Whether the request's Host is one of ours."""
    host = _header(scope, b"host")
    return host is not None and (ANY_HOST in hosts or _without_port(host) in hosts)


def same_origin(scope: Scope) -> bool:
    """Whether a request comes from a page of this server, or from no page at all.

    Browsers always name the origin of a WebSocket or a POST; programs do not.
    """
    if not any(name == b"origin" for name, _ in scope["headers"]):
        return True
    origin, host = _header(scope, b"origin"), _header(scope, b"host")
    try:
        parts = urlsplit(origin or "")
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and host is not None and parts.netloc.lower() == host.lower()


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, message: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": message[:100]})  # before accepting: HTTP 403
    else:
        await error_response(status, message)(scope, receive, send)


def _with_headers(scope: Scope, send: Send) -> Send:
    """Adds the headers when a response starts; those that a route has set itself stay."""

    async def add(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            # Files have an ETag: the browser revalidates them.
            headers.setdefault("Cache-Control", "no-store" if scope["path"].startswith("/api/") else "no-cache")
            # Weak: the compressed and the plain body share it, which byte for byte are not the same.
            if headers.get("ETag", "").startswith('"'):
                headers["ETag"] = f"W/{headers['ETag']}"
        await send(message)

    return add


def _header(scope: Scope, wanted: bytes) -> str | None:
    """A header's value; None where it is missing, or ambiguous because given twice."""
    values = [value for name, value in scope["headers"] if name == wanted]
    return values[0].decode("latin-1") if len(values) == 1 else None


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdecimal() else host).lower()
