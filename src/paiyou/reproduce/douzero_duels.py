"""Duels of DouZero as tasks: two players on duplicate deals with sides swapped, the very games of `paiyou match`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from paiyou.arena.measures import measure
from paiyou.arena.play_game import play_game
from paiyou.arena.seating import Seating, seatings_for, seats_of
from paiyou.arena.statistics import Estimate
from paiyou.games.climbing_family import CLIMBING
from paiyou.games.dealing import random_word
from paiyou.games.registry import game as find_game
from paiyou.reproduce.douzero import GAME, identity, player
from paiyou.reproduce.games import end_of


@dataclass(frozen=True)
class Score:
    """How A did against B."""

    wp: Estimate
    adp: Estimate
    bombs: Estimate
    """Bombs and rockets of A in a game, less those of B."""


@dataclass(frozen=True)
class Duel:
    """Two players by their specs, and how many deals make a task."""

    a: str
    b: str
    chunk: int

    def tasks(self, deals: int, seed: int) -> list[Games]:
        """All games."""
        return [
            Games(self.a, self.b, seed, first, min(self.chunk, deals - first)) for first in range(0, deals, self.chunk)
        ]

    def score(self, results: dict[str, Any], deals: int, seed: int) -> Score:
        """Means over deals, each of which counts for its two games."""
        played = [games for task in self.tasks(deals, seed) for games in results[task.key]]
        wp, adp, bombs = (
            Estimate.of([sum(game[column] for game in games) / len(games) for games in played]) for column in range(3)
        )
        return Score(wp.as_share(), adp, bombs)


@dataclass(frozen=True)
class Games:
    """Some deals of a duel, by number."""

    a: str
    b: str
    seed: int
    first: int
    deals: int

    @property
    def key(self) -> str:
        """The players and the deals."""
        return f"{GAME} | {identity(self.a)} v {identity(self.b)} | seed {self.seed} | deals {self.first}+{self.deals}"

    @property
    def steps(self) -> int:
        """Games."""
        return 2 * self.deals

    def run(self) -> list[list[list[float]]]:
        """For every deal and seating what A has: the win, the points, its bombs less those of B."""
        return [
            [self._play(number, stream, seating) for stream, seating in enumerate(seatings_for(find_game(GAME), 2))]
            for number in range(self.first, self.first + self.deals)
        ]

    def _play(self, number: int, stream: int, seating: Seating) -> list[float]:
        game = find_game(GAME)
        agents = [player((self.a, self.b)[side], seat) for seat, side in enumerate(seating)]
        outcome = play_game(game, agents, random_word(self.seed, number), stream, seating=seating)
        end_of(outcome)  # a player that failed has spoilt the experiment
        values, own = measure(game, seating, outcome, 0), seats_of(seating, 0)
        bombs = sum(1 if seat in own else -1 for seat, move in outcome.state.history if move in powerful())
        return [values["wp"][0], values["adp"][0], float(bombs)]


@lru_cache(maxsize=1)
def powerful() -> frozenset[str]:
    """Every bomb and the rocket."""
    spec = CLIMBING.spec_of(find_game(GAME), "bombs are counted")
    return frozenset(move for move, power in zip(spec.actions, spec.table.power, strict=True) if power)
