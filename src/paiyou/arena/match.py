"""Matches on duplicate deals: every deal is played in all seatings, and errors are taken over deals."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from math import isfinite
from operator import index
from pathlib import Path
from typing import Any, TypeVar

from paiyou.agents.base import is_clairvoyant
from paiyou.agents.code_identity import code_identity
from paiyou.agents.identity import known_as
from paiyou.arena.control import MOST_REFERENCE, Controlled, ControlVariate, DealWorth, ReferenceWorth
from paiyou.arena.kept_match import MatchFile
from paiyou.arena.measures import MEASURES, unit_of
from paiyou.arena.seating import seats_of
from paiyou.arena.sequential import SequentialTest
from paiyou.arena.series import Deal, ForfeitReport, Player, Series
from paiyou.arena.statistics import Estimate
from paiyou.arena.tally import Tally
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
    """The first of the games that an agent lost by failing; all count in all measures."""
    test: SequentialTest | None = None
    """That the match was played for, where it was."""
    controlled: dict[str, Controlled] = field(default_factory=dict)
    """A's measures with a control variate, where one was asked for."""

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
        if self.test is not None:
            result["sequential"] = self.test.to_json()
        if self.controlled:
            result["controlled"] = {key: one.to_json() for key, one in self.controlled.items()}
        return result


def match(
    game: Game | str,
    *players: Player,
    deals: int = 1000,
    seed: int = 1,
    seating: str | None = None,
    clock: float | None = None,
    save: str | Path | None = None,
    keep: str | Path | None = None,
    until: SequentialTest | None = None,
    control: str | None = None,
    reference: int | None = None,
    on: str = "local",
    cores: int | None = None,
    progress: Progress | None = None,
) -> MatchResult:
    """Play agents against each other on duplicate deals, on all cores; the result does not depend on their number.

    A player is a spec string, or a class or function that makes an agent for a game, one for every seat. Two players
    meet in swapped seatings, as many as seats in all orders (`seating.py`); `seating="1v3"` asks for another mix of
    two. `clock` is the time in seconds each seat has for a game. `save` adds every game to a file of records.
    `on="ray"` plays on a Ray cluster. An agent that fails forfeits that game, which is reported, and the match goes on.

    `keep` is a file in which the match is kept while it is played: the same call goes on where it was, and with more
    `deals` it is made longer. `until` ends it as soon as a sequential test is decided (`sequential.py`), `deals` at
    the latest; a test is for one match. `control` names the agent whose value of a deal is a control variate
    (`control.py`); its mean is taken from `reference` other deals, by default four times as many as are played and
    40,000 at most.

    Example: `match("doudizhu", "random", "random", deals=1000, seed=1).wp.mean`.
    """
    deals, seed = read_count("deals", deals), read_seed(seed)
    if len(players) < 2:
        raise ValueError(f"a match needs at least two agents, not {len(players)}")
    if clock is not None and not (isinstance(clock, int | float) and isfinite(clock) and clock > 0):
        raise ValueError(f"clock must be a number of seconds above 0, not {clock}")
    if keep is not None and save is not None:
        raise ValueError("a match that is kept cannot save its games: one that goes on would save some of them twice")
    playing = game if isinstance(game, Game) else find_game(game)
    worth = None if control is None else DealWorth(playing, control)
    series = Series(
        playing, players, seed, seating, clock, keep=save is not None, worth=None if worth is None else worth.of
    )
    if until is not None:
        _require_even(series)
        if until.deals:
            raise ValueError("this sequential test has counted another match: make a new one")
    file = None if keep is None else MatchFile(keep, _about(series, seating, control, until))
    kept = None if file is None else file.read()
    begun = time.perf_counter()
    tell = progress or (lambda _: None)
    variate = None
    if worth is not None:
        looked = small_pieces(
            read_count("reference", min(4 * deals, MOST_REFERENCE) if reference is None else reference)
        )
        looks = run_chunks(ReferenceWorth(worth, seed).look, looked, on=on, cores=cores)
        variate = ControlVariate([one for look in looks for one in look])
    tally = _Standing(Tally(len(players)), until, variate)
    if kept is not None:
        tally.restore(kept)
    played = tally.tally.deals
    if played > deals:
        raise ValueError(f"{played:,} deals of this match are kept already: ask for as many or more, not {deals:,}")
    if file is not None:
        file.write(tally.to_json())  # a file that cannot be written is told now, not after hours of play

    def started() -> None:
        tell(0)
        tell(played)

    chunks = run_chunks(series.play_deals, small_pieces(deals, played), on=on, cores=cores, started=started)
    with nullcontext() if save is None else _Saver(save) as saver:
        try:
            for chunk in chunks if not tally.decided else ():
                counted = tally.count(chunk)
                if saver is not None:
                    saver.keep(counted)
                tell(len(counted))
                if file is not None and file.is_due():
                    file.write(tally.to_json())
                if tally.decided:
                    break
        finally:
            chunks.close()
            if file is not None:
                file.write(tally.to_json())
    return MatchResult(
        game=series.game.name,
        players=tuple(_player_result(series, tally.tally, number) for number in range(len(players))),
        deals=tally.tally.deals,
        games=tally.tally.deals * len(series.seatings),
        seed=seed,
        unit=unit_of(series.game),
        seconds=time.perf_counter() - begun,
        forfeits=tuple(tally.tally.forfeits),
        test=until,
        controlled=tally.controlled(),
    )


@dataclass
class _Standing:
    """A match as it stands: what its deals count, for the result, the test and the control variate."""

    tally: Tally
    test: SequentialTest | None
    variate: ControlVariate | None

    @property
    def decided(self) -> bool:
        return self.test is not None and self.test.accepted is not None

    def count(self, deals: Sequence[Deal]) -> Sequence[Deal]:
        """Count deals until the test is decided; returns those that were counted."""
        for number, deal in enumerate(deals):
            if self.decided:
                return deals[:number]
            self.tally.count(deal)
            if self.test is not None:
                won, games = deal.sums[0]["wp"]
                self.test.add(won / games)
            if self.variate is not None:
                self.variate.count(deal)
        return deals

    def controlled(self) -> dict[str, Controlled]:
        if self.variate is None:
            return {}
        found = {key: self.variate.controlled(key) for key in MEASURES}
        return {key: one for key, one in found.items() if one is not None}

    def to_json(self) -> dict[str, Any]:
        content: dict[str, Any] = {"tally": self.tally.to_json()}
        if self.test is not None:
            content["test"] = {"counts": list(self.test.counts.items()), "ratio": self.test.ratio}
        if self.variate is not None:
            content["variate"] = self.variate.to_json()
        return content

    def restore(self, content: dict[str, Any]) -> None:
        self.tally = Tally.from_json(content["tally"])
        if self.test is not None:
            self.test.counts.update(dict(content["test"]["counts"]))
            self.test.ratio = content["test"]["ratio"]
        if self.variate is not None:
            self.variate.restore(content["variate"])


def _require_even(series: Series) -> None:
    """A rating of 0 must mean half of the games."""
    seats = [
        sum(len(seats_of(seating, player)) for seating in series.seatings) for player in range(len(series.players))
    ]
    if len(seats) != 2 or seats[0] != seats[1]:
        raise ValueError("a sequential test is for two agents with as many seats each")


def _about(series: Series, seating: str | None, control: str | None, until: SequentialTest | None) -> dict[str, Any]:
    """All that the deals of a match depend on."""
    names = [
        known_as(player, series.game.name) if isinstance(player, str) else f"{name} [{code_identity(player)}]"
        for player, name in zip(series.players, series.names, strict=True)
    ]
    test = None if until is None else [until.low, until.high, until.error]
    return {
        "game": series.game.name, "version": series.game.info.version, "agents": names, "seed": series.seed,
        "seating": seating, "clock": series.clock, "test": test,
        "control": None if control is None else known_as(control, series.game.name),
    }  # fmt: skip


def _player_result(series: Series, tally: Tally, number: int) -> PlayerResult:
    moments = tally.moments[number]
    measures = {key: moments[key].estimate() for key in MEASURES if key in moments}
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


MOST = 2**63 - 1
"""The numbers of deals have 64 bits."""


def read_count(name: str, value: object) -> int:
    """How many there shall be: 1 or more."""
    count = _whole(name, value)
    if count < 1:
        raise ValueError(f"{name} must be 1 or more, not {count}")
    if count > MOST:
        raise ValueError(f"{name} must be at most {MOST:,}, which no machine will ever play")
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
