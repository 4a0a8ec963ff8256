"""Whitehouse et al. 2011, section IV.C: how soon a player who infers knows the true deal in Mini Dou Dizhu.

Determinized minimax with the right model plays first against expectimax. The paper says the true state has
probability 1 "by the fourth turn" in 48% of deals and "by the end of the game" in 74%. Two readings are counted: what
the player knows at its n-th decision, and what it knows after n turns of both, the end of a game included, where
whoever saw the other go out knows that hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from paiyou.agents.base import Agent, Evaluation
from paiyou.agents.search.base import SearchAgent
from paiyou.games.protocol import View
from paiyou.reproduce.games import Cell, Games, agent_for, end_of


class Watched(SearchAgent):
    """A player with inference that remembers how many deals were left at each of its decisions."""

    def __init__(self, player: Agent) -> None:
        super().__init__(player.game)
        self.player = player
        self.states: list[int] = []

    def evaluate(self, view: View) -> Evaluation:
        """What the player says."""
        moves = self.player.evaluate(view)
        assert isinstance(self.player, SearchAgent)
        self.states.append(self.player.statistics["states"])
        return moves


class Knowledge(Games):
    """Games of a cell whose first player infers, watched."""

    @property
    def key(self) -> str:
        """The games, and that they are watched."""
        return f"knowledge | {super().key}"

    def run(self) -> list[list[Any]]:
        """For every deal: the deals possible at each decision of player 1, and who went out."""
        first, second = (agent_for(self.cell.game, spec, seat) for seat, spec in enumerate(self.cell.players))
        found: list[list[Any]] = []
        for number in range(self.first, self.first + self.deals):
            watched = Watched(first)
            winner, *_ = end_of(self.play([watched, second], number, 0))
            found.append([watched.states, winner])
        return found


def tasks(cell: Cell, deals: int, seed: int, chunk: int) -> list[Knowledge]:
    """All games, in pieces."""
    return [Knowledge(cell, seed, first, min(chunk, deals - first)) for first in range(0, deals, chunk)]


@dataclass(frozen=True)
class Course:
    """What player 1 came to know in one game."""

    states: tuple[int, ...]
    """Possible deals at each of its decisions."""
    winner: int

    def at_decision(self, number: int | None = None) -> bool:
        """Whether only the true deal was left at some decision up to this one, or at any."""
        return 1 in self.states[:number]

    def after_turns(self, number: int | None = None) -> bool:
        """Whether it was known after so many turns of both, or at the end of the game."""
        over = number is None or len(self.states) <= number
        if over and self.winner == 1:  # player 2 has shown its whole hand
            return True
        return self.at_decision(None if number is None else number + 1)


def courses(results: dict[str, Any], cell: Cell, deals: int, seed: int, chunk: int) -> list[Course]:
    """What the tasks found, deal by deal."""
    kept = [game for task in tasks(cell, deals, seed, chunk) for game in results[task.key]]
    return [Course(tuple(states), winner) for states, winner in kept]
