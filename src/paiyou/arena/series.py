"""The games of a match: deals by number, each in all seatings, and what every one counts.

A series depends on its arguments alone, so any deal of it can be played anywhere, alone, and again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from paiyou.agents.base import Agent
from paiyou.agents.registry import agent as make_agent
from paiyou.arena.measures import measure
from paiyou.arena.outcome import Outcome
from paiyou.arena.play_game import play_game
from paiyou.arena.seating import Seating, name_of, seatings_for
from paiyou.games.dealing import random_word
from paiyou.games.game import Game
from paiyou.options import shown
from paiyou.records.record import Record

Player = str | Callable[[Game], Agent]
"""A spec string, or what makes an agent for a game."""


@dataclass(frozen=True)
class ForfeitReport:
    """A game that ended because an agent failed; `play_game` with its seed and stream plays it again."""

    deal: int
    """Number of the deal in the match, from 0."""
    seed: int
    stream: int
    seating: str
    seat: int
    player: str
    reason: str

    def __str__(self) -> str:
        where = f"deal {self.deal} (seed {self.seed}, stream {self.stream}), {self.seating}, seat {self.seat}"
        return f"{where}: {self.player} {self.reason}"


@dataclass
class Deal:
    """What one deal counts: for every player and measure the sum and number of values over the seatings."""

    sums: list[dict[str, list[float]]]
    forfeits: list[ForfeitReport]
    failed: list[int]
    """Forfeits of each player."""
    records: list[Record]
    worth: tuple[float, ...] = ()
    """What it was worth before it was played, where that is asked for."""


class Series:
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
        worth: Callable[[int], tuple[float, ...]] | None = None,
    ) -> None:
        self.arguments = (game, tuple(players), seed, seating, clock)
        self.worth = worth
        self.game, self.players, self.seed, self.clock, self.keep = game, tuple(players), seed, clock, keep
        self.names = [name_of_player(player) for player in players]
        self.seatings = seatings_for(game, len(players), seating)
        # An agent may remember the game it is in, so every seat has an instance of its own.
        self.agents = [[make_player(player, game) for _ in range(game.seats)] for player in players]

    def __reduce__(self) -> tuple[Callable[..., Series], tuple[Any, ...]]:
        return _make_series, (*self.arguments, self.keep, self.worth)

    def play_deals(self, numbers: range) -> list[Deal]:
        """What each deal counts."""
        return [self._play_deal(number) for number in numbers]

    def _play_deal(self, number: int) -> Deal:
        deal = Deal([{} for _ in self.players], [], [0] * len(self.players), [])
        seed = random_word(self.seed, number)
        if self.worth is not None:
            deal.worth = self.worth(seed)
        for stream, seating in enumerate(self.seatings):
            agents = [self.agents[player][seat] for seat, player in enumerate(seating)]
            outcome = play_game(self.game, agents, seed, stream, clock=self.clock, seating=seating)
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
                        seed,
                        stream,
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


def _make_series(
    game: Game,
    players: Sequence[Player],
    seed: int,
    seating: str | None,
    clock: float | None,
    keep: bool,
    worth: Callable[[int], tuple[float, ...]] | None,
) -> Series:
    return Series(game, players, seed, seating, clock, keep=keep, worth=worth)


def make_player(player: Player, game: Game) -> Agent:
    """An agent for one seat of a match; ValueError where it cannot be one."""
    if isinstance(player, Agent):
        raise ValueError("a match makes an agent for every seat: give a class or a function, not one agent")
    agent = player(game) if callable(player) else make_agent(player, game)
    if not isinstance(agent, Agent):
        raise ValueError(f"a player must make an Agent, not {type(agent).__name__}")
    if agent.interactive:
        raise ValueError("a person cannot play a match of many deals; sit down with 'paiyou play'")
    return agent


def name_of_player(player: Player) -> str:
    """What a player is called in results."""
    name = player if isinstance(player, str) else str(getattr(player, "__name__", type(player).__name__))
    if not name.isprintable():
        raise ValueError(f"the name of an agent must be printable, not {shown(name)}")
    return name
