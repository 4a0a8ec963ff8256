"""Whitehouse et al. 2011, section II.C: how many moves there are to choose from in Dou Dizhu.

Kickers may be a choice of their own (groups), or every combo one move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, prod
from typing import Any, cast

from paiyou.agents.registry import agent as make_agent
from paiyou.arena.statistics import Estimate
from paiyou.games.dealing import random_word
from paiyou.games.registry import game as find_game
from paiyou.reproduce.claims import Claim, Row
from paiyou.reproduce.experiment import Experiment, Task, scaled
from paiyou.reproduce.plots import Plot, Series
from paiyou.reproduce.report import Findings
from paiyou.reproduce.whitehouse import DEALS, GAME

CHUNK = 25


@dataclass(frozen=True)
class Branches:
    """Some deals: the branches of the first lead, and of all later decisions of a game between rule players."""

    seed: int
    first: int
    deals: int

    @property
    def key(self) -> str:
        """The deals."""
        return f"branches | seed {self.seed} | deals {self.first}+{self.deals}"

    @property
    def steps(self) -> int:
        """Deals."""
        return self.deals

    def run(self) -> list[list[Any]]:
        """For each deal: the first lead with groups, by rank, by suit; then the later decisions with groups."""
        game = find_game(GAME)
        player, core = make_agent("rules", game), cast(Any, game.core)
        found = []
        for number in range(self.first, self.first + self.deals):
            state = game.deal(random_word(self.seed, number))
            lead = [
                core.branches(state, True),
                core.branches(state, False),
                by_suit(str(state.hands[0]), state.moves()),
            ]
            later = []
            while not state.over:
                if state.history:
                    later.append(core.branches(state, True))
                state.play(player.choose(state.view(state.turn)))
            found.append([*lead, later])
        return found


def by_suit(hand: str, moves: Sequence[str]) -> int:
    """Moves that are told apart by the suits of their cards."""
    held = Counter(hand)
    return sum(prod(comb(held[rank], used) for rank, used in Counter(move).items()) for move in moves)


class Branching(Experiment):
    """1,000 deals: the landlord's first lead, and the rest of a game."""

    name = "whitehouse-branching"
    title = "Whitehouse et al., II.C: branching in Dou Dizhu with and without groups of moves"
    recorded = 1.0

    def tasks(self, scale: float, seed: int) -> list[Task]:
        """All deals."""
        deals = scaled(DEALS, scale)
        return [Branches(seed, first, min(CHUNK, deals - first)) for first in range(0, deals, CHUNK)]

    def size(self, scale: float) -> str:
        """Deals."""
        return f"{scaled(DEALS, scale):,} deals, a game between rule players on each"

    def findings(self, results: dict[str, Any], scale: float, seed: int) -> Findings:
        """Shares of decisions with so many branches, and their mean numbers."""
        deals = [deal for task in self.tasks(scale, seed) for deal in results[task.key]]
        grouped, by_rank, by_suits = ([float(deal[kind]) for deal in deals] for kind in range(3))

        def share(values: Sequence[float], low: float, high: float) -> Estimate:
            return Estimate.of_share([low <= value <= high for value in values])

        def later(low: int, high: int) -> Estimate:
            inside = [sum(low <= value <= high for value in deal[3]) for deal in deals]
            return Estimate.of_ratio(inside, [len(deal[3]) for deal in deals]).as_share()

        most, often = Claim.above("typical", 0.5), Claim.above("often", 0.1)
        rows = (
            Row("first lead, groups: 20 to 70 branches", share(grouped, 20, 70), most),
            Row("first lead, groups: mean branches", Estimate.of(grouped), percent=False),
            Row("first lead, whole combos by rank: over 300", share(by_rank, 301, float("inf")), often),
            Row("first lead, whole combos by rank: mean branches", Estimate.of(by_rank), percent=False),
            Row("first lead, whole combos by suit: over 300", share(by_suits, 301, float("inf")), often),
            Row("first lead, whole combos by suit: mean branches", Estimate.of(by_suits), percent=False),
            Row("later decisions, groups: below 10 branches", later(0, 9), most),
            Row("later decisions, groups: only one", later(1, 1), often),
        )
        notes = ('"Typical" is read as more than half, "often" as more than one in ten.',)
        return Findings(rows, _plot({"groups": grouped, "by rank": by_rank, "by suit": by_suits}), notes)


def _plot(kinds: dict[str, list[float]]) -> Plot:
    """How many first leads have at most so many branches."""
    places = (10, 20, 30, 50, 70, 100, 150, 200, 300, 500, 1_000, 2_000, 5_000)
    series = tuple(
        Series(name, places, tuple(Estimate.of_share([value <= x for value in values]) for x in places))
        for name, values in kinds.items()
    )
    return Plot(
        "Branches of the landlord's first lead", "branches", "leads with at most so many, %", series, log_x=True
    )
