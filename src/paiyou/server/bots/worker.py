"""A worker process of the server: says that it is ready, reads questions, a JSON object per line, and writes answers.

Run by `paiyou.server.bots.pool` as `python -m paiyou.server.bots.worker 0`, where the number says by how many steps
its priority is lowered. It ends with its standard input.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from paiyou.games.game import Game
from paiyou.games.protocol import State
from paiyou.games.registry import game as find_game
from paiyou.opinion import opinion, points_judge
from paiyou.plugins import report_to
from paiyou.records.position import Position
from paiyou.server.bots.choosing import choose_move, made_agent
from paiyou.server.bots.registered import REGISTER, unpack_registered
from paiyou.server.bots.tasks import TASKS as API_TASKS
from paiyou.server.bots.yielding import lower_priority, run_yielding
from paiyou.server.families.display import display_of

Task = Callable[[dict[str, Any]], dict[str, Any]]

HINT_MOVES = 5
"""Moves in a hint."""


def choose(question: dict[str, Any]) -> dict[str, Any]:
    """An agent's move: the game by its name, the deal by its seed, all moves so far."""
    game, state = _position(question)
    return {"move": choose_move(question["agent"], game, state, question["word"])}


def make(question: dict[str, Any]) -> dict[str, Any]:
    """Create an agent that will be asked to choose: ValueError where its options do not fit."""
    made_agent(question["agent"], find_game(question["game"]))
    return {}


def hint(question: dict[str, Any]) -> dict[str, Any]:
    """The moves an agent likes best, with values."""
    game, state = _position(question)
    agent = made_agent(question["agent"], game)
    agent.begin(question["word"])
    view = state.view(question["seat"])
    said = opinion(agent, view, points_judge(game))
    display = display_of(game)
    moves = [
        {
            "move": move, "value": value, "weight": weight, "plays_left": display.plays_left(game, view, move),
            "points": None if said.points is None else said.points[move],
        }
        for move, value, weight in said.found[:HINT_MOVES]
    ]  # fmt: skip
    return {"moves": moves, "unit": said.unit}


TASKS: dict[str, Task] = {"choose": choose, "make": make, "hint": hint, **API_TASKS}
"""By the kind that `Bots.run` is asked for."""


def _position(question: dict[str, Any]) -> tuple[Game, State]:
    game = find_game(question["game"])
    opening = question.get("opening")
    state = game.deal(question["seed"]) if opening is None else Position.from_json(opening).begin(game)
    for move in question["moves"]:
        state.play(move)
    return game, state


def main() -> None:
    """Answer until there are no more questions."""
    lower_priority(int(sys.argv[1]))
    answers, sys.stdout = sys.stdout, sys.stderr  # an agent may print, which must not mix with the answers
    answers.write("ready\n")
    answers.flush()
    for line in sys.stdin:
        question = json.loads(line)
        if question["kind"] == REGISTER:
            unpack_registered(question["payload"])
            continue
        try:
            answer = run_yielding(partial(TASKS[question["kind"]], question["payload"]))
        except ValueError as error:
            answer = {"refused": str(error)}
        except Exception as error:  # an agent may raise anything; the server moves on with another
            answer = {"failed": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    try:
        with report_to(lambda _: None):  # the server has reported broken plug-ins already
            main()
    except BrokenPipeError:
        # The server was killed while an answer was being written.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
