"""Matches of two agents on duplicate deals: every deal is played in all seatings, and errors are taken over deals."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

from paiyou.agents.base import Agent
from paiyou.agents.registry import agent as make_agent
from paiyou.arena.seating import duplicate_seatings, points, share_won
from paiyou.arena.statistics import Estimate
from paiyou.arena.table import play_game
from paiyou.games.dealing import random_word
from paiyou.games.game import Game
from paiyou.games.registry import game as find_game

Progress = Callable[[int], None]
"""Told how many deals have been played since it was last told."""


@dataclass(frozen=True)
class MatchResult:
    """How agent A did against agent B."""

    game: str
    a: str
    b: str
    deals: int
    seed: int
    wp: Estimate
    """Share of games won by A; 0.5 between equals."""
    adp: Estimate | None
    """Average difference in points in games with a stake, in the unit `unit`."""
    points: Estimate | None
    """Mean points in games where the cards left are paid."""
    unit: str
    seconds: float
    clairvoyant: tuple[str, ...] = ()
    """Agents that saw all hands."""

    def to_json(self) -> dict[str, Any]:
        """As `paiyou match --json` writes it."""
        result: dict[str, Any] = {"game": self.game, "a": self.a, "b": self.b, "deals": self.deals, "seed": self.seed}
        result["wp"] = self.wp.to_json()
        if self.adp is not None:
            result["adp"] = self.adp.to_json()
        if self.points is not None:
            result["points"] = self.points.to_json()
        result |= {"unit": self.unit, "seconds": self.seconds}
        if self.clairvoyant:
            result["clairvoyant"] = list(self.clairvoyant)
        return result


def match(
    game: Game | str,
    a: str | Agent,
    b: str | Agent,
    *,
    deals: int = 1000,
    seed: int = 1,
    cores: int | None = None,
    progress: Progress | None = None,
) -> MatchResult:
    """Play A against B on duplicate deals with sides swapped, on all cores; the result does not depend on their number.

    Example: `match("doudizhu", "random", "random", deals=1000, seed=1).wp.mean`.
    """
    game = find_game(game) if isinstance(game, str) else game
    if deals < 1:
        raise ValueError(f"deals must be 1 or more, not {deals}")
    if cores is not None and cores < 1:
        raise ValueError(f"cores must be 1 or more, not {cores}")
    table = _Table(game, a, b, seed)  # also says here, and not in a worker, what is wrong with an agent
    begun = time.perf_counter()
    wins: list[float] = []
    won: list[float] = []
    for chunk in _play_in_order(table, deals, cores or os.cpu_count() or 1):
        wins += [win for win, _ in chunk]
        won += [amount for _, amount in chunk]
        if progress is not None:
            progress(len(chunk))
    by_stake = game.spec.score.kind == "stake"
    amount = Estimate.of(won)
    return MatchResult(
        game=game.name,
        a=_name(a),
        b=_name(b),
        deals=deals,
        seed=seed,
        wp=Estimate.of(wins),
        adp=amount if by_stake else None,
        points=None if by_stake else amount,
        unit=_unit(game),
        seconds=time.perf_counter() - begun,
        clairvoyant=tuple(_name(given) for given, agent in ((a, table.a[0]), (b, table.b[0])) if agent.clairvoyant),
    )


class _Table:
    """Plays deals of one match; every worker process has one."""

    def __init__(self, game: Game, a: str | Agent, b: str | Agent, seed: int) -> None:
        self.game = game
        self.seed = seed
        # An agent may remember the game it is in, so every seat has an instance of its own.
        self.a = [make_agent(a, game) if isinstance(a, str) else a for _ in range(game.seats)]
        self.b = [make_agent(b, game) if isinstance(b, str) else b for _ in range(game.seats)]
        self.seatings = duplicate_seatings(game)

    def play_deal(self, number: int) -> tuple[float, float]:
        """What deal `number` counts for A: the share won and the points."""
        deal_seed = random_word(self.seed, number)
        wins = won = 0.0
        for stream, seating in enumerate(self.seatings):
            agents = [(self.b if side else self.a)[seat] for seat, side in enumerate(seating)]
            state = play_game(self.game, agents, deal_seed, stream)
            assert state.payoffs is not None
            wins += share_won(self.game, seating, state.payoffs, state.winner)
            won += points(seating, state.payoffs)
        by_stake = self.game.spec.score.kind == "stake"
        seats_of_a = sum(seating.count(0) for seating in self.seatings)
        return wins / len(self.seatings), won / (len(self.seatings) if by_stake else seats_of_a)

    def play_chunk(self, chunk: range) -> list[tuple[float, float]]:
        return [self.play_deal(number) for number in chunk]


def _play_in_order(table: _Table, deals: int, cores: int) -> Iterator[list[tuple[float, float]]]:
    """The results of all deals in the order of their numbers, chunk by chunk."""
    cores = min(cores, deals)
    size = max(1, min(100, deals // (cores * 8)))
    chunks = [range(first, min(first + size, deals)) for first in range(0, deals, size)]
    if cores == 1:
        yield from map(table.play_chunk, chunks)
        return
    # Forked workers inherit the table as it is: nothing to import, compile or send.
    method = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
    with ProcessPoolExecutor(
        cores, mp_context=multiprocessing.get_context(method), initializer=_set_table, initargs=(table,)
    ) as pool:
        yield from pool.map(_play_chunk, chunks)


_worker_table: _Table | None = None


def _set_table(table: _Table) -> None:
    global _worker_table
    _worker_table = table


def _play_chunk(chunk: range) -> list[tuple[float, float]]:
    assert _worker_table is not None
    return _worker_table.play_chunk(chunk)


def _name(agent: str | Agent) -> str:
    return agent if isinstance(agent, str) else type(agent).__name__


def _unit(game: Game) -> str:
    score = game.spec.score
    if score.kind == "cards":
        return "points per seat and game"
    if score.landlord_factor == 2:
        return "points per game of A's side, landlord's base 2"
    return "points per game, 1 for a win"
