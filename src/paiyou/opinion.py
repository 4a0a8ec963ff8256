"""What a player thinks of a seat's moves, for hints and reviews, with points beside the chance to win if both count.

A player that plays to win does not care what it does in a game that is lost. A person at a table does: scores add up
from game to game. So a game may name a second player, whose values are points (`GameInfo.points_judge`). It is asked
what every move is worth, and where the game is decided it says which move comes first.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from paiyou.agents.base import Agent, Evaluation, Unit
from paiyou.agents.registry import agent as find_agent
from paiyou.games.game import Game
from paiyou.games.protocol import View

DECIDED = 0.94
"""A result, between -1 and 1, from which on a game is as good as won, or below its negative lost: 3 chances in 100."""


@dataclass(frozen=True)
class Opinion:
    """The legal moves, best first."""

    found: Evaluation
    unit: Unit
    points: dict[str, float] | None
    """What each move is worth in points, own ones less the others' average, where the values are results and the game
    counts points, too."""


@lru_cache(maxsize=8)
def points_judge(game: Game) -> Agent | None:
    """Who says what moves are worth in points; None where the game names nobody."""
    named = game.info.points_judge
    return find_agent(named, game) if named else None


def opinion(judge: Agent, view: View, counts: Agent | None = None) -> Opinion:
    """What `judge` thinks of every move, and what `counts` makes of them in points."""
    found, unit = judge.evaluate(view), judge.unit(view)
    if counts is None or unit != "result" or counts.unit(view) != "points":
        return Opinion(found, unit, None)
    points = {move: value for move, value, _ in counts.evaluate(view)}
    alike = _alike(found)
    first = sorted(found[:alike], key=lambda one: points[one[0]], reverse=True)
    return Opinion([*first, *found[alike:]], unit, points)


def _alike(found: Evaluation) -> int:
    """How many of the moves are the same for winning, because the game is decided."""
    if found[0][1] <= -DECIDED:
        return len(found)
    return sum(value >= DECIDED for _, value, _ in found)
