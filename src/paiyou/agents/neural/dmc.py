"""The agent `dmc`: plays the move a network values most (Deep Monte Carlo, paper 003, section 3).

The network was trained on games of its own to tell the expected result of every legal move. There is no search, but for
endgames (`endgame.py`). A model may be shipped with the package or come from `paiyou train`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from paiyou.agents.base import Agent, Evaluation, Unit
from paiyou.agents.neural.endgame import MAX_DEALS, MAX_NODES, Endgame
from paiyou.agents.neural.endgame import OPTIONS as ENDGAME_OPTIONS
from paiyou.agents.neural.network import Network
from paiyou.agents.rules import RulesAgent
from paiyou.agents.search.base import require_one_of
from paiyou.games.climbing_family import CLIMBING
from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.game import Game
from paiyou.games.kicker_faults import KickerFaults
from paiyou.games.protocol import View
from paiyou.models.folders import default_model, find_model, models
from paiyou.options import Option, Value, shown, unknown

if TYPE_CHECKING:
    from paiyou._core import ClimbingView

KICKERS = ("network", "careful")

OPTIONS = {
    "model": Option(
        str, "a shipped model by name, or the folder of one; by default the game's shipped one", remote=True
    ),
    "seed": Option(
        int, "taken so that all agents can be given it (0); there is no chance in this one", remote=2**63 - 1
    ),
    **ENDGAME_OPTIONS,
    "kickers": Option(
        str,
        "kickers that give away both jokers or split a bomb without need are left to the network (network, the "
        "default), or changed for the best that do not (careful)",
        KICKERS,
        remote=True,
    ),
}


class DmcAgent(Agent):
    """Plays by a network; the same view always gives the same move. It bids as `rules` does."""

    name = "dmc"
    line = "a network that knows the worth of every move (paper 003)"
    options = OPTIONS
    quick = True
    remote = True

    def __init__(
        self,
        game: Game,
        *,
        model: str = "",
        seed: int = 0,
        endgame: int = MAX_DEALS,
        overrule: str = "sure",
        max_nodes: int = MAX_NODES,
        kickers: str = "network",
    ) -> None:
        super().__init__(game, seed=seed)
        spec = CLIMBING.spec_of(game, "the agent dmc plays")
        self._endgame = Endgame(endgame, overrule, max_nodes)
        require_one_of("kickers", kickers, KICKERS)
        self._kickers = KickerFaults(spec) if kickers == "careful" else None
        folder = find_model(model or default_model(game.name))
        self._network = Network(folder, game)
        # A folder that was named from here is found from elsewhere, too.
        self._options = {
            "model": str(folder) if model else "",
            "seed": seed,
            "endgame": endgame,
            "overrule": overrule,
            "max_nodes": max_nodes,
            "kickers": kickers,
        }

    @classmethod
    def check_remote(cls, values: Mapping[str, Value], game: str) -> None:
        """A model of the game that the server knows by name, and no folder of its own."""
        base, wanted = game.partition(":")[0], values.get("model")
        known = {name: card.plays for name, card in models().items()}
        if wanted is not None and wanted not in known:
            raise unknown("model", str(wanted), known)
        playing = [name for name, plays in known.items() if plays == base]
        if not playing:
            raise ValueError(f"there is no network for {base}: ask another agent than dmc")
        if wanted is not None and wanted not in playing:
            raise ValueError(f"the model {shown(str(wanted))} does not play {base}; {' and '.join(playing)} do")

    def __reduce__(self) -> tuple[object, ...]:
        return _make, (self.game, self._options)

    @cached_property
    def _bidder(self) -> RulesAgent:
        return RulesAgent(self.game)

    def choose(self, view: View) -> str:
        """The move the network values most, or one that its kickers or an endgame speak for."""
        _, moves = self._look(view)
        return moves[0] if len(moves) == 1 else self.evaluate(view)[0][0]

    def evaluate(self, view: View) -> Evaluation:
        """Every legal move with the network's value, best first: -1 to 1 where it was trained to win, else points.

        Moves that the endgame solver speaks for come first, with what the share of deals they win is worth at the
        present stake, or more where the network says more. Calls come with what they gain over not calling, in stakes.
        """
        seen, moves = self._look(view)
        if seen.bidding:
            return self._bidder.evaluate(view)
        values = dict(zip(moves, self._network.values(seen, moves).tolist(), strict=True))
        order = sorted(moves, key=values.__getitem__, reverse=True)
        if len(moves) == 1:
            return [(moves[0], values[moves[0]], 1.0)]
        if self._kickers is not None:
            _put_first(order, self._careful(seen, order))
        shares = self._endgame.shares(seen, order[0])
        order.sort(key=lambda move: shares.get(move, -1.0), reverse=True)
        stake = self._stake(seen)
        found: Evaluation = []
        for move in reversed(order):  # each at least as good as those behind it
            value = (2 * shares[move] - 1) * stake if move in shares else values[move]
            found.append((move, max(value, found[-1][1]) if found else value, 1.0))
        return found[::-1]

    def unit(self, view: View) -> Unit:
        """What the network was trained for; calls are those of `rules`."""
        if cast("ClimbingView", view).bidding or self._network.card.objective == "logadp":
            return "order"
        return "result" if self._network.card.objective == "wp" else "points"

    def _stake(self, view: ClimbingView) -> float:
        """What a win is worth at least, in the unit of the network's values."""
        score = cast(ClimbingSpec, self.game.spec).score
        if self._network.card.objective == "wp" or score.kind != "stake":
            return 1.0
        return 2.0**view.bombs * (score.landlord_factor if view.seat == view.landlord else 1)

    def _careful(self, view: ClimbingView, order: list[str]) -> str:
        """The best move, or where its kickers have a fault, the best with the same body whose kickers have none."""
        assert self._kickers is not None
        if not self._kickers.faults(view.hand, order[0], order):
            return order[0]
        others = self._kickers.same_body(order[0], order)
        return next((move for move in others if not self._kickers.faults(view.hand, move, order)), order[0])

    def _look(self, view: View) -> tuple[ClimbingView, list[str]]:
        if not hasattr(view, "seat"):
            raise ValueError("this agent sees what one seat sees: give it state.view(seat)")
        moves = view.moves()
        if not moves:
            raise ValueError("there is no move to choose: this seat is not to move")
        return cast("ClimbingView", view), moves


def _put_first(order: list[str], move: str) -> None:
    order.remove(move)
    order.insert(0, move)


def _make(game: Game, options: dict[str, Any]) -> DmcAgent:
    return DmcAgent(game, **options)
