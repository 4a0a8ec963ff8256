"""A person at the keyboard. How to ask is given from outside: a terminal, a test, a page."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from paiyou.agents.base import Agent
from paiyou.games.game import Game

if TYPE_CHECKING:
    from paiyou._core import ClimbingView


def ask_on_the_terminal(view: ClimbingView) -> str:
    """Show the hand and read a move from standard input until it is a legal one."""
    moves = view.moves()
    while True:
        text = input(f"seat {view.seat}, hand {view.hand}, to beat {view.last}: ").strip()
        if text in moves:
            return text
        written = "".join(sorted(text))
        matching = [move for move in moves if "".join(sorted(move)) == written]
        if matching:
            return matching[0]
        print(f"{text!r} is not a legal move; there is {', '.join(moves[:20])}{' ...' if len(moves) > 20 else ''}")


class HumanAgent(Agent):
    """Asks a person for every move."""

    def __init__(self, game: Game, *, seed: int = 0, ask: Callable[[ClimbingView], str] = ask_on_the_terminal) -> None:
        super().__init__(game, seed=seed)
        self._ask = ask

    def choose(self, view: ClimbingView) -> str:
        """The person's move."""
        return self._ask(view)
