"""The luck of a deal: what it was worth by a network before it was played, more or less than deals are on average.

The value that the game's strongest player gives the first decision is worth something to every seat: so much for the
one who decides, and the contrary for those against him. Mean and slopes were fixed beforehand, from other deals
(`luck_reference.py`), so a result less its luck has the same mean as the result, whoever plays how, and less spread
(a control variate: `paiyou.arena.control`).
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from paiyou.agents.identity import known_as
from paiyou.games.game import Game
from paiyou.server.bots.choosing import made_agent

FILE = Path(__file__).with_name("luck.json")


@dataclass(frozen=True)
class Reference:
    """What deals of a game are worth, and what that means for every seat."""

    agent: str
    known_as: str
    """The agent as it played then."""
    version: int
    """Of the rules."""
    deals: int
    seed: int
    mean: float
    """Of the value of the first decision."""
    won: list[float]
    """Wins for one more of that value, by how many seats one sits behind the first to decide;"""
    points: list[float]
    """and points."""
    share: float
    """Of the variance of wins that the luck explains, over all seats."""
    even: list[float]
    """The mean score among equals, by how many seats one sits behind the first to decide."""

    def to_json(self) -> dict[str, Any]:
        """As a line of the file."""
        return asdict(self)


def value_of(game: Game, agent: str, seed: int) -> tuple[int, float]:
    """Who decides first on a deal, and what an agent gives that."""
    state, judge = game.deal(seed), made_agent(agent, game)
    judge.begin(0)
    return state.turn, float(judge.evaluate(state.view(state.turn))[0][1])


def luck_of(game: Game, seed: int, seat: int) -> tuple[float, float] | None:
    """What a deal is worth to a seat more than others, in wins and in points; None where nobody has measured it."""
    reference = reference_of(game)
    if reference is None:
        return None
    first, value = value_of(game, reference.agent, seed)
    behind, more = (seat - first) % game.seats, value - reference.mean
    return reference.won[behind] * more, reference.points[behind] * more


def even_score(game: Game, seed: int, seat: int) -> float | None:
    """The score that a seat has among equals, before anything is decided; None where nobody has measured it."""
    reference = reference_of(game)
    return None if reference is None else reference.even[(seat - game.deal(seed).turn) % game.seats]


@lru_cache(maxsize=64)
def reference_of(game: Game) -> Reference | None:
    """What was measured of a game, where it and its player are what they were then."""
    measured = json.loads(FILE.read_text(encoding="utf-8")).get(game.name) if FILE.is_file() else None
    if measured is None:
        return None
    reference = Reference(**measured)
    same = reference.version == game.spec.version and reference.known_as == known_as(reference.agent, game.name)
    return reference if same else None
