"""All that stands between the world and the application, from the inside to the outside.

Errors become answers first, and what is long is compressed, so that limits and headers are around them; the headers are
outermost, since every answer has them, a refusal too.
"""

from __future__ import annotations

from collections.abc import Iterable

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from paiyou.server.http.errors import install_error_handlers
from paiyou.server.http.headers import Guarded
from paiyou.server.http.limits import Limited, Limits


def guard(app: FastAPI, limits: Limits | None = None, hosts: Iterable[str] = ()) -> None:
    """Put it all around an application; middleware added later is further out."""
    install_error_handlers(app)
    app.add_middleware(GZipMiddleware, minimum_size=1_000, compresslevel=6)
    app.add_middleware(Limited, limits=limits)
    app.add_middleware(Guarded, hosts=tuple(hosts))
