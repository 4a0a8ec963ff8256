"""The API without rooms, sockets and processes, for tests of its parts."""

from typing import Any

from fastapi import FastAPI
from starlette.testclient import TestClient

from paiyou.server.api.games import games_router
from paiyou.server.api.lab import lab_router
from paiyou.server.api.lessons import lessons_router
from paiyou.server.api.posed_puzzles import PosedPuzzles
from paiyou.server.api.puzzles import puzzles_router
from paiyou.server.api.question_queue import QuestionQueue
from paiyou.server.bots.tasks import TASKS
from paiyou.server.catalog import make_catalog
from paiyou.server.http.docs_page import docs_router
from paiyou.server.http.guard import guard
from paiyou.server.http.limits import Limits
from paiyou.server.settings import Settings
from patience import PATIENCE

NO_LIMITS = Limits(requests_per_second=1e9, request_burst=10**9, rooms_per_hour=1e9, room_burst=10**9)

PATIENT = Settings(limits=NO_LIMITS, bot_seconds=PATIENCE, question_seconds=PATIENCE)
"""A server that waits for its workers, however busy the machine is."""


class InlineBots:
    """Does what a worker does at once and here; keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, dict[str, Any], float | None]] = []
        self.clients: list[str] = []
        """Who asked."""

    async def run(
        self, kind: str, payload: dict[str, Any], seconds: float | None = None, *, client: str = ""
    ) -> dict[str, Any]:
        self.asked.append((kind, payload, seconds))
        self.clients.append(client)
        return TASKS[kind](payload)


def small_app(bots: Any = None, limits: Limits = NO_LIMITS, hosts: tuple[str, ...] = ()) -> FastAPI:
    app = FastAPI(title="Paiyou", openapi_url="/api/openapi.json", docs_url=None, redoc_url=None)
    app.state.bots = bots or InlineBots()
    questions = QuestionQueue(limits)
    app.include_router(games_router(make_catalog(), questions))
    app.include_router(lessons_router(questions))
    app.include_router(puzzles_router(questions, PosedPuzzles(questions)))
    app.include_router(lab_router(questions))
    app.include_router(docs_router())
    guard(app, limits, hosts)
    return app


def client_of(app: FastAPI, **options: Any) -> TestClient:
    return TestClient(app, base_url="http://localhost", **options)
