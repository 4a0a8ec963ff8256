"""The agent `rules`: picks the rules that fit the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from paiyou.agents.base import Agent, Evaluation
from paiyou.agents.rules.climbing import ClimbingRules
from paiyou.games.game import Game
from paiyou.games.protocol import View
from paiyou.games.spec import ClimbingSpec

if TYPE_CHECKING:
    from paiyou._core import ClimbingView


class RulesAgent(Agent):
    """Plays by rules a person could follow; the same view always gives the same move."""

    def __init__(self, game: Game, *, seed: int = 0) -> None:
        super().__init__(game, seed=seed)
        if not isinstance(game.spec, ClimbingSpec):
            raise ValueError(f"the agent rules does not know how to play {game.name}")
        self._rules = ClimbingRules(game)

    def choose(self, view: View) -> str:
        """The move the rules call for."""
        return self._rules.choose(cast("ClimbingView", view))

    def evaluate(self, view: View) -> Evaluation:
        """Every legal move with its score, best first."""
        return self._rules.evaluate(cast("ClimbingView", view))
