"""Endgame puzzles over HTTP. Stateless: a request has all moves so far."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import JSONResponse

from paiyou.puzzles.puzzle import GAME, puzzles
from paiyou.server.api.posed_puzzles import PosedPuzzles
from paiyou.server.api.question_queue import QuestionQueue
from paiyou.server.api.schemas.puzzles import PuzzleBook, PuzzleList, PuzzleMoves, PuzzlePosition
from paiyou.server.http.errors import ApiError, error_responses
from paiyou.server.sizes import MOST_PUZZLE


def puzzles_router(questions: QuestionQueue, posed: PosedPuzzles) -> APIRouter:
    """The routes."""
    router = APIRouter(prefix="/api/puzzles", tags=["Puzzles"])

    @router.get("", response_model=PuzzleList, responses=error_responses(), summary="Endgame puzzles")
    async def list_puzzles() -> JSONResponse:
        """Endgames of Dou Dizhu with open hands: the landlord, seat 0, is to move, and exactly one move wins."""
        return JSONResponse({"puzzles": [{"game": GAME, **one.to_json()} for one in puzzles().values()]})

    @router.post(
        "/{puzzle}/play", response_model=PuzzlePosition, responses=error_responses(404, 503),
        summary="A puzzle, played",
    )  # fmt: skip
    async def play_puzzle(
        request: Request, puzzle: Annotated[int, Path(ge=1, le=MOST_PUZZLE)], body: PuzzleMoves
    ) -> JSONResponse:
        """The puzzle after these moves and the peasants' best replies, who wins from there, and how.

        Besides those that are listed there is one for every day, such as 20261118, and one for every nine digits.
        """
        return JSONResponse(await posed.play(request, puzzle, body.moves))

    @router.get(
        "/{puzzle}/book", response_model=PuzzleBook, responses=error_responses(404, 503),
        summary="A puzzle's winning ways",
    )  # fmt: skip
    async def puzzle_book(request: Request, puzzle: Annotated[int, Path(ge=1, le=9_999)]) -> JSONResponse:
        """The puzzle after the moves that win and the peasants' replies, to be kept for when there is no network."""
        if puzzle not in puzzles():
            raise ApiError(404, f"there is no puzzle {puzzle}: /api/puzzles lists them")
        return JSONResponse(await questions.ask(request, "puzzle book", {"puzzle": puzzle}))

    return router
