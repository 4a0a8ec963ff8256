"""The agent `rules`: picks the rules that fit the game."""

from __future__ import annotations

from typing import Any, cast

from paiyou.agents.base import Agent, Evaluation, Unit
from paiyou.agents.rules.climbing.player import ClimbingRules
from paiyou.agents.rules.trick.player import TrickRules
from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.game import Game
from paiyou.games.protocol import View


class RulesAgent(Agent):
    """Plays by rules a person could follow; the same view always gives the same move."""

    def __init__(self, game: Game, *, seed: int = 0) -> None:
        super().__init__(game, seed=seed)
        self._rules: Any = ClimbingRules(game) if isinstance(game.spec, ClimbingSpec) else TrickRules(game)

    def choose(self, view: View) -> str:
        """The move the rules call for."""
        return cast(str, self._rules.choose(view))

    def evaluate(self, view: View) -> Evaluation:
        """Every legal move with its value, best first."""
        return cast(Evaluation, self._rules.evaluate(view))

    def unit(self, view: View) -> Unit:
        """Results or points in card play; calls and exposures are weighed by rules of thumb."""
        seen = cast(Any, view)
        if isinstance(self.game.spec, ClimbingSpec):
            return "order" if seen.bidding else "result"
        return "order" if seen.exposing else "points"
