"""The middleware around the application, from the inside to the outside.

Errors become responses first, and long responses are compressed; limits and headers are around them. The headers are
outermost, since every response has them, refusals too.
"""

from __future__ import annotations

from collections.abc import Iterable

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from paiyou.server.http.errors import install_error_handlers
from paiyou.server.http.headers import SecurityMiddleware
from paiyou.server.http.limits import Limits, LimitsMiddleware


def guard(app: FastAPI, limits: Limits | None = None, hosts: Iterable[str] = ()) -> None:
    """Add it all to an application; middleware added later is further out."""
    install_error_handlers(app)
    app.add_middleware(GZipMiddleware, minimum_size=1_000, compresslevel=6)
    app.add_middleware(LimitsMiddleware, limits=limits)
    app.add_middleware(SecurityMiddleware, hosts=tuple(hosts))
