"""The agent `dmc`: plays the move a network values most (Deep Monte Carlo, paper 003, section 3).

The network was trained on games of its own to tell the expected result of every legal move; there is no search. A model
may be shipped with the package or come from `paiyou train`.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from paiyou.agents.base import Agent, Evaluation
from paiyou.agents.neural.network import Network
from paiyou.agents.rules import RulesAgent
from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.game import Game
from paiyou.games.protocol import View
from paiyou.models.folders import default_model
from paiyou.options import Option

if TYPE_CHECKING:
    from paiyou._core import ClimbingView

OPTIONS = {
    "model": Option(str, "a shipped model by name, or the folder of one; by default the game's shipped one"),
    "seed": Option(int, "taken so that all agents can be given it (0); there is no chance in this one"),
}


class DmcAgent(Agent):
    """Plays by a network; the same view always gives the same move. It bids as `rules` does."""

    def __init__(self, game: Game, *, model: str = "", seed: int = 0) -> None:
        super().__init__(game, seed=seed)
        if not isinstance(game.spec, ClimbingSpec):
            raise ValueError(f"the agent dmc plays climbing games such as doudizhu, not {game.name}")
        self._options = {"model": model, "seed": seed}
        self._network = Network(model or default_model(game.name), game)

    def __reduce__(self) -> tuple[object, ...]:
        return _make, (self.game, self._options)

    @cached_property
    def _bidder(self) -> RulesAgent:
        return RulesAgent(self.game)

    def choose(self, view: View) -> str:
        """The move the network values most."""
        seen, moves = self._look(view)
        if seen.bidding:
            return self._bidder.choose(view)
        if len(moves) == 1:
            return moves[0]
        return moves[int(self._network.values(seen, moves).argmax())]

    def evaluate(self, view: View) -> Evaluation:
        """Every legal move with the network's value, best first: -1 to 1 where it was trained to win, else points.

        Calls come with what they gain over not calling, in stakes.
        """
        seen, moves = self._look(view)
        if seen.bidding:
            return self._bidder.evaluate(view)
        values = self._network.values(seen, moves)
        return [(moves[place], float(values[place]), 1.0) for place in (-values).argsort(kind="stable")]

    def _look(self, view: View) -> tuple[ClimbingView, list[str]]:
        if not hasattr(view, "seat"):
            raise ValueError("this agent sees what one seat sees: give it state.view(seat)")
        moves = view.moves()
        if not moves:
            raise ValueError("there is no move to choose: this seat is not to move")
        return cast("ClimbingView", view), moves


def _make(game: Game, options: dict[str, Any]) -> DmcAgent:
    return DmcAgent(game, **options)
