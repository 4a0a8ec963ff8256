"""Whitehouse et al. 2011, Table 2 and IV.E: information set UCT on the deals where cheating gains most.

The paper picks deals by the difference between two measured win rates and reports one of the two on the deals picked. A
deal on which determinized UCT happened to lose is picked more easily, so its rate there is too low, the more so the
fewer games there are. The rows "measured apart" pick deals by one half of the games and measure on the other half, and
then the other way round: with few deals it matters which half it is. Beside them is the rate in the half that picked;
only these two can be compared, since half of the games pick other deals than all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from paiyou.arena.statistics import Estimate
from paiyou.reproduce.claims import Claim, Row
from paiyou.reproduce.experiment import Experiment, Task, scaled
from paiyou.reproduce.games import Cell
from paiyou.reproduce.plots import Plot, Series
from paiyou.reproduce.report import Findings
from paiyou.reproduce.whitehouse import DEALS, GAME, OURS, Constants, difference, means, rate

PLAYS = 40

Wins = Sequence[Sequence[float]]

THRESHOLDS: dict[str, tuple[Callable[[float], bool], float, float, int]] = {
    "< 0": (lambda gain: gain < 0, 53.0, 45.2, 133),
    "= 0": (lambda gain: gain == 0, 44.9, 43.3, 138),
    "> 0": (lambda gain: gain > 0, 40.0, 41.1, 729),
    "> 25%": (lambda gain: gain > 0.25, 31.6, 38.4, 166),
    "> 50%": (lambda gain: gain > 0.50, 20.4, 35.0, 12),
    "> 75%": (lambda gain: gain > 0.75, 15.0, 95.0, 1),
}
"""Which gains of cheating over determinization are meant, and the paper's: win rates in percent and deals."""


def cells(constants: Constants = OURS) -> tuple[Cell, Cell, Cell]:
    """Cheating, determinized and information set UCT as the landlord against determinized UCT."""
    cheating, determinized, informed = (
        Cell(GAME, constants.as_landlord(landlord), PLAYS)
        for landlord in (constants.cheat, constants.opponent, constants.information_set())
    )
    return cheating, determinized, informed


class Table2(Experiment):
    """Three landlords against determinized UCT, 40 times on each deal."""

    def __init__(self, constants: Constants = OURS, recorded: float = 0.05) -> None:
        self.constants, self.recorded = constants, recorded
        self.name = constants.named("whitehouse-table2")
        self.title = constants.titled("Whitehouse et al., Table 2: information set UCT where cheating gains most")

    def tasks(self, scale: float, seed: int) -> list[Task]:
        """A task is the 40 games of one deal."""
        deals = scaled(DEALS, scale)
        return [task for one in cells(self.constants) for task in one.tasks(deals, seed, chunk=1)]

    def size(self, scale: float) -> str:
        """Deals and games."""
        return f"{scaled(DEALS, scale):,} deals, {PLAYS} games a deal with each of 3 landlords"

    def findings(self, results: dict[str, Any], scale: float, seed: int) -> Findings:
        """Win rates over all deals and over those picked."""
        deals = scaled(DEALS, scale)
        cheating, determinized, informed = (one.wins(results, deals, seed, chunk=1) for one in cells(self.constants))
        rows = [
            Row("cheating UCT", rate(cheating), Claim.percent(54.0)),
            Row("determinized UCT", rate(determinized), Claim.percent(42.4)),
            Row("information set UCT", rate(informed), Claim.percent(42.0)),
            Row(
                "information set less determinized",
                difference(informed, determinized),
                Claim("no significant difference", -0.02, 0.02),
            ),
        ]
        gains = [[a - b for a, b in zip(x, y, strict=True)] for x, y in zip(informed, determinized, strict=True)]
        points: list[tuple[str, Estimate, Estimate, float, float]] = []
        for name, (chosen, paper_determinized, paper_informed, number) in THRESHOLDS.items():
            picked = picks(cheating, determinized, chosen)
            if not picked:
                continue
            ours = [rate(choose(wins, picked)) for wins in (determinized, informed)]
            where = f"gain of cheating {name} ({len(picked)} deals; paper {number} of 1,000)"
            rows.append(Row(f"{where}: determinized", ours[0], Claim.percent(paper_determinized)))
            rows.append(Row(f"{where}: information set", ours[1], Claim.percent(paper_informed)))
            points.append((f"{name}\n{len(picked)}", ours[0], ours[1], paper_determinized, paper_informed))
            by_halves = [picks(half(cheating, which), half(determinized, which), chosen) for which in (0, 1)]
            if not any(by_halves):
                continue
            where = f"({len(by_halves[0])} and {len(by_halves[1])} deals)"
            rows += [
                Row(
                    f"gain {name} by a half, measured in it {where}: determinized",
                    halved(determinized, by_halves).as_share(),
                ),
                Row(
                    f"gain {name}, measured apart {where}: determinized",
                    halved(determinized, by_halves, apart=True).as_share(),
                ),
                Row(
                    f"gain {name}, measured apart {where}: information set",
                    halved(informed, by_halves, apart=True).as_share(),
                ),
                Row(
                    f"gain {name}, measured apart {where}: gain of information set",
                    halved(gains, by_halves, apart=True),
                ),
            ]
        return Findings(tuple(rows), _plot(points))


def picks(cheating: Wins, determinized: Wins, chosen: Callable[[float], bool]) -> list[int]:
    """The deals on which the gain of cheating is as wanted; win rates are multiples of 1 in 40, so equal is equal."""
    gains = [a - b for a, b in zip(means(cheating), means(determinized), strict=True)]
    return [number for number, gain in enumerate(gains) if chosen(round(gain, 9))]


def choose(wins: Wins, picked: Sequence[int]) -> list[Sequence[float]]:
    """The games on some deals."""
    return [wins[number] for number in picked]


def half(wins: Wins, which: int) -> list[Sequence[float]]:
    """Every second game of each deal."""
    return [plays[which::2] for plays in wins]


def halved(wins: Wins, picked: Sequence[Sequence[int]], *, apart: bool = False) -> Estimate:
    """The mean in each half of the games over the deals that it has picked, or `apart` in the other half."""
    sums, counts = [0.0] * len(wins), [0.0] * len(wins)
    for which, deals in enumerate(picked):
        values = means(half(wins, 1 - which if apart else which))
        for number in deals:
            sums[number] += values[number]
            counts[number] += 1
    return Estimate.of_ratio(sums, counts)


def _plot(points: Sequence[tuple[str, Estimate, Estimate, float, float]]) -> Plot:
    places = tuple(float(place) for place in range(len(points)))

    def exactly(percents: Sequence[float]) -> tuple[Estimate, ...]:
        return tuple(Estimate(value / 100, value / 100, value / 100) for value in percents)

    known = [_finite(a) and _finite(b) for _, a, b, *_ in points]
    return Plot(
        title="Landlord's win rate by how much cheating gains on a deal",
        x_label="gain of cheating UCT over determinized UCT; below, our number of deals",
        y_label="win rate, %",
        groups=tuple(name for name, *_ in points),
        series=(
            Series(
                "determinized UCT", places, tuple(_drawn(a, ok) for (_, a, *_), ok in zip(points, known, strict=True))
            ),
            Series(
                "information set UCT",
                places,
                tuple(_drawn(b, ok) for (_, _, b, *_), ok in zip(points, known, strict=True)),
            ),
            Series("determinized, paper", places, exactly([point[3] for point in points]), paper=True),
            Series("information set, paper", places, exactly([point[4] for point in points]), paper=True),
        ),
    )


def _finite(value: Estimate) -> bool:
    return abs(value.high) < float("inf")


def _drawn(value: Estimate, known: bool) -> Estimate:
    """A bar for a single deal has no interval."""
    return value if known else Estimate(value.mean, value.mean, value.mean)
