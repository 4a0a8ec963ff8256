"""Why our Table 2 of Rui and Wang 2012 differs: UCT-RAVE against UCT under other readings of what it leaves open.

The paper says nothing of the deck and the combos, of what UCT is given of the hidden cards, or of moves not tried
yet, and prints a formula that cannot be meant. `READINGS` was drawn up before it was played, save that weighing moves
not tried yet had been looked at on 40 other deals; `BOUNDS` was added when none of the readings had come near the
paper. That the paper's UCT, as printed, does not explore was seen later: `rui_printed.py`.
"""

from __future__ import annotations

from typing import Any

from paiyou.reproduce.claims import Claim, Row
from paiyou.reproduce.experiment import Experiment, Task, scaled
from paiyou.reproduce.report import Findings
from paiyou.reproduce.rui import Meeting, rave

DEALS = 100

READINGS = {
    "the RAVE term with the plain mean": Meeting(rave(more=",rapid=mean"), rave(k=0)),
    "moves not tried yet are weighed by RAVE": Meeting(rave(more=",untried=rave"), rave(k=0)),
    "the same, k = 1,000": Meeting(rave(k=1_000, more=",untried=rave"), rave(k=0)),
    "k = 10": Meeting(rave(k=10), rave(k=0)),
    "k = 1,000": Meeting(rave(k=1_000), rave(k=0)),
    "both play the move with the most visits": Meeting(rave(more=",final=visits"), rave(k=0, more=",final=visits")),
    "only UCT-RAVE plays the move with the most visits": Meeting(rave(more=",final=visits"), rave(k=0)),
    "rewards are points, not wins": Meeting(rave(more=",reward=points"), rave(k=0, more=",reward=points")),
    "UCT has 50 deals, 100 simulations each": Meeting(rave(), "uct:trees=50,iterations=100,c=0.44"),
    "UCT has one deal for all 5,000 simulations": Meeting(rave(), "uct:trees=1,iterations=5000,c=0.44"),
    "Pao De Kuai, kickers a choice of their own": Meeting(rave(), rave(k=0), "paodekuai"),
    "Pao De Kuai, every combo one move": Meeting(
        rave(more=",grouped=off"), rave(k=0, more=",grouped=off"), "paodekuai"
    ),
}


BOUNDS = {
    "UCT that sees all hands against UCT": Meeting("cheat-uct:trees=1,iterations=5000,c=0.44", rave(k=0)),
    "UCT has 1,000 simulations": Meeting(rave(), rave(1_000, k=0)),
    "UCT has 100 simulations": Meeting(rave(), rave(100, k=0)),
    "UCT has 30 simulations": Meeting(rave(), rave(30, k=0)),
    "UCT has 10 simulations": Meeting(rave(), rave(10, k=0)),
}
"""How much there is to win: an opponent that is far weaker, or a player that knows everything."""


class RuiReadings(Experiment):
    """Each reading on the same deals in all seatings."""

    name = "rui-readings"
    title = "Rui and Wang, Table 2 under other readings: UCT-RAVE against UCT"
    recorded = 1.0

    def tasks(self, scale: float, seed: int) -> list[Task]:
        """All readings."""
        deals = scaled(DEALS, scale)
        return [task for meeting in (READINGS | BOUNDS).values() for task in meeting.tasks(deals, seed)]

    def size(self, scale: float) -> str:
        """Deals and games."""
        return f"{scaled(DEALS, scale):,} deals in 6 seatings for each of {len(READINGS) + len(BOUNDS)} readings"

    def findings(self, results: dict[str, Any], scale: float, seed: int) -> Findings:
        """UCT-RAVE's win rate under each."""
        deals = scaled(DEALS, scale)
        scores = {name: meeting.score(results, deals, seed) for name, meeting in (READINGS | BOUNDS).items()}
        rows = [Row(name, score.won, Claim.percent(74.49, 2)) for name, score in scores.items()]
        cards = [
            Row(f"{name}: cards left, all games", scores[name].left, Claim.figure(2.9, 1), percent=False)
            for name in BOUNDS
        ]
        return Findings((*rows, *cards))
