"""The ASGI application: the page, the API and the WebSocket."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

from fastapi import FastAPI

import paiyou.server
from paiyou.plugins import report_to
from paiyou.server.api import rooms as rooms_api
from paiyou.server.api.games import games_router
from paiyou.server.api.lab import lab_router
from paiyou.server.api.lessons import lessons_router
from paiyou.server.api.posed_puzzles import PosedPuzzles
from paiyou.server.api.profiles import profiles_router
from paiyou.server.api.puzzles import puzzles_router
from paiyou.server.api.question_queue import QuestionQueue
from paiyou.server.api.tables import tables_router
from paiyou.server.bots.pool import Bots
from paiyou.server.bots.registered import refuse_in_worker
from paiyou.server.catalog import make_catalog
from paiyou.server.http import socket
from paiyou.server.http.docs_page import docs_router
from paiyou.server.http.guard import guard
from paiyou.server.http.limits import RoomQuota
from paiyou.server.http.page import serve_page
from paiyou.server.rooms.hub import Hub
from paiyou.server.rooms.record_pages import RecordPages
from paiyou.server.rooms.reviews import Reviews
from paiyou.server.rooms.store import Store
from paiyou.server.settings import Settings

WEB = Path(paiyou.server.__file__).parent / "web"
TIDY_SECONDS = 30.0
WATCH_SECONDS = 2.0
"""Between checks whether another server has taken a room."""

log = logging.getLogger("paiyou.server")


def create_app(settings: Settings | None = None) -> FastAPI:
    """A server's application: `uvicorn.run(create_app(Settings(database="sqlite:///games.db")))`."""
    settings = settings or Settings()
    refuse_in_worker()
    with report_to(lambda sentence: log.warning("%s", sentence)):
        catalog = make_catalog()
    for sentence in catalog.left_out:
        log.warning("%s", sentence)
    # Before anything else: an unusable database is reported at once.
    store = Store(settings.database, settings.key)

    @contextlib.asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        bots = Bots(settings.quick_workers, settings.slow_workers, seconds=settings.question_seconds)
        hub = Hub(store, bots, settings)
        app.state.bots, app.state.hub = bots, hub
        app.state.reviews, app.state.records = Reviews(store, bots, hub.profiles), RecordPages(store, bots)
        warming = asyncio.create_task(bots.start())
        tidying = asyncio.create_task(_tidy(hub))
        watching = asyncio.create_task(_watch(hub))
        try:
            yield
        finally:
            for task in (tidying, watching, warming):
                task.cancel()
            await hub.close()
            await bots.close()
            store.close()

    app = FastAPI(
        title="Paiyou", description="Card games with hidden hands: rooms, moves, advice, endgames.",
        lifespan=life, docs_url=None, redoc_url=None, openapi_url="/api/openapi.json",
    )  # fmt: skip
    app.state.settings = settings
    app.state.sockets = Counter()
    app.state.room_quota = RoomQuota(settings.limits)
    app.state.questions = QuestionQueue(settings.limits)
    app.include_router(games_router(catalog, app.state.questions))
    app.include_router(lessons_router(app.state.questions))
    posed = PosedPuzzles(app.state.questions)
    app.include_router(puzzles_router(app.state.questions, posed))
    app.include_router(lab_router(app.state.questions))
    app.include_router(profiles_router(app.state.questions, posed))
    app.include_router(docs_router())
    app.include_router(rooms_api.router)
    app.include_router(tables_router(store))
    app.include_router(socket.router)
    serve_page(app, WEB)
    guard(app, settings.limits, settings.hosts)
    return app


async def _tidy(hub: Hub) -> None:
    while True:
        await asyncio.sleep(TIDY_SECONDS)
        hub.forget_idle_rooms()


async def _watch(hub: Hub) -> None:
    while True:
        await asyncio.sleep(WATCH_SECONDS)
        await hub.drop_lost_rooms()
