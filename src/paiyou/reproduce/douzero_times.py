"""DouZero, section 3.6: how long every player takes for a decision, all on the same ones.

The decisions are those of games between rule players where there is more than one legal move. Measured is processor
time, summed over threads: what one core would need, whether or not other work goes on beside it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, sqrt
from typing import Any

from paiyou.arena.statistics import Z95, Estimate
from paiyou.games.dealing import random_word
from paiyou.games.protocol import View
from paiyou.games.registry import game as find_game
from paiyou.reproduce.claims import Claim, Row
from paiyou.reproduce.douzero import CONTENDERS, GAME, NOT_RUN, Contender, identity, player
from paiyou.reproduce.experiment import Experiment, Task, scaled
from paiyou.reproduce.plots import Plot, Series
from paiyou.reproduce.report import Findings

DEALS = 30
CHUNK = 5


@dataclass(frozen=True)
class Decisions:
    """The decisions of some deals, and who is asked for them."""

    spec: str
    seed: int
    first: int
    deals: int

    @property
    def key(self) -> str:
        """The player and the deals."""
        return f"times | {identity(self.spec)} | seed {self.seed} | deals {self.first}+{self.deals}"

    @property
    def steps(self) -> int:
        """Deals."""
        return self.deals

    def run(self) -> list[list[float]]:
        """For every deal the milliseconds of each decision."""
        times = []
        for number in range(self.first, self.first + self.deals):
            word = random_word(self.seed, number)
            views = decisions(word)
            for seat in range(3):
                player(self.spec, seat).begin(random_word(word, seat))
            if number == self.first:  # what is loaded or worked out on the first call is not thinking
                player(self.spec, views[0].seat).choose(views[0])
            times.append([_timed(self.spec, view) for view in views])
        return times


def decisions(seed: int) -> list[View]:
    """What the seat to move sees wherever it has a choice in a game between rule players."""
    state = find_game(GAME).deal(seed)
    views = []
    while not state.over:
        view = state.view(state.turn)
        if len(view.moves()) > 1:
            views.append(view)
        state.play(player("rules", state.turn).choose(view))
    return views


def _timed(spec: str, view: View) -> float:
    agent = player(spec, view.seat)
    begun = time.process_time()
    agent.choose(view)
    return round((time.process_time() - begun) * 1_000, 6)


class DouzeroTimes(Experiment):
    """30 games: the median, the slowest hundredth and the mean."""

    name = "douzero-times"
    title = "DouZero, 3.6: time for a decision in Dou Dizhu, in milliseconds"
    recorded = 1.0

    def __init__(self, contenders: Sequence[Contender] = CONTENDERS) -> None:
        self.contenders = tuple(contenders)

    def tasks(self, scale: float, seed: int) -> list[Task]:
        """Every player on every deal."""
        return [task for contender in self.contenders for task in _tasks(contender, scale, seed)]

    def size(self, scale: float) -> str:
        """Deals."""
        return f"every decision of {scaled(DEALS, scale):,} games between rule players, asked of every player"

    def findings(self, results: dict[str, Any], scale: float, seed: int) -> Findings:
        """Times in milliseconds, and how much longer the others take than the first."""
        rows, means = [], []
        for contender in self.contenders:
            deals = [deal for task in _tasks(contender, scale, seed) for deal in results[task.key]]
            flat = [value for deal in deals for value in deal]
            mean = Estimate.of_ratio([sum(deal) for deal in deals], [len(deal) for deal in deals])
            claim = Claim.below("a few ms (quoted)", 10.0) if contender.for_points else None
            rows += [
                Row(f"{contender.name}: median", quantile(flat, 0.5), percent=False, places=3),
                Row(f"{contender.name}: 99%", quantile(flat, 0.99), percent=False, places=3),
                Row(f"{contender.name}: mean", mean, claim, percent=False, places=3),
            ]
            means.append(mean)
        places = tuple(float(place) for place in range(len(means)))
        plot = Plot(
            title="Mean time for a decision on one core",
            x_label="",
            y_label="milliseconds",
            groups=tuple(contender.name.replace(", ", ",\n") for contender in self.contenders),
            series=(Series("Paiyou", places, tuple(means)),),
            percent=False,
            log_y=True,
        )
        notes = (
            "Processor time; decisions with one legal move are left out. These figures depend on the machine, and "
            'differ from run to run. "A few ms" is read as at most 10. dmc is the player for WP.',
            f"{NOT_RUN} The paper says that DouZero is faster than DeltaDou, CQN and RHCP by orders of magnitude; "
            "DeltaDou is quoted with 5 to 8 s a move on 8 cores.",
        )
        return Findings(tuple(rows), plot, notes)


def _tasks(contender: Contender, scale: float, seed: int) -> list[Decisions]:
    deals = scaled(DEALS, scale)
    return [Decisions(contender.spec, seed, first, min(CHUNK, deals - first)) for first in range(0, deals, CHUNK)]


def quantile(values: Sequence[float], share: float) -> Estimate:
    """The value below which a share of them lies, with the usual 95% interval between two of the values themselves."""
    ordered = sorted(values)
    number = len(ordered)
    give = Z95 * sqrt(number * share * (1 - share))

    def at(place: float) -> float:
        return ordered[min(number - 1, max(0, floor(place)))]

    return Estimate(at(number * share), at(number * share - give), at(number * share + give))
