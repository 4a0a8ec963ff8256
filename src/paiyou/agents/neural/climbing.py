"""Networks in climbing games: they play the cards, a bidder bids for them, and a solver looks over endgames."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paiyou.agents.base import Agent, Evaluation
from paiyou.agents.bidders import bidder_for
from paiyou.agents.neural.climbing_playouts import playout_network
from paiyou.agents.neural.endgame import MAX_DEALS, MAX_NODES, Endgame
from paiyou.agents.neural.endgame import OPTIONS as ENDGAME_OPTIONS
from paiyou.agents.neural.facts import FactsReader
from paiyou.agents.neural.layout import LayoutReader
from paiyou.agents.neural.overrides import Overrides
from paiyou.agents.neural.playouts import CorePlayouts
from paiyou.agents.neural.reader import Reader
from paiyou.agents.search.base import require_one_of
from paiyou.games.climbing_family import CLIMBING
from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.game import Game
from paiyou.games.kicker_faults import KickerFaults
from paiyou.models.card import ModelCard
from paiyou.models.playout_networks import PlayoutNetworkFile
from paiyou.options import Option

if TYPE_CHECKING:
    from paiyou._core import ClimbingView

KICKERS = ("network", "careful")

OPTIONS = {
    **ENDGAME_OPTIONS,
    "kickers": Option(
        str,
        "kickers that give away both jokers or split a bomb without need are left to the network (network, the "
        "default), or changed for the best that do not (careful)",
        KICKERS,
        remote=True,
    ),
    "bidder": Option(
        str, "who bids: rules, or the file of a bidder; by default the shipped one for the auction, or else rules"
    ),
}


class ClimbingNetworks:
    """The interface is `paiyou.games.family.Neural`."""

    options = frozenset(OPTIONS)

    def reader(self, game: Game, card: ModelCard) -> Reader:
        """Of facts, with the model's own list of groups, or of the layout of DouZero."""
        if card.kind == "layout":
            return LayoutReader(game)
        if not card.groups:
            raise ValueError(f"the card of the model {card.name} must name the groups of combos it was trained with")
        return FactsReader(CLIMBING.spec_of(game, "these networks play"), card.groups, card.history)

    def overrides(
        self,
        game: Game,
        card: ModelCard,
        *,
        endgame: int = MAX_DEALS,
        overrule: str = "sure",
        max_nodes: int = MAX_NODES,
        kickers: str = "network",
        bidder: str = "",
    ) -> Overrides:
        """Somebody to bid, the solver, and a look at kickers."""
        require_one_of("kickers", kickers, KICKERS)
        if bidder and game.spec.auction is None:
            raise ValueError(f"nobody bids in {game.name}: leave bidder out")
        return ClimbingOverrides(
            game, card.objective, Endgame(endgame, overrule, max_nodes), careful=kickers == "careful", bidder=bidder
        )

    def points_unit(self, game: Game) -> float:  # noqa: ARG002 - stakes and cards are small numbers
        """Points as they are."""
        return 1.0

    def playouts(self, game: Game, file: PlayoutNetworkFile) -> CorePlayouts:
        """The core's network."""
        return playout_network(game, file)


class ClimbingOverrides(Overrides):
    """Bids by a bidder; a move gives way to one whose kickers cost less, or that the endgame solver speaks for."""

    def __init__(self, game: Game, objective: str, endgame: Endgame, *, careful: bool, bidder: str = "") -> None:
        self._endgame = endgame
        self._spec: ClimbingSpec = CLIMBING.spec_of(game, "these networks play")
        self._in_points = objective != "wp" and self._spec.score.kind == "stake"
        self._kickers = KickerFaults(self._spec) if careful else None
        self._bidder = None if self._spec.auction is None else bidder_for(game, bidder)

    def instead(self, view: ClimbingView) -> Agent | None:
        """The bidder, in the auction: these networks play cards alone."""
        return self._bidder if view.bidding else None

    def factor(self, view: ClimbingView) -> float:
        """Where points count, what the auction made of the stake: networks are trained without one."""
        return float(view.stake) if self._spec.score.bid and self._in_points else 1.0

    def improved(self, view: ClimbingView, found: Evaluation) -> Evaluation:
        """Moves that the solver speaks for come first.

        They have what the share of deals they win is worth at the present stake, or more where the network says more.
        """
        values = {move: value for move, value, _ in found}
        order = [*values]
        if self._kickers is not None:
            _put_first(order, self._careful(self._kickers, view, order))
        shares = self._endgame.shares(view, order[0])
        order.sort(key=lambda move: shares.get(move, -1.0), reverse=True)
        stake = self._stake(view)
        better: Evaluation = []
        for move in reversed(order):  # each at least as good as those behind it
            value = (2 * shares[move] - 1) * stake if move in shares else values[move]
            better.append((move, max(value, better[-1][1]) if better else value, 1.0))
        return better[::-1]

    def _stake(self, view: ClimbingView) -> float:
        """What a win is worth at least, in the unit of the network's values."""
        if not self._in_points:
            return 1.0
        share = self._spec.score.landlord_factor if view.seat == view.landlord else 1
        return self.factor(view) * 2.0**view.bombs * share

    def _careful(self, kickers: KickerFaults, view: ClimbingView, order: list[str]) -> str:
        """The best move, or where its kickers have a fault, the best with the same body whose kickers have none."""
        if not kickers.faults(view.hand, order[0], order):
            return order[0]
        others = kickers.same_body(order[0], order)
        return next((move for move in others if not kickers.faults(view.hand, move, order)), order[0])


def _put_first(order: list[str], move: str) -> None:
    order.remove(move)
    order.insert(0, move)


PART = ClimbingNetworks()
