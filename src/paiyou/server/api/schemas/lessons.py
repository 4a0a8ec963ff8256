"""Lessons: positions that one plays."""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict, Field, JsonValue

from paiyou.server.api.schemas.fields import Answer, Move, Schema
from paiyou.server.api.schemas.games import Words

MOST_MOVES = 20
"""Of the person's own in one step."""


class LessonMoves(Schema):
    """How a step was played so far."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"moves": []}]})

    moves: list[Move] = Field(default_factory=list, max_length=MOST_MOVES, description="The person's own moves so far.")


class LessonPosition(Answer):
    """A step of a lesson after these moves and the others' replies."""

    steps: int = Field(ge=1, description="How many steps the lesson has.")
    state: Literal["open", "wrong", "done"] = Field(
        description="Whether the person is to move, has made a move that is not the task's, or has done the task."
    )
    task: Words
    wrong: Words = Field(description="Said to a move that is not the task's, and is not played.")
    done: Words
    right: list[Move] = Field(description="The moves that do the task, where the person is to move.")
    tables: list[dict[str, JsonValue]] = Field(
        description="The table at the beginning and after every move, as the person's seat sees it over the WebSocket."
    )
