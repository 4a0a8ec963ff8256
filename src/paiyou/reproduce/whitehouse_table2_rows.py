"""Whitehouse et al. 2011, Table 2, the rows above 50% and 75%: 12 deals and 1 deal of its 1,000.

Forty games by two landlords on every deal would be too much for so few, so deals are looked at in three steps. Fast
searches with a twentieth of the iterations play some games first; where cheating gains enough with them, the paper's
players play their 40 games each; and where the gain so measured is above 50%, information set UCT plays its own.
The fast games count for nothing but that; but deals that they do not find are missing, and the number of deals is a
lower bound. Which gain is enough was fixed on another seed. As in the paper, determinized UCT is measured by the same
games that pick the deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from paiyou.arena.statistics import Estimate
from paiyou.reproduce.claims import Claim, Row
from paiyou.reproduce.experiment import Experiment, Task, scaled
from paiyou.reproduce.games import Cell, Games
from paiyou.reproduce.report import Findings
from paiyou.reproduce.whitehouse import DEALS, GAME, difference, rate
from paiyou.reproduce.whitehouse_table2 import PLAYS, THRESHOLDS, cells

FAST = "uct:trees=10,iterations=50"
FAST_PLAYS = 16
ENOUGH = 0.5
"""Gain of cheating among fast searches at which a deal is played in full."""
ROWS = ("> 50%", "> 75%")


def fast_cells() -> tuple[Cell, Cell]:
    """Fast cheating and determinized UCT as the landlord against fast determinized UCT."""
    cheating, determinized = (Cell(GAME, (landlord, FAST, FAST), FAST_PLAYS) for landlord in (f"cheat-{FAST}", FAST))
    return cheating, determinized


@dataclass(frozen=True)
class Screened:
    """One deal in three steps."""

    seed: int
    number: int

    @property
    def key(self) -> str:
        """The players of all steps, and the deal."""
        players = " | ".join(cell.key for cell in (*fast_cells(), *cells()))
        return f"screened at {ENOUGH} | {players} | seed {self.seed} | deal {self.number}"

    @property
    def steps(self) -> int:
        """One deal."""
        return 1

    def run(self) -> list[Any]:
        """The fast gain; then the wins of cheating, determinized and information set UCT, as far as they played."""
        cheating, determinized = (self.wins(cell) for cell in fast_cells())
        gain = (sum(cheating) - sum(determinized)) / FAST_PLAYS
        if gain < ENOUGH:
            return [gain]
        slow_cheating, slow_determinized, informed = cells()
        found = [self.wins(slow_cheating), self.wins(slow_determinized)]
        if THRESHOLDS[ROWS[0]][0](gain_of(*found)):
            found.append(self.wins(informed))
        return [gain, *found]

    def wins(self, cell: Cell) -> list[float]:
        """The landlord's games of a cell on this deal."""
        (games,) = Games(cell, self.seed, self.number, 1).run()
        return [float(end[0] == 0) for end in games]


def gain_of(cheating: Sequence[float], determinized: Sequence[float]) -> float:
    """How much more often cheating wins; multiples of 1 in 40, so equal is equal."""
    return round((sum(cheating) - sum(determinized)) / len(cheating), 9)


class Table2Rows(Experiment):
    """The paper's number of deals, screened."""

    name = "whitehouse-table2-rows"
    title = "Whitehouse et al., Table 2: the rows above 50% and 75%, on deals found by fast searches"
    recorded = 0.6

    def tasks(self, scale: float, seed: int) -> list[Task]:
        """Every deal."""
        return [Screened(seed, number) for number in range(scaled(DEALS, scale))]

    def size(self, scale: float) -> str:
        """Deals and games."""
        return (
            f"{scaled(DEALS, scale):,} deals screened by {FAST_PLAYS} fast games with either landlord, "
            f"{PLAYS} games on those found"
        )

    def findings(self, results: dict[str, Any], scale: float, seed: int) -> Findings:
        """Win rates on the deals of either row."""
        found = [results[task.key] for task in self.tasks(scale, seed)]
        played = [deal[1:] for deal in found if len(deal) > 1]
        passed = Estimate.of_share([len(deal) > 1 for deal in found])
        rows = [Row("deals that the fast searches found", passed)]
        if played:
            rows.append(Row("gain of cheating on them", Estimate.of([gain_of(*deal[:2]) for deal in played])))
        for name in ROWS:
            chosen, determinized, informed, number = THRESHOLDS[name]
            deals = [deal for deal in played if chosen(gain_of(*deal[:2]))]
            share = Estimate.of_share([len(deal) > 1 and chosen(gain_of(*deal[1:3])) for deal in found])
            # A lower bound, which no verdict follows from: the fast searches may have missed some.
            rows.append(Row(f"deals with a gain {name}, at least (paper {number / 10:g}%)", share))
            if deals:
                where = f"gain of cheating {name} ({len(deals)} deals; paper {number} of 1,000)"
                rows.append(
                    Row(f"{where}: determinized", rate([deal[1] for deal in deals]), Claim.percent(determinized))
                )
                rows.append(
                    Row(f"{where}: information set", rate([deal[2] for deal in deals]), Claim.percent(informed))
                )
                rows.append(
                    Row(
                        f"{where}: gain of information set",
                        difference([deal[2] for deal in deals], [deal[1] for deal in deals]),
                        Claim.difference(informed, determinized),
                    )
                )
        return Findings(tuple(rows))
