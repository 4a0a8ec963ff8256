"""Rui and Wang 2012, Table 2: UCT-RAVE against random play and against UCT in Zheng Shangyou."""

from __future__ import annotations

from typing import Any

from paiyou.reproduce.claims import Claim, Row
from paiyou.reproduce.experiment import Experiment, Task, scaled
from paiyou.reproduce.report import Findings
from paiyou.reproduce.rui import Meeting, rave

DEALS = 1_000
AGAINST_RANDOM = Meeting(rave(), "random")
AGAINST_UCT = Meeting(rave(), rave(k=0))


class RuiTable2(Experiment):
    """5,000 simulations, c = 0.44, k = 100, in six seatings."""

    name = "rui-table2"
    title = "Rui and Wang, Table 2: UCT-RAVE in Zheng Shangyou"
    recorded = 0.3

    def tasks(self, scale: float, seed: int) -> list[Task]:
        """Both meetings."""
        deals = scaled(DEALS, scale)
        return [*AGAINST_RANDOM.tasks(deals, seed), *AGAINST_UCT.tasks(deals, seed)]

    def size(self, scale: float) -> str:
        """Deals and games."""
        return f"{scaled(DEALS, scale):,} deals in 6 seatings against either"

    def findings(self, results: dict[str, Any], scale: float, seed: int) -> Findings:
        """Win rates and cards left."""
        deals = scaled(DEALS, scale)
        random = AGAINST_RANDOM.score(results, deals, seed)
        uct = AGAINST_UCT.score(results, deals, seed)
        return Findings(
            (
                Row("wins against random", random.won, Claim.percent(96.23, 2)),
                Row("cards left when random wins", random.left_when_lost, Claim.figure(1.84, 2), percent=False),
                Row("cards left, all games against random", random.left, Claim.figure(1.84, 2), percent=False),
                Row("wins against UCT (k = 0)", uct.won, Claim.percent(74.49, 2)),
                Row("cards left when UCT wins", uct.left_when_lost, Claim.figure(2.9, 1), percent=False),
                Row("cards left, all games against UCT", uct.left, Claim.figure(2.9, 1), percent=False),
            ),
            notes=("Equals win 50%: each fills half of the seats.",),
        )
