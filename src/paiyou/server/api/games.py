"""Games over HTTP: which there are, and questions about hands: legal moves, advice, solved endgames.

Names are checked here, and the rest is done by worker processes (`bots/tasks.py`).
"""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from paiyou.games.registry import game_info
from paiyou.server.api.question_queue import QuestionQueue
from paiyou.server.api.schemas.games import Advice, AdviceWanted, Endgame, GameList, MoveList, Seen, Solved
from paiyou.server.bots.allowed import allowed_agent, allowed_game
from paiyou.server.catalog import Catalog
from paiyou.server.http.errors import error_responses


def games_router(catalog: Catalog, questions: QuestionQueue) -> APIRouter:
    """The routes."""
    router = APIRouter(prefix="/api", tags=["Games"])

    @router.get("/games", response_model=GameList, responses=error_responses(), summary="The games of the table")
    async def games() -> JSONResponse:
        """Every game that people sit down to: words, rules, variants, and its players from weak to strong."""
        return JSONResponse({"games": catalog.games})

    @router.post("/moves", response_model=MoveList, responses=error_responses(503), summary="Legal moves")
    async def moves(request: Request, body: Seen) -> JSONResponse:
        """What a seat may do, from its hand, the public cards and all moves so far."""
        allowed_game(body.game)
        return JSONResponse(await questions.ask(request, "moves", body.model_dump()))

    @router.post("/advise", response_model=Advice, responses=error_responses(503), summary="Advice")
    async def advise(request: Request, body: AdviceWanted) -> JSONResponse:
        """Every legal move with what a player thinks of it, best first. The player sees what the seat sees."""
        game = allowed_game(body.game)
        agent = game_info(game).strongest if body.agent is None else allowed_agent(body.agent, game)
        return JSONResponse(await questions.ask(request, "advise", body.model_dump() | {"agent": agent}))

    @router.post("/solve", response_model=Solved, responses=error_responses(503), summary="An endgame, solved")
    async def solve(request: Request, body: Endgame) -> JSONResponse:
        """Who wins with open hands and best play, every winning move, and a line to the end: climbing games only."""
        allowed_game(body.game)
        return JSONResponse(await questions.ask(request, "solve", body.model_dump()))

    return router
