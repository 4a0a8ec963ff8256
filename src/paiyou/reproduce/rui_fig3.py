"""Paper 001, Fig. 3: UCT-RAVE against UCT by the number of simulations that both have."""

from __future__ import annotations

from typing import Any

from paiyou.arena.statistics import Estimate
from paiyou.reproduce.claims import Claim, Row
from paiyou.reproduce.experiment import Experiment, Task, scaled
from paiyou.reproduce.plots import Plot, Series
from paiyou.reproduce.report import Findings
from paiyou.reproduce.rui import Meeting, rave

DEALS = 50
SIMULATIONS = (10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000)
MEETINGS = {number: Meeting(rave(number), rave(number, k=0)) for number in SIMULATIONS}


class RuiFig3(Experiment):
    """300 games a point: 50 deals in six seatings."""

    name = "rui-fig3"
    title = "Paper 001, Fig. 3: UCT-RAVE against UCT by simulations"
    recorded = 1.0

    def tasks(self, scale: float, seed: int) -> list[Task]:
        """Every point on the same deals."""
        deals = scaled(DEALS, scale)
        return [task for meeting in MEETINGS.values() for task in meeting.tasks(deals, seed)]

    def size(self, scale: float) -> str:
        """Deals and games."""
        deals = scaled(DEALS, scale)
        return f"{deals:,} deals in 6 seatings ({6 * deals:,} games) at each of {len(SIMULATIONS)} points"

    def findings(self, results: dict[str, Any], scale: float, seed: int) -> Findings:
        """The curve, and what the text says of it."""
        deals = scaled(DEALS, scale)
        scores = {number: meeting.score(results, deals, seed) for number, meeting in MEETINGS.items()}
        rates = {number: score.won for number, score in scores.items()}
        course = zip(scores[10_000].won_by_deal, scores[500].won_by_deal, strict=True)
        claims = {
            10: Claim.below("below 50%", 0.5),
            20: Claim.below("below 50%", 0.5),
            500: Claim.above("above 70%", 0.7),
            1_000: Claim.above("above 70%", 0.7),
            5_000: Claim.percent(74.49, 2),
        }
        rows = [Row(f"{number:,} simulations", rates[number], claims.get(number)) for number in SIMULATIONS]
        fall = Estimate.of([late - early for late, early in course])
        rows.append(Row("10,000 less 500 simulations", fall, Claim.below("falls with more simulations")))
        paper = Estimate(0.7449, 0.7449, 0.7449)
        plot = Plot(
            "UCT-RAVE against UCT (k = 0) in Zheng Shangyou",
            "simulations of both",
            "games won, %",
            (
                Series("Paiyou", SIMULATIONS, tuple(rates.values())),
                Series("paper (Table 2)", (5_000,), (paper,), paper=True),
            ),
            log_x=True,
            level=0.5,
        )
        return Findings(tuple(rows), plot)
