"""Whitehouse et al. 2011, Table 1: what seeing all cards is worth to determinized UCT, seat by seat."""

from __future__ import annotations

from typing import Any

from paiyou.reproduce.claims import Claim, Row
from paiyou.reproduce.experiment import Experiment, Task, scaled
from paiyou.reproduce.games import Cell
from paiyou.reproduce.report import Findings
from paiyou.reproduce.whitehouse import DEALS, GAME, OURS, Constants, difference, rate

LANDLORD, PEASANTS = (0,), (1, 2)

ROWS = {
    "player 1": ((0,), 49.9, 43.0, 6.9),
    "player 2": ((1,), 65.6, 57.0, 8.6),
    "player 3": ((2,), 68.9, 57.0, 11.9),
    "players 2 and 3": ((1, 2), 78.0, 57.0, 21.0),
}
"""Who cheats, and the paper's win rates in percent: cheating, not cheating, the difference."""


def cell(cheats: tuple[int, ...], constants: Constants = OURS) -> Cell:
    """Games in which some seats see all cards."""
    return Cell(GAME, tuple(constants.cheat if seat in cheats else constants.opponent for seat in range(3)))


class Table1(Experiment):
    """Five tables on the same deals, one game on each deal: nobody cheats, or one of the rows' players."""

    def __init__(self, constants: Constants = OURS, recorded: float = 1.0) -> None:
        self.constants, self.recorded = constants, recorded
        self.name = constants.named("whitehouse-table1")
        self.title = constants.titled("Whitehouse et al., Table 1: cheating UCT against determinized UCT in Dou Dizhu")

    def cell(self, cheats: tuple[int, ...]) -> Cell:
        """Games in which some seats see all cards."""
        return cell(cheats, self.constants)

    def tasks(self, scale: float, seed: int) -> list[Task]:
        """All games, cheats after the baseline."""
        deals = scaled(DEALS, scale)
        cells = [self.cell(()), *(self.cell(cheats) for cheats, *_ in ROWS.values())]
        return [task for one in cells for task in one.tasks(deals, seed)]

    def size(self, scale: float) -> str:
        """Deals and games."""
        deals = scaled(DEALS, scale)
        return f"{deals:,} deals, one game a deal at each of 5 tables"

    def findings(self, results: dict[str, Any], scale: float, seed: int) -> Findings:
        """Win rates of the side that has the cheats, and the differences on the same deals."""
        deals = scaled(DEALS, scale)
        rows = []
        for who, (cheats, cheating, honest, gain) in ROWS.items():
            side = LANDLORD if cheats == LANDLORD else PEASANTS
            with_cheats = self.cell(cheats).wins(results, deals, seed, side)
            without = self.cell(()).wins(results, deals, seed, side)
            if who in ("player 1", "player 2"):
                rows.append(Row(f"{who} wins, nobody cheats", rate(without), Claim.percent(honest)))
            rows.append(Row(f"{who} cheating wins", rate(with_cheats), Claim.percent(cheating)))
            rows.append(Row(f"{who}: worth of cheating", difference(with_cheats, without), Claim.percent(gain)))
        return Findings(tuple(rows))
