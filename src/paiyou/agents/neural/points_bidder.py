"""A bidder that knows the expected points of every call, by a small network in NumPy.

The network is told the own hand alone, and says for every node of the auction (who has called what so far) what each
open call is worth to a seat that holds this hand there. What the others' calls tell of their hands, and what they will
do next, is in those values (`learn/bidding/points_bidder.py` says how).
"""

from __future__ import annotations

from typing import cast

from paiyou.agents.base import Agent, Evaluation, Unit
from paiyou.games.climbing_family import CLIMBING
from paiyou.games.climbing_spec import Auction, ClimbingSpec
from paiyou.games.game import Game
from paiyou.games.protocol import View
from paiyou.models.bidder_network import STATES, expected_points
from paiyou.models.bidders import BidderFile, Floats


class PointsBidder(Agent):
    """Makes the call with the most expected points; it plays no cards. The same view always gives the same call."""

    name = "points-bidder"

    def __init__(self, game: Game, file: BidderFile) -> None:
        super().__init__(game)
        spec: ClimbingSpec = CLIMBING.spec_of(game, "this bidder bids")
        inputs, outputs = len(spec.symbols) * STATES, 0
        if spec.auction is not None:
            outputs = len(spec.auction.steps) * len(spec.auction.calls)
        if spec.auction is None or file.key != spec.bidding_key:
            raise ValueError(f"this bidder has learnt another auction than that of {game.name}; leave it out")
        if file.layers[0][0].shape[0] != inputs or file.layers[-1][1].shape[0] != outputs:
            raise ValueError(f"this bidder's network has other sizes than the auction of {game.name}; leave it out")
        self._auction: Auction = spec.auction
        self._symbols, self._file = spec.symbols, file

    @property
    def temper(self) -> float:
        """Points that a claim is worth more at a table."""
        return self._file.temper

    def choose(self, view: View) -> str:
        """The call with the most expected points."""
        return self.evaluate(view)[0][0]

    def evaluate(self, view: View) -> Evaluation:
        """Every open call with its expected points, best first."""
        calls = view.moves()
        if not calls:
            raise ValueError("there is no call to choose: this seat is not to move")
        node = self._auction.node_after([call for _, call in view.history])
        values = self.values(cast(str, view.hand))[node]
        judged = [(call, float(values[self._auction.calls.index(call)]), 1.0) for call in calls]
        return sorted(judged, key=lambda entry: -entry[1])

    def unit(self, view: View) -> Unit:  # noqa: ARG002 - the same for all calls
        """Points."""
        return "points"

    def values(self, hand: str) -> Floats:
        """What a hand expects of every call at every node [nodes, calls]; calls that are not open mean nothing."""
        counts = [hand.count(symbol) for symbol in self._symbols]
        return expected_points(self._file.layers, counts).reshape(len(self._auction.steps), len(self._auction.calls))
