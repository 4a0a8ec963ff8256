"""Endgame puzzles."""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict, Field

from paiyou.server.api.schemas.fields import (
    Answer,
    AnswerSeatAndMove,
    Combos,
    GameName,
    Move,
    PuzzleNumber,
    Schema,
    Seat,
)
from paiyou.server.families.display import Shape
from paiyou.server.sizes import MOST_HISTORY


class ListedPuzzle(Answer):
    """An endgame in which seat 0, the landlord, is to move and has exactly one move that wins."""

    id: PuzzleNumber
    game: GameName
    level: Literal["easy", "medium", "hard"]
    difficulty: float = Field(description="More is harder.")
    hands: list[str] = Field(description="Every seat's cards, seat 0 first.")
    last: AnswerSeatAndMove | None = Field(description="The combo to beat and who played it.")


class PuzzleList(Answer):
    """All of them, easy ones first."""

    puzzles: list[ListedPuzzle]


class PuzzleMoves(Schema):
    """How a puzzle was played so far."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"moves": []}]})

    moves: list[Move] = Field(
        default_factory=list, max_length=MOST_HISTORY, description="All moves so far, the peasants' replies among them."
    )


class PuzzlePosition(Answer):
    """A puzzle after these moves and the peasants' best replies: seat 0 is to move, or it is over."""

    asked: list[Move] = Field(description="The moves that were sent.")
    level: Literal["easy", "medium", "hard"]
    difficulty: float
    moves: list[AnswerSeatAndMove] = Field(description="All moves so far with their seats, the replies among them.")
    hands: list[str]
    turn: Seat | None
    last: AnswerSeatAndMove | None
    legal: list[Move]
    winner: Seat = Field(description="Who goes out with best play: 0 where the puzzle is still won, or solved.")
    winning: list[Move] = Field(description="The legal moves that win.")
    line: list[AnswerSeatAndMove] = Field(description="How it goes on with best play.")
    shape: Shape
    combos: Combos


class PuzzleBook(Answer):
    """A puzzle after the moves that win, the shortest ways first: enough to play it where nobody can be asked."""

    positions: list[PuzzlePosition]
