"""The lab over HTTP: positions shown, agents asked, beliefs, endgames solved. Stateless: a request has it all.

Names are checked here; the rest is done by worker processes (`lab/tasks.py`), in the queue of questions.
"""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from paiyou.agents.neural.belief import check_remote_belief, model_of_belief
from paiyou.agents.remote import check_remote_agent
from paiyou.agents.search.inference import model_spec
from paiyou.beliefs import COUNTING
from paiyou.games.registry import game_info
from paiyou.server.api.question_queue import QuestionQueue
from paiyou.server.api.schemas.games import Advice
from paiyou.server.api.schemas.lab import (
    AskWanted,
    BeliefWanted,
    Believed,
    GameWanted,
    LabGame,
    LabMoved,
    LabMoveWanted,
    LabSolved,
    Look,
    LookWanted,
    SolveWanted,
)
from paiyou.server.bots.allowed import allowed_agent, allowed_game
from paiyou.server.http.errors import error_responses


def lab_router(questions: QuestionQueue) -> APIRouter:
    """The routes."""
    router = APIRouter(prefix="/api/lab", tags=["Lab"])

    @router.post("/game", response_model=LabGame, responses=error_responses(503), summary="A game for the lab")
    async def lab_game(request: Request, body: GameWanted) -> JSONResponse:
        """The cards of a game, who can be asked about it, and where beliefs may come from."""
        return JSONResponse(await questions.ask(request, "lab_game", {"game": allowed_game(body.game)}))

    @router.post("/look", response_model=Look, responses=error_responses(503), summary="A position")
    async def look(request: Request, body: LookWanted) -> JSONResponse:
        """A position step by step from its beginning: hands that were given are shown, and no other."""
        allowed_game(body.position.game)
        return JSONResponse(await questions.ask(request, "lab_look", body.model_dump()))

    @router.post("/ask", response_model=Advice, responses=error_responses(503), summary="What a player thinks")
    async def ask(request: Request, body: AskWanted) -> JSONResponse:
        """Every legal move of the seat to move, best first. Most players see what the seat sees."""
        return JSONResponse(await questions.ask(request, "lab_ask", asked(body)))

    @router.post("/move", response_model=LabMoved, responses=error_responses(503), summary="A bot's move")
    async def move(request: Request, body: LabMoveWanted) -> JSONResponse:
        """What a bot plays in a position with all hands, and the table after it."""
        return JSONResponse(await questions.ask(request, "lab_move", asked(body)))

    @router.post("/belief", response_model=Believed, responses=error_responses(503), summary="Who holds what")
    async def belief(request: Request, body: BeliefWanted) -> JSONResponse:
        """The chances of every hidden card, from what a seat knows."""
        allowed_source(body.source, allowed_game(body.position.game))
        return JSONResponse(await questions.ask(request, "lab_belief", body.model_dump()))

    @router.post("/solve", response_model=LabSolved, responses=error_responses(503), summary="An end, solved")
    async def solve(request: Request, body: SolveWanted) -> JSONResponse:
        """Open hands with best play."""
        allowed_game(body.position.game)
        return JSONResponse(await questions.ask(request, "lab_solve", body.model_dump()))

    return router


def asked(body: AskWanted) -> dict[str, Any]:
    """A question to an agent that may be asked: those that see all hands, too, since who asks has set them."""
    game = allowed_game(body.position.game)
    agent = game_info(game).strongest if body.agent is None else allowed_agent(body.agent, game, clairvoyant=True)
    return body.model_dump() | {"agent": agent}


def allowed_source(source: str, game: str) -> None:
    """ValueError for a source of beliefs that a client may not ask for."""
    model = model_of_belief(source)
    if source == COUNTING:
        return
    if model is not None:
        check_remote_belief(model, game)
    elif not check_remote_agent(model_spec(source), game).quick:
        raise ValueError(f"{source} thinks for too long to be asked about hundreds of deals; name a quick agent")
