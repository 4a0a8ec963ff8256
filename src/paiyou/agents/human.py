"""A person at the keyboard. How to ask is given from outside: a terminal, a test, a page."""

from __future__ import annotations

from collections.abc import Callable

from paiyou.agents.base import Agent
from paiyou.games.game import Game
from paiyou.games.protocol import View


def ask_on_the_terminal(view: View) -> str:
    """Show the hand and read a move from standard input until it is a legal one."""
    while True:
        text = input(f"seat {view.seat}, hand {view.hand}, to beat {view.last}: ").strip()
        try:
            return written_move(view, text)
        except ValueError as error:
            print(error)


def written_move(view: View, text: str) -> str:
    """The legal move a person means, in its one notation; ValueError says why there is none."""
    # Any deal that agrees with the view judges the seat's own move as the real one would.
    trial = view.sample(0)
    trial.play(text)
    return trial.history[-1][1]


class HumanAgent(Agent):
    """Asks a person for every move."""

    name = "human"
    line = "a person at the keyboard"
    why_not_remote = "a person cannot be asked through a server"
    interactive = True

    def __init__(self, game: Game, *, seed: int = 0, ask: Callable[[View], str] = ask_on_the_terminal) -> None:
        super().__init__(game, seed=seed)
        self._ask = ask

    def choose(self, view: View) -> str:
        """The person's move."""
        return self._ask(view)
