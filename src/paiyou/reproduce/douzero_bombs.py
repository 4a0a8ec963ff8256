"""DouZero, section 3: is a player for wins freer with bombs than one for points? Both face the same positions.

A position counts where a bomb or the rocket is legal, and something else, too. Positions come from games of each of the
two players with itself, half and half. What each would do is looked at by the seat, by the stake (bombs on the table so
far) and by how likely the seat is to win, as the player for wins sees it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from paiyou.arena.statistics import Estimate
from paiyou.games.dealing import random_word
from paiyou.games.registry import game as find_game
from paiyou.reproduce.claims import Claim, Row
from paiyou.reproduce.douzero import GAME, identity, player
from paiyou.reproduce.douzero_duels import powerful
from paiyou.reproduce.experiment import Experiment, Task, scaled
from paiyou.reproduce.plots import Plot, Series
from paiyou.reproduce.report import Findings

PLAYERS = ("dmc:model=doudizhu-wp,endgame=0", "dmc:model=doudizhu-adp,endgame=0")
"""For wins, and for points; networks alone."""
DEALS = 1_000
CHUNK = 25
SEATS = ("landlord", "next", "last")

Position = list[Any]
"""Seat, bombs so far, whether it leads, the chance to win, and whether each of the two players bombs."""
GROUPS: dict[str, Callable[[Position], bool]] = {
    "all positions": lambda _: True,
    **{f"seat: {name}": lambda at, seat=seat: at[0] == seat for seat, name in enumerate(SEATS)},  # type: ignore[misc]
    "no bomb on the table yet": lambda at: at[1] == 0,
    "one bomb on the table": lambda at: at[1] == 1,
    "two or more": lambda at: at[1] > 1,
    "leading": lambda at: at[2],
    "following": lambda at: not at[2],
    "chance to win below 25%": lambda at: at[3] < 0.25,
    "25 to 50%": lambda at: 0.25 <= at[3] < 0.5,
    "50 to 75%": lambda at: 0.5 <= at[3] < 0.75,
    "75 to 95%": lambda at: 0.75 <= at[3] < 0.95,
    "above 95%": lambda at: at[3] >= 0.95,
}
MIDDLES = {
    "chance to win below 25%": 12.5,
    "25 to 50%": 37.5,
    "50 to 75%": 62.5,
    "75 to 95%": 85.0,
    "above 95%": 97.5,
}
"""Where the bands of chances are drawn."""


@dataclass(frozen=True)
class BombDeals:
    """Some deals, by number, each played by both players with themselves."""

    seed: int
    first: int
    deals: int

    @property
    def key(self) -> str:
        """The players and the deals."""
        asked = " | ".join(map(identity, PLAYERS))
        return f"bombs | {asked} | seed {self.seed} | deals {self.first}+{self.deals}"

    @property
    def steps(self) -> int:
        """Games."""
        return 2 * self.deals

    def run(self) -> list[list[Position]]:
        """For every deal its positions."""
        numbers = range(self.first, self.first + self.deals)
        return [positions_of(random_word(self.seed, number)) for number in numbers]


def positions_of(seed: int) -> list[Position]:
    """The positions of a deal with a choice between a bomb and something else, and who bombs."""
    found: list[Position] = []
    for own in range(len(PLAYERS)):
        state, bombs = find_game(GAME).deal(seed), 0
        while not state.over:
            moves, seat = state.moves(), state.turn
            move = moves[0]
            if len(moves) > 1:
                view = state.view(seat)
                power = [each in powerful() for each in moves]
                if any(power) and not all(power):
                    judged = [player(spec, seat).evaluate(view) for spec in PLAYERS]
                    chosen = [best for ((best, _, _), *_) in judged]
                    chance = min(max((1 + judged[0][0][1]) / 2, 0.0), 1.0)
                    bombed = [each in powerful() for each in chosen]
                    found.append([seat, bombs, state.last is None, chance, bombed])
                    move = chosen[own]
                else:
                    move = player(PLAYERS[own], seat).choose(view)
            bombs += move in powerful()
            state.play(move)
    return found


class DouzeroBombs(Experiment):
    """Shares of positions in which each player bombs."""

    name = "douzero-bombs"
    title = "DouZero, section 3: who bombs, the player for wins or the one for points?"
    recorded = 1.0

    def tasks(self, scale: float, seed: int) -> list[Task]:
        """All deals."""
        return list(self._tasks(scale, seed))

    def _tasks(self, scale: float, seed: int) -> list[BombDeals]:
        deals = scaled(DEALS, scale)
        return [BombDeals(seed, first, min(CHUNK, deals - first)) for first in range(0, deals, CHUNK)]

    def size(self, scale: float) -> str:
        """Games."""
        return f"the positions of {2 * scaled(DEALS, scale):,} games, half of them by each player with itself"

    def findings(self, results: dict[str, Any], scale: float, seed: int) -> Findings:
        """How often each bombs, and the difference, by group of positions."""
        deals: list[list[Position]] = [deal for task in self._tasks(scale, seed) for deal in results[task.key]]
        rows, groups = [], {}
        for name, belongs in GROUPS.items():
            those = [[at for at in deal if belongs(at)] for deal in deals]
            number = sum(map(len, those))
            if not number:
                continue
            wins, points = (_mean(those, of).as_share() for of in (_wins, _points))
            more = _mean(those, _more)
            groups[name] = (wins, points)
            claim = Claim.above("the WP player bombs more freely") if name == "all positions" else None
            where = f"{name} ({number:,} positions)"
            rows += [Row(f"{where}: WP player bombs", wins), Row(f"{where}: ADP player bombs", points)]
            rows.append(Row(f"{where}: WP player less ADP player", more, claim))
        notes = (
            "Both players are asked in the same positions, in which a bomb or the rocket and something else is legal. "
            "The chance to win is the value of the WP player's best move. Intervals are over deals.",
        )
        return Findings(tuple(rows), _plot(groups), notes)


def _wins(at: Position) -> float:
    return float(at[4][0])


def _points(at: Position) -> float:
    return float(at[4][1])


def _more(at: Position) -> float:
    return _wins(at) - _points(at)


def _mean(deals: Sequence[Sequence[Position]], of: Callable[[Position], float]) -> Estimate:
    """The mean over all positions; those of a deal are not independent."""
    kept = [deal for deal in deals if deal]
    return Estimate.of_ratio([sum(map(of, deal)) for deal in kept], [float(len(deal)) for deal in kept])


def _plot(groups: dict[str, tuple[Estimate, Estimate]]) -> Plot:
    """Along the chance to win, each band at its middle."""
    there = [(middle, groups[name]) for name, middle in MIDDLES.items() if name in groups]
    series = tuple(
        Series(name, tuple(middle for middle, _ in there), tuple(shares[place] for _, shares in there))
        for place, name in enumerate(("player for WP", "player for ADP"))
    )
    return Plot("Bombs where there is a choice", "chance to win, %", "bombs, %", series)
