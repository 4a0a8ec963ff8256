"""Games as tasks: named agents in fixed seats, on deals from a seed or on given hands; every game's end is kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from paiyou.agents.base import Agent
from paiyou.agents.registry import agent as make_agent
from paiyou.arena.outcome import Outcome
from paiyou.arena.play_game import play_game
from paiyou.games.all_deals import Hands, all_deals
from paiyou.games.dealing import random_word
from paiyou.games.registry import game as find_game

CHUNK = 5
"""Deals in one task of a slow game."""


@dataclass(frozen=True)
class End:
    """How a game ended: who went out, and how many cards were left everywhere."""

    winner: int
    left: tuple[int, ...]


@dataclass(frozen=True)
class Cell:
    """The games behind one figure: a game, an agent for each seat, how often each deal is played.

    The deals are those of a seed by number or, `listed`, all that the game has in an order that follows from the seed.
    Deal n is the same in every cell, and so is the chance in each seat.
    """

    game: str
    players: tuple[str, ...]
    plays: int = 1
    listed: bool = False

    @property
    def key(self) -> str:
        """All that its games depend on beside their deals."""
        return f"{self.game} | {' | '.join(self.players)} | x{self.plays}{' | all deals' if self.listed else ''}"

    def tasks(self, deals: int, seed: int, chunk: int = CHUNK) -> list[Games]:
        """Its games on the first deals of a seed."""
        return [Games(self, seed, first, min(chunk, deals - first)) for first in range(0, deals, chunk)]

    def ends(self, results: dict[str, Any], deals: int, seed: int, chunk: int = CHUNK) -> list[list[End]]:
        """What the tasks found: for every deal the ends of its games."""
        return [ends for task in self.tasks(deals, seed, chunk) for ends in read_ends(results[task.key])]

    def wins(
        self, results: dict[str, Any], deals: int, seed: int, seats: Sequence[int] = (0,), chunk: int = CHUNK
    ) -> list[list[float]]:
        """For every deal, and every game on it, whether one of the seats went out."""
        ends = self.ends(results, deals, seed, chunk)
        return [[float(end.winner in seats) for end in plays] for plays in ends]


@dataclass(frozen=True)
class Games:
    """Some deals of a cell, by number."""

    cell: Cell
    seed: int
    first: int
    deals: int

    @property
    def key(self) -> str:
        """The cell and the deals."""
        return f"{self.cell.key} | seed {self.seed} | deals {self.first}+{self.deals}"

    @property
    def steps(self) -> int:
        """Games."""
        return self.deals * self.cell.plays

    def run(self) -> list[list[list[int]]]:
        """For every deal and play: the winner's seat, then the cards left in each."""
        agents = [agent_for(self.cell.game, spec, seat) for seat, spec in enumerate(self.cell.players)]
        return [
            [end_of(self.play(agents, number, play)) for play in range(self.cell.plays)]
            for number in range(self.first, self.first + self.deals)
        ]

    def play(self, agents: Sequence[Agent], number: int, play: int) -> Outcome:
        """One game on one deal; every play of a deal has chance of its own."""
        game = find_game(self.cell.game)
        start = None
        if self.cell.listed:
            hands, _ = listed_deals(self.cell.game, self.seed)[number]
            start = game.start(list(hands))
        return play_game(game, agents, random_word(self.seed, number), play, start=start)


@lru_cache(maxsize=2)
def listed_deals(game: str, seed: int) -> list[tuple[Hands, int]]:
    """All deals of a game with their ways, in an order drawn by the seed: the first ones are a random choice."""
    deals = all_deals(find_game(game))
    return [deals[number] for number in sorted(range(len(deals)), key=lambda number: random_word(seed, number))]


@lru_cache(maxsize=8)  # exact players keep much in memory
def agent_for(game: str, spec: str, seat: int) -> Agent:
    """The agent of a seat in this process."""
    del seat  # an agent may remember the game it is in, so every seat has one of its own
    return make_agent(spec, find_game(game))


def end_of(outcome: Outcome) -> list[int]:
    """A game's end as it is kept; an agent that failed has spoilt the experiment."""
    if outcome.forfeit is not None:
        raise ValueError(f"seat {outcome.forfeit.seat} {outcome.forfeit.reason}: the experiment cannot go on")
    winner = outcome.state.winner
    assert winner is not None
    return [winner, *map(len, outcome.state.hands)]


def read_ends(kept: Sequence[Sequence[Sequence[int]]]) -> Iterator[list[End]]:
    """The ends of the games of each deal of a task."""
    for deal in kept:
        yield [End(end[0], tuple(end[1:])) for end in deal]
