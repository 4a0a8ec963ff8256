"""Whitehouse et al. 2011, section IV.D: information set UCT against determinized UCT in Mini Dou Dizhu."""

from __future__ import annotations

from typing import Any

from paiyou.arena.statistics import Estimate
from paiyou.reproduce.claims import Claim, Row
from paiyou.reproduce.experiment import Experiment, Task
from paiyou.reproduce.games import Cell, listed_deals
from paiyou.reproduce.report import Findings

GAME = "mini-doudizhu"
DEALS = 8_832
PLAYS = 10
CHUNK = 96
DETERMINIZED = "uct:trees=20,iterations=200"
INFORMED = "isuct:iterations=4000"


def extent(scale: float) -> tuple[int, int]:
    """Deals, and games on each. Games shrink first: with two on every deal no deal is left to chance."""
    plays = max(2, round(PLAYS * scale))
    return (DEALS, plays) if PLAYS * scale >= 2 else (max(2, round(DEALS * PLAYS * scale / 2)), plays)


class Mini(Experiment):
    """Both as player 1 against determinized UCT, ten times on each of the 8,832 deals, weighted by their chances."""

    name = "whitehouse-mini"
    title = "Whitehouse et al., IV.D: information set UCT in Mini Dou Dizhu"
    recorded = 0.2

    def cells(self, scale: float) -> tuple[Cell, Cell]:
        """Information set UCT and determinized UCT as player 1."""
        plays = extent(scale)[1]
        informed, determinized = (
            Cell(GAME, (player, DETERMINIZED), plays, listed=True) for player in (INFORMED, DETERMINIZED)
        )
        return informed, determinized

    def tasks(self, scale: float, seed: int) -> list[Task]:
        """All games of both."""
        deals = extent(scale)[0]
        return [task for cell in self.cells(scale) for task in cell.tasks(deals, seed, CHUNK)]

    def size(self, scale: float) -> str:
        """Deals and games."""
        deals, plays = extent(scale)
        return f"{deals:,} of the 8,832 deals, {plays} games on each with either as player 1"

    def findings(self, results: dict[str, Any], scale: float, seed: int) -> Findings:
        """Player 1's win rates over a shuffled deck."""
        deals = extent(scale)[0]
        weights = [float(ways) for _, ways in listed_deals(GAME, seed)[:deals]]
        informed, determinized = (cell.wins(results, deals, seed, chunk=CHUNK) for cell in self.cells(scale))
        gain = [[a - b for a, b in zip(x, y, strict=True)] for x, y in zip(informed, determinized, strict=True)]
        return Findings(
            (
                Row(
                    "information set UCT, 4,000 iterations", weighted(weights, informed).as_share(), Claim.percent(67.2)
                ),
                Row("determinized UCT, 20 x 200", weighted(weights, determinized).as_share(), Claim.percent(62.7)),
                Row("difference", weighted(weights, gain), Claim.difference(67.2, 62.7)),
            )
        )


def weighted(weights: list[float], groups: list[list[float]]) -> Estimate:
    """The mean over a shuffled deck: of all deals, or of those that were chosen."""
    if len(groups) == DEALS:
        return Estimate.of_strata(weights, groups)
    means = [sum(values) / len(values) for values in groups]
    return Estimate.of_ratio([weight * mean for weight, mean in zip(weights, means, strict=True)], weights)
