"""Other exploration constants than those of Whitehouse et al. 2011: why our information set UCT does better.

The paper gives 0.44 and 1.0 for information set UCT and nothing for determinized UCT, which has 0.44 everywhere else
here. The games are those of section IV.E: either as the landlord against determinized UCT, 5 games a deal.
"""

from __future__ import annotations

from typing import Any

from paiyou.reproduce.claims import Claim, Row
from paiyou.reproduce.experiment import Experiment, Task, scaled
from paiyou.reproduce.games import Cell
from paiyou.reproduce.report import Findings
from paiyou.reproduce.whitehouse import DEALS, DETERMINIZED, GAME, difference, information_set, rate

PLAYS = 5
CONSTANTS = (0.7, 1.0)


def cells(c: float) -> tuple[Cell, Cell]:
    """Information set UCT and determinized UCT as the landlord."""
    other = f"{DETERMINIZED},c={c:g}"
    informed, determinized = (Cell(GAME, (player, other, other), PLAYS) for player in (information_set(), other))
    return informed, determinized


class Readings(Experiment):
    """Determinized UCT with other constants, on both sides of the table."""

    name = "whitehouse-readings"
    title = "Whitehouse et al., IV.E with other exploration constants for determinized UCT"
    recorded = 0.1

    def tasks(self, scale: float, seed: int) -> list[Task]:
        """All constants on the same deals."""
        deals = scaled(DEALS, scale)
        return [task for c in CONSTANTS for cell in cells(c) for task in cell.tasks(deals, seed, chunk=1)]

    def size(self, scale: float) -> str:
        """Deals and games."""
        return f"{scaled(DEALS, scale):,} deals, {PLAYS} games a deal at each of {2 * len(CONSTANTS)} tables"

    def findings(self, results: dict[str, Any], scale: float, seed: int) -> Findings:
        """Win rates and their difference, which the paper calls not significant."""
        deals = scaled(DEALS, scale)
        rows = []
        for c in CONSTANTS:
            informed, determinized = (cell.wins(results, deals, seed, chunk=1) for cell in cells(c))
            gain = difference(informed, determinized)
            rows += [
                Row(f"information set UCT v determinized UCT with c = {c:g}", rate(informed), Claim.percent(42.0)),
                Row(f"determinized UCT v itself with c = {c:g}", rate(determinized), Claim.percent(42.4)),
                Row(f"difference with c = {c:g}", gain, Claim("no significant difference", -0.02, 0.02)),
            ]
        return Findings(tuple(rows))
