"""Lessons over HTTP. Stateless: a request has all moves of the person so far."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import JSONResponse

from paiyou.games.registry import game_infos
from paiyou.server.api.question_queue import QuestionQueue
from paiyou.server.api.schemas.lessons import LessonMoves, LessonPosition
from paiyou.server.http.errors import ApiError, error_responses
from paiyou.server.sizes import LONGEST_GAME


def lessons_router(questions: QuestionQueue) -> APIRouter:
    """The routes."""
    router = APIRouter(prefix="/api/lessons", tags=["Lessons"])

    @router.post(
        "/{game}/{step}", response_model=LessonPosition, responses=error_responses(404, 503),
        summary="A step of a game's lesson, played",
    )  # fmt: skip
    async def play_lesson(
        request: Request,
        game: Annotated[str, Path(max_length=LONGEST_GAME)],
        step: Annotated[int, Path(ge=0, le=99)],
        body: LessonMoves,
    ) -> JSONResponse:
        """A position with a task, after the person's moves and the others' replies."""
        info = game_infos().get(game)
        if info is None or step >= len(info.lesson):
            raise ApiError(404, "there is no such step: /api/games tells how many steps a game's lesson has")
        answer = await questions.ask(request, "lesson", {"game": game, "step": step, "moves": body.moves})
        if "refusal" in answer:
            refusal = answer["refusal"]
            raise ApiError(422, refusal["message"], code=refusal["code"], detail=refusal["detail"])
        return JSONResponse(answer)

    return router
