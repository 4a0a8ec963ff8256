"""Rui and Wang 2012 as it is printed: a UCT that does not explore.

The paper writes the exploring score with a sign of its own and then lets UCT choose by the one without it, the plain
mean; the UCT term of Q_UR has no bonus either, and RAVE's counts are defined in the words of the visits. These readings
were found on other deals, after the paper's figures were known; they are all reported, whatever they give.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from paiyou.reproduce.claims import Claim, Row
from paiyou.reproduce.experiment import Experiment, Task, scaled
from paiyou.reproduce.plots import Plot, Series
from paiyou.reproduce.report import Findings
from paiyou.reproduce.rui import Meeting, Score, rave
from paiyou.reproduce.rui_fig3 import SIMULATIONS, claims_by_simulations, fall, paper_point

Reading = Callable[[int], Meeting]
"""Who meets whom with so many simulations."""


def greedy(simulations: int, more: str = "") -> str:
    """UCT that chooses by the mean alone."""
    return rave(simulations, k=0, c=0, more=more)


MAIN: dict[str, Reading] = {"UCT chooses by the plain mean": lambda n: Meeting(rave(n), greedy(n))}

OTHERS: dict[str, Reading] = {
    "no bonus in Q_UR's UCT term either": lambda n: Meeting(rave(n, more=",bonus=rave"), greedy(n)),
    "everything as printed": lambda n: Meeting(rave(n, more=",literal=on"), rave(n, k=0, more=",literal=on")),
    "as printed, but m counts later uses": lambda n: Meeting(rave(n, more=",rapid=mean,bonus=rave"), greedy(n)),
    "exploration alone: UCT with c = 0.44 v plain mean": lambda n: Meeting(rave(n, k=0), greedy(n)),
    "c = 2 for both": lambda n: Meeting(rave(n, c=2), rave(n, k=0, c=2)),
    "c = 3 for both": lambda n: Meeting(rave(n, c=3), rave(n, k=0, c=3)),
    "c = 2 v plain mean": lambda n: Meeting(rave(n, c=2), greedy(n)),
    "c = 3 v plain mean": lambda n: Meeting(rave(n, c=3), greedy(n)),
    "suits told apart": lambda n: Meeting(rave(n, more=",suits=on"), rave(n, k=0, more=",suits=on")),
    "suits told apart, UCT by the plain mean": lambda n: Meeting(rave(n, more=",suits=on"), greedy(n, ",suits=on")),
}

COURSES = (
    "UCT chooses by the plain mean",
    "no bonus in Q_UR's UCT term either",
    "everything as printed",
    "exploration alone: UCT with c = 0.44 v plain mean",
    "c = 2 for both",
    "suits told apart, UCT by the plain mean",
)
"""Whose Fig. 3 is drawn; c = 3 and suits with an exploring UCT are left to the table."""


class RuiPrinted(Experiment):
    """Table 2 at 5,000 simulations, under some of the readings."""

    def __init__(self, name: str, readings: dict[str, Reading], deals: int, recorded: float) -> None:
        self.name, self.readings, self.deals, self.recorded = name, readings, deals, recorded
        self.title = "Rui and Wang, Table 2 as printed: UCT-RAVE against a UCT that does not explore"

    def tasks(self, scale: float, seed: int) -> list[Task]:
        """All readings, the first one first."""
        deals = scaled(self.deals, scale)
        return [task for reading in self.readings.values() for task in reading(5_000).tasks(deals, seed)]

    def size(self, scale: float) -> str:
        """Deals and games."""
        several = f" for each of {len(self.readings)} readings" if len(self.readings) > 1 else ""
        return f"{scaled(self.deals, scale):,} deals in 6 seatings{several}"

    def findings(self, results: dict[str, Any], scale: float, seed: int) -> Findings:
        """UCT-RAVE's win rate under each, and the cards left."""
        deals = scaled(self.deals, scale)
        scores = {name: reading(5_000).score(results, deals, seed) for name, reading in self.readings.items()}
        return Findings(tuple(row for name, score in scores.items() for row in _rows(name, score)))


RUI_PRINTED = RuiPrinted("rui-printed", MAIN, deals=1_000, recorded=1.0)
RUI_PRINTED_OTHERS = RuiPrinted("rui-printed-others", OTHERS, deals=300, recorded=0.3)


def _rows(name: str, score: Score) -> tuple[Row, Row]:
    return (
        Row(name, score.won, Claim.percent(74.49, 2)),
        Row(f"{name}: cards left, all games", score.left, Claim.figure(2.9, 1), percent=False),
    )


class RuiPrintedFig3(Experiment):
    """The course by simulations under the readings, 300 games a point."""

    name = "rui-printed-fig3"
    title = "Rui and Wang, Fig. 3 as printed: by simulations, against a UCT that does not explore"
    recorded = 0.6
    deals = 50

    def meetings(self) -> dict[str, dict[int, Meeting]]:
        """By reading and simulations."""
        readings = MAIN | OTHERS
        return {name: {number: readings[name](number) for number in SIMULATIONS} for name in COURSES}

    def tasks(self, scale: float, seed: int) -> list[Task]:
        """Every point on the same deals."""
        deals = scaled(self.deals, scale)
        return [
            task for row in self.meetings().values() for meeting in row.values() for task in meeting.tasks(deals, seed)
        ]

    def size(self, scale: float) -> str:
        """Deals and games."""
        deals = scaled(self.deals, scale)
        points = f"each of {len(SIMULATIONS)} points of {len(COURSES)} readings"
        return f"{deals:,} deals in 6 seatings ({6 * deals:,} games) at {points}"

    def findings(self, results: dict[str, Any], scale: float, seed: int) -> Findings:
        """The curves, and what the text says of them."""
        deals = scaled(self.deals, scale)
        rows: list[Row] = []
        series: list[Series] = []
        for name, meetings in self.meetings().items():
            scores = {number: meeting.score(results, deals, seed) for number, meeting in meetings.items()}
            claims = claims_by_simulations()
            rows += [
                Row(f"{name}: {number:,} simulations", scores[number].won, claims.get(number)) for number in SIMULATIONS
            ]
            rows.append(fall(scores, f"{name}: "))
            series.append(Series(name, SIMULATIONS, tuple(score.won for score in scores.values())))
        plot = Plot(
            "UCT-RAVE against UCT in Zheng Shangyou, by reading",
            "simulations of both",
            "games won, %",
            (*series, paper_point()),
            log_x=True,
            level=0.5,
        )
        return Findings(tuple(rows), plot)
