"""Who bids: the bidder of a game. `dmc` asks it; at a table it calls for every player of the package, with a temper.

Searchers hold nearly every hand for too weak to call: in their simulations nobody plays well as landlord. A person who
declines would see most deals thrown in. So at a table the game's bidder calls for them, and the first call is worth a
little more to it than it is (`temper`).
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import cast

from paiyou.agents.base import Agent, what_it_sees
from paiyou.agents.neural.points_bidder import PointsBidder
from paiyou.agents.rules import RulesAgent
from paiyou.games.climbing_spec import Auction, ClimbingSpec
from paiyou.games.family import AUCTION, RULES
from paiyou.games.game import Game
from paiyou.games.protocol import State, View
from paiyou.models.bidders import BidderFile, shipped_bidder

BY_RULES = "rules"

RULES_TEMPER = 0.0
"""The rule player calls freely enough: where one of three declines everything, 3.5% of the deals are thrown in by
call-rob and 1.2% by bids (600 deals, seeds 0 to 599)."""


def bidder_for(game: Game, name: str = "") -> Agent:
    """The bidder of a game: the shipped one that has learnt its auction, or else `rules`.

    `name` asks for another: `"rules"`, or the file of a bidder.
    """
    if name == BY_RULES:
        return RulesAgent(game)
    file = BidderFile.load(Path(name)) if name else shipped_bidder(cast(ClimbingSpec, game.spec).bidding_key)
    return RulesAgent(game) if file is None else PointsBidder(game, file)


def temper_of(bidder: Agent) -> float:
    """Points that a call which makes sure of a landlord is worth more to a bidder at a table."""
    return bidder.temper if isinstance(bidder, PointsBidder) else RULES_TEMPER


def choose_at_table(agent: Agent, state: State) -> str:
    """The move of a bot at a table: its own, but for calls that it leaves to the game's bidder and its temper."""
    view = state.view(state.turn)
    if agent.bids or not in_auction(agent.game, view) or not agent.game.family.has(RULES):
        return agent.choose(what_it_sees(agent, state))
    bidder = _bidder_at_table(agent.game)
    return tempered_call(bidder, view, temper_of(bidder))


def tempered_call(bidder: Agent, view: View, temper: float) -> str:
    """The best call, where one that makes sure of a landlord is worth so many points more."""
    auction: Auction = bidder.game.spec.auction
    claims = auction.claims(auction.node_after([call for _, call in view.history]))
    return max(bidder.evaluate(view), key=lambda entry: entry[1] + temper * (entry[0] in claims))[0]


def in_auction(game: Game, view: View) -> bool:
    """Whether the seat to move is to call."""
    sections = {game.family.section_of(game.spec, move) for move in view.moves()[:1]}
    return AUCTION in sections


@lru_cache(maxsize=8)
def _bidder_at_table(game: Game) -> Agent:
    return bidder_for(game)
