"""Matches of two agents on duplicate deals: every deal is played in all seatings, and errors are taken over deals."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from paiyou.agents.base import Agent
from paiyou.agents.registry import agent as make_agent
from paiyou.arena.seating import duplicate_seatings, points, share_won
from paiyou.arena.statistics import Estimate
from paiyou.arena.table import play_game
from paiyou.arena.where import run_chunks
from paiyou.games.dealing import random_word
from paiyou.games.game import Game
from paiyou.games.registry import game as find_game

Player = str | Callable[[Game], Agent]
"""A spec string, or what makes an agent for a game."""

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
    a: Player,
    b: Player,
    *,
    deals: int = 1000,
    seed: int = 1,
    on: str = "local",
    cores: int | None = None,
    progress: Progress | None = None,
) -> MatchResult:
    """Play A against B on duplicate deals, sides swapped, on all cores; the result does not depend on their number.

    A player is a spec string, or a class or function that makes an agent for a game, one for every seat. `on="ray"`
    plays on a Ray cluster.

    Example: `match("doudizhu", "random", "random", deals=1000, seed=1).wp.mean`.
    """
    if deals < 1:
        raise ValueError(f"deals must be 1 or more, not {deals}")
    table = _Table(game if isinstance(game, Game) else find_game(game), a, b, seed)
    game = table.game
    begun = time.perf_counter()
    wins: list[float] = []
    won: list[float] = []
    for chunk in run_chunks(table.play_deals, _chunks(deals), on=on, cores=cores):
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
        clairvoyant=tuple(_name(player) for player, seats in ((a, table.a), (b, table.b)) if seats[0].clairvoyant),
    )


class _Table:
    """Plays deals of one match; every worker process has one."""

    def __init__(self, game: Game, a: Player, b: Player, seed: int) -> None:
        self.game = game
        self.players = (a, b)
        self.seed = seed
        # An agent may remember the game it is in, so every seat has an instance of its own.
        self.a, self.b = ([_make(player, game) for _ in range(game.seats)] for player in (a, b))
        self.seatings = duplicate_seatings(game)

    def __reduce__(self) -> tuple[type[_Table], tuple[Game, Player, Player, int]]:
        return _Table, (self.game, *self.players, self.seed)

    def play_deals(self, numbers: range) -> list[tuple[float, float]]:
        """What each deal counts for A: the share won and the points."""
        return [self._play_deal(number) for number in numbers]

    def _play_deal(self, number: int) -> tuple[float, float]:
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


def _chunks(deals: int) -> list[range]:
    """Numbers of deals in pieces small enough for the progress bar and for an even load."""
    size = max(1, min(100, deals // 32))
    return [range(first, min(first + size, deals)) for first in range(0, deals, size)]


def _make(player: Player, game: Game) -> Agent:
    agent = player(game) if callable(player) else make_agent(player, game)
    if agent.interactive:
        raise ValueError("a person cannot play a match of many deals; sit down with 'paiyou play'")
    return agent


def _name(player: Player) -> str:
    return player if isinstance(player, str) else player.__name__


def _unit(game: Game) -> str:
    score = game.spec.score
    if score.kind == "cards":
        return "points per seat and game"
    if score.landlord_factor == 2:
        return "points per game of A's side, landlord's base 2"
    return "points per game, 1 for a win"
