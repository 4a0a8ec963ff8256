"""Rui and Wang 2012, Fig. 3: UCT-RAVE against UCT by the number of simulations that both have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paiyou.arena.statistics import Estimate
from paiyou.reproduce.claims import Claim, Row
from paiyou.reproduce.experiment import Experiment, Task, scaled
from paiyou.reproduce.plots import Plot, Series
from paiyou.reproduce.report import Findings
from paiyou.reproduce.rui import Meeting, Score, rave

DEALS = 50
SIMULATIONS = (10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000)
MEETINGS = {number: Meeting(rave(number), rave(number, k=0)) for number in SIMULATIONS}


def claims_by_simulations() -> dict[int, Claim]:
    """What the text says of the curve, and Table 2. At which numbers the 70% is tested is our choice."""
    return {
        10: Claim.below("below 50%", 0.5),
        20: Claim.below("below 50%", 0.5),
        500: Claim.above("above 70%", 0.7),
        1_000: Claim.above("above 70%", 0.7),
        5_000: Claim.percent(74.49, 2),
    }


def fall(scores: Mapping[int, Score], of: str = "") -> Row:
    """How much less there is to gain with many simulations."""
    course = zip(scores[10_000].won_by_deal, scores[500].won_by_deal, strict=True)
    change = Estimate.of([late - early for late, early in course])
    return Row(f"{of}10,000 less 500 simulations", change, Claim.below("falls with more simulations"))


def paper_point() -> Series:
    """The one point of the curve that the paper prints, in its Table 2."""
    return Series("paper (Table 2)", (5_000,), (Estimate(0.7449, 0.7449, 0.7449),), paper=True)


class RuiFig3(Experiment):
    """300 games a point: 50 deals in six seatings."""

    name = "rui-fig3"
    title = "Rui and Wang, Fig. 3: UCT-RAVE against UCT by simulations"
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
        claims = claims_by_simulations()
        rows = [Row(f"{number:,} simulations", rates[number], claims.get(number)) for number in SIMULATIONS]
        rows.append(fall(scores))
        plot = Plot(
            "UCT-RAVE against UCT (k = 0) in Zheng Shangyou",
            "simulations of both",
            "games won, %",
            (
                Series("Paiyou", SIMULATIONS, tuple(rates.values())),
                paper_point(),
            ),
            log_x=True,
            level=0.5,
        )
        return Findings(tuple(rows), plot)
