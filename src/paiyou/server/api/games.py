"""The REST API: games, legal moves, advice, solved endgames, puzzles. Rooms have a file of their own.

Nothing is thought about in the event loop: making a game's tables alone may take seconds. Names are checked here, and
the rest is done by worker processes (`tasks.py`).
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import JSONResponse

from paiyou.puzzles.puzzle import puzzles
from paiyou.server.api.schemas import (
    Advice,
    AdviceWanted,
    Endgame,
    GameList,
    MoveList,
    PuzzleList,
    PuzzleMoves,
    PuzzlePosition,
    Seen,
    Solved,
)
from paiyou.server.bots.allowed import allowed_agent, allowed_game
from paiyou.server.bots.pool import BotError
from paiyou.server.catalog import Catalog
from paiyou.server.http.errors import BUSY, ApiError, error_responses
from paiyou.server.http.limits import Limits, client_address

log = logging.getLogger("paiyou.server")

SECONDS = 20.0
"""For one question: a worker that has not met a game before makes its tables first."""


class Desk:
    """Where questions wait for a worker: so many in all, so few of each client."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._waiting: Counter[str] = Counter()

    @asynccontextmanager
    async def place(self, request: Request) -> AsyncIterator[None]:
        """A place in the queue; ApiError where there is none."""
        client = client_address(request.scope, self._limits)
        if self._waiting[client] >= self._limits.questions_per_client:
            raise ApiError(429, "you have asked enough at once: wait for an answer", headers={"Retry-After": "1"})
        if self._waiting.total() >= self._limits.questions:
            raise ApiError(503, BUSY, headers={"Retry-After": "5"})
        self._waiting[client] += 1
        try:
            yield
        finally:
            self._waiting[client] -= 1
            if not self._waiting[client]:
                del self._waiting[client]


def api_router(catalog: Catalog, limits: Limits | None = None, desk: Desk | None = None) -> APIRouter:
    """The routes; the application has `state.bots`. A desk may be shared with other routes."""
    router = APIRouter(prefix="/api", tags=["Games"])
    desk = desk or Desk(limits or Limits())

    async def ask(request: Request, kind: str, payload: dict[str, Any]) -> dict[str, Any]:
        async with desk.place(request):
            try:
                answer: dict[str, Any] = await request.app.state.bots.run(kind, payload, SECONDS)
            except BotError as error:
                log.warning("%s failed: %s", kind, error)
                raise ApiError(503, BUSY, headers={"Retry-After": "5"}) from None
        return answer

    @router.get("/games", response_model=GameList, responses=error_responses(), summary="The games of the table")
    async def games() -> JSONResponse:
        """Every game that people sit down to: words, rules, variants, and its players from weak to strong."""
        return JSONResponse({"games": catalog.games})

    @router.post("/moves", response_model=MoveList, responses=error_responses(503), summary="Legal moves")
    async def moves(request: Request, body: Seen) -> JSONResponse:
        """What a seat may do, from its hand, the public cards and all moves so far."""
        allowed_game(body.game)
        return JSONResponse(await ask(request, "moves", body.model_dump()))

    @router.post("/advise", response_model=Advice, responses=error_responses(503), summary="Advice")
    async def advise(request: Request, body: AdviceWanted) -> JSONResponse:
        """Every legal move with what a player thinks of it, best first. The player sees what the seat sees."""
        allowed_game(body.game)
        allowed_agent(body.agent, body.game)
        return JSONResponse(await ask(request, "advise", body.model_dump()))

    @router.post("/solve", response_model=Solved, responses=error_responses(503), summary="An endgame, solved")
    async def solve(request: Request, body: Endgame) -> JSONResponse:
        """Who wins with open hands and best play, every winning move, and a line to the end: climbing games only."""
        allowed_game(body.game)
        return JSONResponse(await ask(request, "solve", body.model_dump()))

    @router.get("/puzzles", response_model=PuzzleList, responses=error_responses(), summary="Endgame puzzles")
    async def list_puzzles() -> JSONResponse:
        """Endgames of Dou Dizhu with open hands: the landlord, seat 0, is to move, and exactly one move wins."""
        return JSONResponse({"puzzles": [one.to_json() for one in puzzles().values()]})

    @router.post(
        "/puzzles/{puzzle}/play", response_model=PuzzlePosition, responses=error_responses(404, 503),
        summary="A puzzle, played",
    )  # fmt: skip
    async def play_puzzle(
        request: Request, puzzle: Annotated[int, Path(ge=1, le=9_999)], body: PuzzleMoves
    ) -> JSONResponse:
        """The puzzle after these moves and the peasants' best replies, who wins from there, and how."""
        if puzzle not in puzzles():
            raise ApiError(404, f"there is no puzzle {puzzle}: /api/puzzles lists them")
        answer = await ask(request, "puzzle", {"puzzle": puzzle, "moves": body.moves})
        if "refusal" in answer:
            raise ApiError(422, answer["refusal"]["message"], code=answer["refusal"]["code"])
        return JSONResponse(answer)

    return router
