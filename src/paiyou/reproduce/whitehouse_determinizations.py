"""Whitehouse et al. 2011, IV.A: how many determinizations, and how many iterations for each, determinized UCT needs.

The paper quotes its predecessor: both must be large enough, and beyond that it does not matter; 40 x 250 is adequate.
Here the landlord has any of the grid's settings and plays against two peasants of 40 x 250.
"""

from __future__ import annotations

from typing import Any

from paiyou.reproduce.claims import Claim, Row
from paiyou.reproduce.experiment import Experiment, Task, scaled
from paiyou.reproduce.games import Cell
from paiyou.reproduce.plots import Plot, Series
from paiyou.reproduce.report import Findings
from paiyou.reproduce.whitehouse import DEALS, GAME, OURS, difference, rate

PLAYS = 2
TREES = (1, 5, 20, 40, 100)
ITERATIONS = (10, 50, 250, 1_000)
ADEQUATE = (40, 250)
ENOUGH = ((100, 250), (40, 1_000), (100, 1_000))
"""More than adequate: the paper sees no significant impact."""
TOO_FEW = ((1, 250), (40, 10), (1, 10))


def cell(trees: int, iterations: int) -> Cell:
    """A landlord with so many trees of so many iterations."""
    return Cell(GAME, OURS.as_landlord(f"uct:trees={trees},iterations={iterations}"), PLAYS)


class Determinizations(Experiment):
    """The grid of both numbers, on the same deals."""

    name = "whitehouse-determinizations"
    title = "Whitehouse et al., IV.A: determinized UCT by determinizations and iterations"
    recorded = 0.05

    def tasks(self, scale: float, seed: int) -> list[Task]:
        """Every setting."""
        deals = scaled(DEALS, scale)
        return [
            task for trees in TREES for iterations in ITERATIONS for task in cell(trees, iterations).tasks(deals, seed)
        ]

    def size(self, scale: float) -> str:
        """Deals and games."""
        return (
            f"{scaled(DEALS, scale):,} deals, {PLAYS} games a deal at each of {len(TREES) * len(ITERATIONS)} settings"
        )

    def findings(self, results: dict[str, Any], scale: float, seed: int) -> Findings:
        """The landlord's win rate by both, and what the paper says of them."""
        deals = scaled(DEALS, scale)
        wins = {
            (trees, iterations): cell(trees, iterations).wins(results, deals, seed)
            for trees in TREES
            for iterations in ITERATIONS
        }
        rows = [Row(f"{trees} x {iterations:,}", rate(games)) for (trees, iterations), games in wins.items()]

        def less_adequate(setting: tuple[int, int], claim: Claim) -> Row:
            what = f"{setting[0]} x {setting[1]:,} less {ADEQUATE[0]} x {ADEQUATE[1]}"
            return Row(what, difference(wins[setting], wins[ADEQUATE]), claim)

        rows += [less_adequate(setting, Claim("no significant impact", -0.02, 0.02)) for setting in ENOUGH]
        rows += [less_adequate(setting, Claim.below("too few")) for setting in TOO_FEW]
        plot = Plot(
            "Determinized UCT as landlord against 40 determinizations x 250 iterations",
            "determinizations",
            "win rate, %",
            tuple(
                Series(
                    f"{iterations:,} iterations each", TREES, tuple(rate(wins[trees, iterations]) for trees in TREES)
                )
                for iterations in ITERATIONS
            ),
            log_x=True,
        )
        return Findings(tuple(rows), plot)
