"""The games of a ladder as tasks: two agents on some deals, the very games of `paiyou match`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paiyou.agents.identity import known_as
from paiyou.arena.series import Series
from paiyou.games.registry import game as find_game
from paiyou.ladder.contenders import is_quick

POINTS = ("difference", "adp", "points")
"""What a game counts besides wins: the first of these that it has."""
QUICK, SLOW = 25, 5
"""Deals of one task, which is lost when it is killed."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Duel:
    """Two agents of a game, and how many deals they play."""

    game: str
    a: str
    b: str
    seed: int
    deals: int

    @property
    def tasks(self) -> list[Games]:
        """All their games; those of fewer deals are among those of more."""
        size = QUICK if is_quick(self.a) and is_quick(self.b) else SLOW
        firsts = range(0, self.deals, size)
        return [Games(self.game, self.a, self.b, self.seed, first, min(size, self.deals - first)) for first in firsts]

    def read(self, results: dict[str, Any]) -> Played | None:
        """What its tasks found; None where one is missing."""
        kept = [results[task.key] for task in self.tasks if task.key in results]
        if len(kept) < len(self.tasks):
            return None
        wins, points, others = np.array([deal for one in kept for deal in one["deals"]], dtype=float).T
        failed = [sum(one["failed"][side] for one in kept) for side in (0, 1)]
        return Played(self, kept[0]["measure"], wins, points, others, (failed[0], failed[1]))


@dataclass(frozen=True)
class Played:
    """How a duel went, deal by deal."""

    duel: Duel
    measure: str
    """What the points are: one of `POINTS`."""
    wins: Numbers
    """The share of wins of A; B has the rest."""
    points: Numbers
    points_of_b: Numbers
    failed: tuple[int, int]
    """Games that A and B lost because they failed."""


@dataclass(frozen=True)
class Games:
    """Some deals of a duel, by number."""

    game: str
    a: str
    b: str
    seed: int
    first: int
    deals: int

    @property
    def key(self) -> str:
        """The players, networks and all, and the deals."""
        players = " v ".join(known_as(agent, self.game) for agent in (self.a, self.b))
        return f"{self.game} | {players} | seed {self.seed} | deals {self.first}+{self.deals}"

    @property
    def steps(self) -> int:
        """Deals."""
        return self.deals

    def run(self) -> dict[str, Any]:
        """For every deal the share of wins of A, its points and those of B; and the games that each forfeited."""
        deals = _series(self.game, self.a, self.b, self.seed).play_deals(range(self.first, self.first + self.deals))
        points = next(key for key in POINTS if key in deals[0].sums[0])
        cells = [(deal.sums[0]["wp"], deal.sums[0][points], deal.sums[1][points]) for deal in deals]
        return {
            "measure": points,
            "deals": [[round(value / count, 6) for value, count in cell] for cell in cells],
            "failed": [sum(deal.failed[side] for deal in deals) for side in (0, 1)],
        }


@lru_cache(maxsize=4)
def _series(game: str, a: str, b: str, seed: int) -> Series:
    return Series(find_game(game), (a, b), seed, None, None, keep=False)
