"""How hard a puzzle is for a person: what its main line asks for, and how many of its decisions mislead.

The main line is the solver's: the landlord wins, the peasants hold out as long as they can. At each of the landlord's
decisions on it two players that see no hidden cards are asked for their move: one who sheds as many cards as he can,
and the rule player, who has an experienced player's habits. A move of theirs that throws the win away is a trap.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from paiyou.agents.base import Agent
from paiyou.endgames import Solution, solve
from paiyou.games.climbing_spec import SYMBOLS
from paiyou.games.protocol import State


@dataclass(frozen=True)
class Difficulty:
    """What makes a puzzle hard."""

    only_moves: int
    """Decisions on the main line where one of several moves wins."""
    greedy_traps: int
    """Decisions where shedding the most cards loses,"""
    habit_traps: int
    """and where the rule player's move does."""
    positions: int
    """Searched by the plain solver for the first move: how much there is to see."""

    @property
    def score(self) -> float:
        """One number: habits mislead twice as much as haste, and ten times the positions count as one decision."""
        seen = math.log10(1 + self.positions)
        return round(self.only_moves + self.greedy_traps + 2 * self.habit_traps + seen, 1)


def measure(start: State, solution: Solution, habits: Agent) -> Difficulty:
    """The difficulty of a position that was solved by a plain search; `habits` is the rule player."""
    state = start.copy()
    only_moves = greedy_traps = habit_traps = 0
    for seat, move in solution.line:
        legal = state.moves()
        if seat == 0 and len(legal) > 1:
            winning = solve(state).moves
            only_moves += len(winning) == 1
            greedy_traps += greedy_move(legal) not in winning
            habit_traps += habits.choose(state.view(0)) not in winning
        state.play(move)
    return Difficulty(only_moves, greedy_traps, habit_traps, solution.nodes)


def greedy_move(legal: list[str]) -> str:
    """The move that sheds most cards, low ones first."""
    return max(legal, key=lambda move: (0, 0) if move == "pass" else (len(move), -SYMBOLS.index(move[0])))
