"""The agent `rules`: asks the rule player of the game's family."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar, cast

from paiyou.agents.base import SEED, Agent, Evaluation, Unit
from paiyou.games.dealing import random_word
from paiyou.games.family import RULES
from paiyou.games.game import Game
from paiyou.games.protocol import View
from paiyou.options import Option

SLIP_REACH = 3
"""A slip is one of so many moves next to the best: what people overlook is seldom the worst that can be done."""


class RulesAgent(Agent):
    """Plays by rules a person could follow; without slips the same view always gives the same move.

    With `slips=0.3` it overlooks its best move three times in ten and makes one of the next best, as people do.
    """

    name = "rules"
    line = "rules a person could follow: splits the hand, counts cards, plays with the partner"
    options: ClassVar[Mapping[str, Option]] = {
        "seed": SEED,
        "slips": Option(float, "share of its decisions in which it overlooks the best move (0)", remote=1.0),
    }
    needs = (RULES,)
    quick = True
    instant = True
    remote = True
    bids = False

    def __init__(self, game: Game, *, seed: int = 0, slips: float = 0.0) -> None:
        super().__init__(game, seed=seed)
        if not 0 <= slips <= 1:
            raise ValueError(f"slips is a share of decisions, 0 to 1, not {slips:g}")
        self._rules: Any = game.family.part(RULES)(game)
        self._slips, self._random = slips, Random(seed)

    def begin(self, seed: int) -> None:
        """Start a new game with a stream of its own."""
        self._random.seed(random_word(self.seed, seed))

    def choose(self, view: View) -> str:
        """The move the rules call for, but for slips."""
        if self._slips and self._random.random() < self._slips:
            others = [move for move, _, _ in self.evaluate(view)[1 : 1 + SLIP_REACH]]
            if others:
                return others[int(self._random.random() * len(others))]
        return cast(str, self._rules.choose(view))

    def evaluate(self, view: View) -> Evaluation:
        """Every legal move with its value, best first."""
        return cast(Evaluation, self._rules.evaluate(view))

    def unit(self, view: View) -> Unit:
        """Results or points in card play; calls and exposures are weighed by rules of thumb."""
        return cast(Unit, self._rules.unit(view))
