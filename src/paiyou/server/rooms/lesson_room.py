"""A step of a lesson as a room: cards that are set up, a person on one chair, the others playing the step's line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paiyou.games.info import GameInfo
from paiyou.games.lesson import LessonStep
from paiyou.games.registry import game as find_game
from paiyou.records.position import Position
from paiyou.server.rooms.refusals import RefusedError
from paiyou.server.rooms.room import BOT, PERSON, Chair, Room
from paiyou.server.rooms.seat_view import table_for


def lesson_room(info: GameInfo, step: LessonStep) -> Room:
    """A room for a step: the person's chair is that of his seat."""
    game = find_game(step.game or info.name)
    chairs = [Chair(PERSON if seat == step.seat else BOT) for seat in range(game.seats)]
    return Room("lesson", game, b"", chairs, opening=position_of(game.name, step))


def position_of(game: str, step: LessonStep) -> Position:
    """Where a step begins."""
    return Position(
        game,
        hands=tuple(hand if isinstance(hand, str) else list(hand) for hand in step.hands),
        turn=step.turn,
        bottom=step.bottom or None,
        exposed=None if step.exposed is None else tuple(step.exposed.split()),
    )


def play_lesson(info: GameInfo, number: int, own: Sequence[str]) -> dict[str, Any]:
    """A step after the person's moves: how it stands, and the table after every move, as his seat sees it.

    RefusedError where a move may not be made. A move that may, and is not what the task asks for, is `wrong` and not
    played.
    """
    step = info.lesson[number]
    room = lesson_room(info, step)
    waiting = list(own)
    state = "done"
    tables = [_table(room, step)]
    for place in range(len(step.line)):
        choices = step.choices(place)
        move = choices[0]
        if room.state.turn == step.seat:
            if not waiting:
                state = "open"
                break
            refusal = room.refusal(step.seat, waiting[0])
            if refusal is not None:
                raise RefusedError(refusal.code, refusal.message, refusal.detail)
            move = room.written(waiting.pop(0))
            if move not in choices:
                state = "wrong"
                break
        room.play(move)
        tables.append(_table(room, step))
    else:
        if waiting:
            raise RefusedError("over", "this step of the lesson is over after these moves")
    return {
        "steps": len(info.lesson),
        "state": state,
        "task": step.task.to_json(),
        "wrong": step.wrong.to_json(),
        "done": step.done.to_json(),
        "right": list(choices) if state != "done" else [],
        "tables": tables,
    }


def _table(room: Room, step: LessonStep) -> dict[str, Any]:
    return table_for(room, step.seat, connected=frozenset([step.seat]))
