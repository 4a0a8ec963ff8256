"""The agent `dmc`: plays the move a network values most (Deep Monte Carlo, paper 003, section 3).

The network was trained on games of its own to tell the expected result of every legal move. There is no search, but for
endgames (`endgame.py`). A model may be shipped with the package or come from `paiyou train`.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from paiyou.agents.base import Agent, Evaluation
from paiyou.agents.neural.endgame import MAX_DEALS, MAX_NODES, Endgame
from paiyou.agents.neural.endgame import OPTIONS as ENDGAME_OPTIONS
from paiyou.agents.neural.network import Network
from paiyou.agents.rules import RulesAgent
from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.game import Game
from paiyou.games.protocol import View
from paiyou.models.folders import default_model, find_model
from paiyou.options import Option

if TYPE_CHECKING:
    from paiyou._core import ClimbingView

OPTIONS = {
    "model": Option(str, "a shipped model by name, or the folder of one; by default the game's shipped one"),
    "seed": Option(int, "taken so that all agents can be given it (0); there is no chance in this one"),
    **ENDGAME_OPTIONS,
}


class DmcAgent(Agent):
    """Plays by a network; the same view always gives the same move. It bids as `rules` does."""

    def __init__(
        self,
        game: Game,
        *,
        model: str = "",
        seed: int = 0,
        endgame: int = MAX_DEALS,
        overrule: str = "sure",
        max_nodes: int = MAX_NODES,
    ) -> None:
        super().__init__(game, seed=seed)
        if not isinstance(game.spec, ClimbingSpec):
            raise ValueError(f"the agent dmc plays climbing games such as doudizhu, not {game.name}")
        self._endgame = Endgame(endgame, overrule, max_nodes)
        folder = find_model(model or default_model(game.name))
        self._network = Network(folder, game)
        # A folder that was named from here is found from elsewhere, too.
        self._options = {
            "model": str(folder) if model else "",
            "seed": seed,
            "endgame": endgame,
            "overrule": overrule,
            "max_nodes": max_nodes,
        }

    def __reduce__(self) -> tuple[object, ...]:
        return _make, (self.game, self._options)

    @cached_property
    def _bidder(self) -> RulesAgent:
        return RulesAgent(self.game)

    def choose(self, view: View) -> str:
        """The move the network values most, or among moves that win more in an endgame."""
        seen, moves = self._look(view)
        if seen.bidding:
            return self._bidder.choose(view)
        if len(moves) == 1:
            return moves[0]
        values = self._network.values(seen, moves)
        favourite = moves[int(values.argmax())]
        shares = self._endgame.shares(seen, favourite)
        if favourite in shares and shares[favourite] == max(shares.values()):
            return favourite
        return max(zip(moves, values, strict=True), key=lambda one: (shares.get(one[0], -1.0), one[1]))[0]

    def evaluate(self, view: View) -> Evaluation:
        """Every legal move with the network's value, best first: -1 to 1 where it was trained to win, else points.

        Where the endgame solver was asked, its moves come first, with what the share of deals they win is worth at the
        present stake, or more where the network says more. Calls come with what they gain over not calling, in stakes.
        """
        seen, moves = self._look(view)
        if seen.bidding:
            return self._bidder.evaluate(view)
        values = dict(zip(moves, map(float, self._network.values(seen, moves)), strict=True))
        favourite = max(values, key=values.__getitem__)
        shares = self._endgame.shares(seen, favourite) if len(moves) > 1 else {}
        stake = 1.0 if self._network.card.objective == "wp" else 2.0**seen.bombs
        order = sorted(moves, key=lambda move: (shares.get(move, -1.0), values[move]), reverse=True)
        found: Evaluation = []
        for move in reversed(order):  # each at least as good as those behind it
            value = (2 * shares[move] - 1) * stake if move in shares else values[move]
            found.append((move, max(value, found[-1][1]) if found else value, 1.0))
        return found[::-1]

    def _look(self, view: View) -> tuple[ClimbingView, list[str]]:
        if not hasattr(view, "seat"):
            raise ValueError("this agent sees what one seat sees: give it state.view(seat)")
        moves = view.moves()
        if not moves:
            raise ValueError("there is no move to choose: this seat is not to move")
        return cast("ClimbingView", view), moves


def _make(game: Game, options: dict[str, Any]) -> DmcAgent:
    return DmcAgent(game, **options)
