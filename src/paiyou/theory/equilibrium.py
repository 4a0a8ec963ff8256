"""An equilibrium of a game of two by CFR+, and how far it still is from one.

The method is in `core/theory/cfr_plus.hpp`, with its sources. Every so often both average strategies are tried against
an opponent who knows them and plays best: what each still gets are bounds on the value of the game from both sides, and
half of the gap between them is the exploitability.
"""

from __future__ import annotations

import numbers
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

from paiyou._core import CfrPlus
from paiyou.games.game import Game
from paiyou.theory.dealt_tree import tree_of
from paiyou.theory.inputs import read_count, read_number
from paiyou.theory.tree import Plan, Tree, behaviour_of


@dataclass(frozen=True)
class Step:
    """Where CFR+ stood after a number of iterations."""

    iterations: int
    low: float
    """What player 0's average strategy gets at least."""
    high: float
    """What player 1's average strategy lets player 0 get at most."""
    seconds: float
    """For the iterations so far, without these measurements."""

    @property
    def exploitability(self) -> float:
        """What a best opponent gains, as a mean over both seats: half of NashConv."""
        return (self.high - self.low) / 2


@dataclass(frozen=True)
class Equilibrium:
    """What CFR+ has found: a strategy for each player, and bounds on the value of the game for player 0."""

    tree: Tree = field(repr=False)
    plans: tuple[Plan, Plan] = field(repr=False)
    steps: tuple[Step, ...]
    build_seconds: float

    @property
    def game(self) -> str:
        """The game's name."""
        return self.tree.name

    @property
    def last(self) -> Step:
        """Where it stood at the end."""
        return self.steps[-1]

    @property
    def value(self) -> float:
        """The value of the game for player 0, right within `exploitability`."""
        return (self.last.low + self.last.high) / 2

    @property
    def exploitability(self) -> float:
        """What a best opponent gains on these strategies, as a mean over both seats."""
        return self.last.exploitability

    def strategy(self, player: int, information_set: int) -> dict[Hashable, float]:
        """The moves at an information set with their probabilities.

        Example: `equilibrium.strategy(0, 0)`, what player 0 leads from the first hand that gives him a choice.
        """
        form = self.tree.form
        information_set = read_number(information_set, form.information_sets(player), "information set")
        begin, end = form.firsts(player)[information_set : information_set + 2]
        chances = behaviour_of(form, player, self.plans[player])[begin:end].tolist()
        return dict(zip(self.tree.moves(player, information_set), chances, strict=True))

    def to_json(self) -> dict[str, Any]:
        """The result and the sizes, for `--json`."""
        form = self.tree.form
        return {
            "game": self.game,
            "value": self.value,
            "low": self.last.low,
            "high": self.last.high,
            "exploitability": self.exploitability,
            "iterations": self.last.iterations,
            "information_sets": [form.information_sets(player) for player in (0, 1)],
            "sequences": [form.sequences(player) for player in (0, 1)],
            "ends": form.number_of_ends,
            "build_seconds": self.build_seconds,
            "seconds": self.last.seconds,
            "steps": [{"iterations": step.iterations, "exploitability": step.exploitability} for step in self.steps],
        }


def find_equilibrium(
    game: Game | Tree | str,
    iterations: int = 1000,
    *,
    target: float = 0.0,
    progress: Callable[[int], None] = lambda _: None,
) -> Equilibrium:
    """Run CFR+ for a number of iterations, or until the exploitability is at most `target`.

    It is measured after 1, 2, 4, 8 and so on iterations and at the end; `progress` is told how many are done since the
    last time. Nothing is random: the same call gives the same result.

    Example: `find_equilibrium("mini-doudizhu:hand=4", 200).value`, about 0.317: player 0 wins 65.8% of deals.
    """
    iterations = read_count(iterations, "iterations")
    if not isinstance(target, numbers.Real) or not target >= 0:
        raise ValueError(f"target must be an exploitability of 0 or more, not {target}")
    begun = time.perf_counter()
    tree = tree_of(game)
    build_seconds = time.perf_counter() - begun
    form, cfr = tree.form, CfrPlus(tree.form)
    seconds = 0.0
    steps: list[Step] = []
    while not steps or (steps[-1].iterations < iterations and steps[-1].exploitability > target):
        until = min(2 * cfr.iterations or 1, iterations)
        begun = time.perf_counter()
        while cfr.iterations < until:
            cfr.iterate()
            progress(1)
        seconds += time.perf_counter() - begun
        plans = (cfr.average(0), cfr.average(1))
        low, high = -form.best_response(1, plans[0])[0], form.best_response(0, plans[1])[0]
        steps.append(Step(cfr.iterations, low, high, seconds))
    return Equilibrium(tree, plans, tuple(steps), build_seconds)
