"""Matches on duplicate deals: every deal is played in all seatings, and errors are taken over deals."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from math import isfinite
from operator import index
from pathlib import Path
from typing import Any, TypeVar

from paiyou.agents.base import is_clairvoyant
from paiyou.arena.measures import MEASURES, unit_of
from paiyou.arena.series import Deal, ForfeitReport, Player, Series
from paiyou.arena.statistics import Estimate
from paiyou.arena.workers import run_chunks, small_pieces
from paiyou.games.game import Game
from paiyou.games.registry import game as find_game
from paiyou.records.files import RecordWriter

Progress = Callable[[int], None]
"""Told how many deals have been played since it was last told; 0 when the match begins."""

Value = TypeVar("Value")


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
        """The measures under their names, and what else there is to say."""
        measures = {key: estimate.to_json() for key, estimate in self.measures.items()}
        return {"name": self.name} | measures | {"forfeits": self.forfeits, "clairvoyant": self.clairvoyant}


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
        result |= {key: estimate.to_json() for key, estimate in self.players[0].measures.items()}
        result |= {"unit": self.unit, "seconds": self.seconds, "games": self.games}
        result["units"] = {key: MEASURES[key].unit or self.unit for key in self.players[0].measures}
        result["players"] = [player.to_json() for player in self.players]
        result["clairvoyant"] = list(self.clairvoyant)
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
    deals, seed = read_count("deals", deals), read_seed(seed)
    if len(players) < 2:
        raise ValueError(f"a match needs at least two agents, not {len(players)}")
    if clock is not None and not (isinstance(clock, int | float) and isfinite(clock) and clock > 0):
        raise ValueError(f"clock must be a number of seconds above 0, not {clock}")
    series = Series(
        game if isinstance(game, Game) else find_game(game), players, seed, seating, clock, keep=save is not None
    )
    begun = time.perf_counter()
    tally = _Tally(len(players))
    tell = progress or (lambda _: None)
    chunks = run_chunks(series.play_deals, small_pieces(deals), on=on, cores=cores, started=lambda: tell(0))
    with nullcontext() if save is None else _Saver(save) as saver:
        for chunk in chunks:
            if saver is not None:
                saver.keep(chunk)
            tally.count(chunk)
            tell(len(chunk))
    return MatchResult(
        game=series.game.name,
        players=tuple(_player_result(series, tally, number) for number in range(len(players))),
        deals=deals,
        games=deals * len(series.seatings),
        seed=seed,
        unit=unit_of(series.game),
        seconds=time.perf_counter() - begun,
        forfeits=tuple(tally.forfeits),
    )


class _Tally:
    """What all deals count, in two numbers a deal for each measure of a player: a match may have a billion."""

    def __init__(self, players: int) -> None:
        self.sums: list[dict[str, tuple[array[float], array[float]]]] = [{} for _ in range(players)]
        """By player and measure: of each deal the sum of the values and their number."""
        self.failed = [0] * players
        self.forfeits: list[ForfeitReport] = []

    def count(self, deals: Sequence[Deal]) -> None:
        """Add some deals."""
        for deal in deals:
            for kept, sums in zip(self.sums, deal.sums, strict=True):
                for key, (value, count) in sums.items():
                    values, counts = kept.setdefault(key, (array("d"), array("d")))
                    values.append(value)
                    counts.append(count)
            self.failed = [before + now for before, now in zip(self.failed, deal.failed, strict=True)]
            self.forfeits += deal.forfeits


def _player_result(series: Series, tally: _Tally, number: int) -> PlayerResult:
    sums = tally.sums[number]
    measures = {key: Estimate.of_ratio(*sums[key]) for key in MEASURES if key in sums}
    clairvoyant = any(map(is_clairvoyant, series.agents[number]))
    return PlayerResult(series.names[number], measures, tally.failed[number], clairvoyant)


class _Saver:
    """Adds the records of played deals to a file; trouble with the file is a ValueError."""

    def __init__(self, path: str | Path) -> None:
        self.path = path
        self.writer = self._try(lambda: RecordWriter(path, append=True))

    def keep(self, deals: Sequence[Deal]) -> None:
        """Write the records of some deals and let go of them."""
        for deal in deals:
            for record in deal.records:
                self._try(lambda record=record: self.writer.write(record))  # type: ignore[misc]
            deal.records.clear()

    def _try(self, work: Callable[[], Value]) -> Value:
        try:
            return work()
        except OSError as error:
            raise ValueError(f"records cannot be saved in {self.path}: {error.strerror}") from None

    def __enter__(self) -> _Saver:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):  # every line was flushed, or its failure told
            self.writer.close()


def read_count(name: str, value: object) -> int:
    """How many there shall be: 1 or more."""
    count = _whole(name, value)
    if count < 1:
        raise ValueError(f"{name} must be 1 or more, not {count}")
    return count


def read_seed(value: object) -> int:
    """A seed, with a sign or without."""
    seed = _whole("seed", value)
    if not -(2**63) <= seed < 2**64:
        raise ValueError("seed must be a whole number of at most 64 bits")
    return seed


def _whole(name: str, value: object) -> int:
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        raise ValueError(f"{name} must be a whole number, not {type(value).__name__}") from None
