"""Matches on duplicate deals: every deal is played in all seatings, and errors are taken over deals."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any

from paiyou.agents.base import Agent
from paiyou.agents.registry import agent as make_agent
from paiyou.arena.measures import MEASURES, measure, unit_of
from paiyou.arena.seating import Seating, name_of, seatings_for
from paiyou.arena.statistics import Estimate
from paiyou.arena.table import Outcome, play_game
from paiyou.arena.where import run_chunks
from paiyou.games.dealing import random_word
from paiyou.games.game import Game
from paiyou.games.registry import game as find_game
from paiyou.records.files import RecordWriter
from paiyou.records.record import Record

Player = str | Callable[[Game], Agent]
"""A spec string, or what makes an agent for a game."""

Progress = Callable[[int], None]
"""Told how many deals have been played since it was last told."""


@dataclass(frozen=True)
class PlayerResult:
    """How one agent did: each measure by its name, a mean with its 95% interval."""

    name: str
    measures: dict[str, Estimate]
    forfeits: int = 0
    """Games it lost because it failed."""
    clairvoyant: bool = False
    """Whether it saw all hands."""

    def to_json(self) -> dict[str, Any]:
        """The measures under their names."""
        return {key: estimate.to_json() for key, estimate in self.measures.items()}


@dataclass(frozen=True)
class ForfeitReport:
    """A game that ended because an agent failed; `play_game` with its seed plays it again."""

    deal: int
    """Number of the deal in the match, from 0."""
    seed: int
    """Of the deal's cards."""
    seating: str
    seat: int
    player: str
    reason: str

    def __str__(self) -> str:
        return f"deal {self.deal} (seed {self.seed}), {self.seating}, seat {self.seat}: {self.player} {self.reason}"


@dataclass(frozen=True)
class MatchResult:
    """How agents did at one table: A, the first of them, and the others."""

    game: str
    players: tuple[PlayerResult, ...]
    deals: int
    games: int
    """Deals times seatings."""
    seed: int
    unit: str
    """Of `adp` or `points`."""
    seconds: float
    forfeits: tuple[ForfeitReport, ...] = field(default=())
    """Games that an agent lost by failing; they count in all measures."""

    @property
    def a(self) -> str:
        """The agent whose results come first."""
        return self.players[0].name

    @property
    def b(self) -> str:
        """The second agent."""
        return self.players[1].name

    @property
    def wp(self) -> Estimate:
        """Share of games won by A; 0.5 between two equals with as many seats."""
        return self.players[0].measures["wp"]

    @property
    def adp(self) -> Estimate | None:
        """A's average difference in points in games with a stake, in the unit `unit`."""
        return self.players[0].measures.get("adp")

    @property
    def points(self) -> Estimate | None:
        """A's mean points in games without a stake."""
        return self.players[0].measures.get("points")

    @property
    def clairvoyant(self) -> tuple[str, ...]:
        """Agents that saw all hands."""
        return tuple(player.name for player in self.players if player.clairvoyant)

    def to_json(self) -> dict[str, Any]:
        """As `paiyou match --json` writes it: A's measures on top, every agent's under `players`."""
        result: dict[str, Any] = {"game": self.game, "a": self.a, "b": self.b, "deals": self.deals, "seed": self.seed}
        result |= self.players[0].to_json()
        result |= {"unit": self.unit, "seconds": self.seconds, "games": self.games}
        result["players"] = [{"name": player.name} | player.to_json() for player in self.players]
        if self.clairvoyant:
            result["clairvoyant"] = list(self.clairvoyant)
        if self.forfeits:
            result["forfeits"] = [vars(forfeit) for forfeit in self.forfeits]
        return result


def match(
    game: Game | str,
    *players: Player,
    deals: int = 1000,
    seed: int = 1,
    seating: str | None = None,
    clock: float | None = None,
    save: str | Path | None = None,
    on: str = "local",
    cores: int | None = None,
    progress: Progress | None = None,
) -> MatchResult:
    """Play agents against each other on duplicate deals, on all cores; the result does not depend on their number.

    A player is a spec string, or a class or function that makes an agent for a game, one for every seat. Two players
    meet in swapped seatings, as many as seats in all orders (`seating.py`); `seating="1v3"` asks for another mix of
    two. `clock` is the time in seconds each seat has for a game. `save` adds every game to a file of records.
    `on="ray"` plays on a Ray cluster. An agent that fails forfeits that game, which is reported, and the match goes on.

    Example: `match("doudizhu", "random", "random", deals=1000, seed=1).wp.mean`.
    """
    if deals < 1:
        raise ValueError(f"deals must be 1 or more, not {deals}")
    if len(players) < 2:
        raise ValueError(f"a match needs at least two agents, not {len(players)}")
    if clock is not None and not (isfinite(clock) and clock > 0):
        raise ValueError(f"clock must be a number of seconds above 0, not {clock}")
    table = _Table(
        game if isinstance(game, Game) else find_game(game), players, seed, seating, clock, keep=save is not None
    )
    begun = time.perf_counter()
    played: list[_Deal] = []
    with nullcontext() if save is None else _writer(save) as writer:
        for chunk in run_chunks(table.play_deals, _chunks(deals), on=on, cores=cores):
            for deal in chunk:
                if writer is not None:
                    for record in deal.records:
                        writer.write(record)
                    deal.records.clear()
                played.append(deal)
            if progress is not None:
                progress(len(chunk))
    return MatchResult(
        game=table.game.name,
        players=tuple(_player_result(table, played, number) for number in range(len(players))),
        deals=deals,
        games=deals * len(table.seatings),
        seed=seed,
        unit=unit_of(table.game),
        seconds=time.perf_counter() - begun,
        forfeits=tuple(forfeit for deal in played for forfeit in deal.forfeits),
    )


@dataclass
class _Deal:
    """What one deal counts: for every player and measure the sum and number of values over the seatings."""

    sums: list[dict[str, list[float]]]
    forfeits: list[ForfeitReport]
    failed: list[int]
    """Forfeits of each player."""
    records: list[Record]


class _Table:
    """Plays deals of one match; every worker process has one."""

    def __init__(
        self,
        game: Game,
        players: Sequence[Player],
        seed: int,
        seating: str | None,
        clock: float | None,
        *,
        keep: bool,
    ) -> None:
        self.arguments = (game, tuple(players), seed, seating, clock)
        self.game, self.players, self.seed, self.clock, self.keep = game, tuple(players), seed, clock, keep
        self.names = [_name(player) for player in players]
        self.seatings = seatings_for(game, len(players), seating)
        # An agent may remember the game it is in, so every seat has an instance of its own.
        self.agents = [[_make(player, game) for _ in range(game.seats)] for player in players]

    def __reduce__(self) -> tuple[Callable[..., _Table], tuple[Any, ...]]:
        return _make_table, (*self.arguments, self.keep)

    def play_deals(self, numbers: range) -> list[_Deal]:
        """What each deal counts."""
        return [self._play_deal(number) for number in numbers]

    def _play_deal(self, number: int) -> _Deal:
        deal = _Deal([{} for _ in self.players], [], [0] * len(self.players), [])
        for stream, seating in enumerate(self.seatings):
            agents = [self.agents[player][seat] for seat, player in enumerate(seating)]
            outcome = play_game(self.game, agents, random_word(self.seed, number), stream, clock=self.clock)
            for player, sums in enumerate(deal.sums):
                for key, (value, count) in measure(self.game, seating, outcome, player).items():
                    total = sums.setdefault(key, [0.0, 0.0])
                    total[0] += value
                    total[1] += count
            if outcome.forfeit is not None:
                seat = outcome.forfeit.seat
                deal.failed[seating[seat]] += 1
                deal.forfeits.append(
                    ForfeitReport(
                        number,
                        outcome.seed,
                        name_of(seating),
                        seat,
                        self.names[seating[seat]],
                        outcome.forfeit.reason,
                    )
                )
            if self.keep:
                deal.records.append(self._record(number, seating, outcome))
        return deal

    def _record(self, number: int, seating: Seating, outcome: Outcome) -> Record:
        return Record.of(
            self.game,
            outcome.state,
            seed=outcome.seed,
            agents=[self.names[player] for player in seating],
            times=outcome.times,
            forfeit=outcome.forfeit,
            payoffs=None if outcome.forfeit is None else outcome.payoffs,
            info={"match_seed": self.seed, "deal": number, "seating": name_of(seating)},
        )


def _make_table(
    game: Game, players: Sequence[Player], seed: int, seating: str | None, clock: float | None, keep: bool
) -> _Table:
    return _Table(game, players, seed, seating, clock, keep=keep)


def _player_result(table: _Table, played: Sequence[_Deal], number: int) -> PlayerResult:
    keys = played[0].sums[number]
    measures = {
        key: Estimate.of_ratio(
            [deal.sums[number][key][0] for deal in played], [deal.sums[number][key][1] for deal in played]
        )
        for key in MEASURES
        if key in keys
    }
    failed = sum(deal.failed[number] for deal in played)
    return PlayerResult(table.names[number], measures, failed, table.agents[number][0].clairvoyant)


def _writer(path: str | Path) -> RecordWriter:
    try:
        return RecordWriter(path, append=True)
    except OSError as error:
        raise ValueError(f"records cannot be saved in {path}: {error.strerror}") from None


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
    if isinstance(player, str):
        return player
    return str(getattr(player, "__name__", type(player).__name__))
