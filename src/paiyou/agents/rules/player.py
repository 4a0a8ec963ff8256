"""The agent `rules`: asks the rule player of the game's family."""

from __future__ import annotations

from typing import Any, cast

from paiyou.agents.base import Agent, Evaluation, Unit
from paiyou.games.family import RULES
from paiyou.games.game import Game
from paiyou.games.protocol import View


class RulesAgent(Agent):
    """Plays by rules a person could follow; the same view always gives the same move."""

    name = "rules"
    line = "rules a person could follow: splits the hand, counts cards, plays with the partner"
    needs = (RULES,)
    quick = True
    instant = True
    remote = True
    bids = False

    def __init__(self, game: Game, *, seed: int = 0) -> None:
        super().__init__(game, seed=seed)
        self._rules: Any = game.family.part(RULES)(game)

    def choose(self, view: View) -> str:
        """The move the rules call for."""
        return cast(str, self._rules.choose(view))

    def evaluate(self, view: View) -> Evaluation:
        """Every legal move with its value, best first."""
        return cast(Evaluation, self._rules.evaluate(view))

    def unit(self, view: View) -> Unit:
        """Results or points in card play; calls and exposures are weighed by rules of thumb."""
        return cast(Unit, self._rules.unit(view))
