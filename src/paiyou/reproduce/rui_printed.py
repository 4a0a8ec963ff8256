"""Paper 001 as it is printed: a UCT that does not explore.

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
    """Table 2 at 5,000 simulations; the first reading on more deals than the others."""

    name = "rui-printed"
    title = "Paper 001, Table 2 as printed: UCT-RAVE against a UCT that does not explore"
    recorded = 0.3
    deals = 1_000
    deals_of_others = 300

    def meetings(self, scale: float) -> dict[str, tuple[Meeting, int]]:
        """Each reading with its number of deals."""
        most, fewer = (scaled(deals, scale) for deals in (self.deals, self.deals_of_others))
        return {
            name: (reading(5_000), deals)
            for readings, deals in ((MAIN, most), (OTHERS, fewer))
            for name, reading in readings.items()
        }

    def tasks(self, scale: float, seed: int) -> list[Task]:
        """All readings, the first one first."""
        return [task for meeting, deals in self.meetings(scale).values() for task in meeting.tasks(deals, seed)]

    def size(self, scale: float) -> str:
        """Deals and games."""
        most, fewer = (scaled(deals, scale) for deals in (self.deals, self.deals_of_others))
        return f"{most:,} deals in 6 seatings for the first reading, {fewer:,} for each of {len(OTHERS)} others"

    def findings(self, results: dict[str, Any], scale: float, seed: int) -> Findings:
        """UCT-RAVE's win rate under each, and the cards left."""
        scores = {name: meeting.score(results, deals, seed) for name, (meeting, deals) in self.meetings(scale).items()}
        return Findings(tuple(row for name, score in scores.items() for row in _rows(name, score)))


def _rows(name: str, score: Score) -> tuple[Row, Row]:
    return (
        Row(name, score.won, Claim.percent(74.49, 2)),
        Row(f"{name}: cards left, all games", score.left, Claim.figure(2.9, 1), percent=False),
    )


class RuiPrintedFig3(Experiment):
    """The course by simulations under the readings, 300 games a point."""

    name = "rui-printed-fig3"
    title = "Paper 001, Fig. 3 as printed: by simulations, against a UCT that does not explore"
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
