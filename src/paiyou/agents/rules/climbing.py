"""The rule player for climbing games, in the spirit of RHCP (the baseline of paper 003) and its successor RHCP-v2.

The hand is split into groups so that the sum of their worth, less a charge for each, is greatest; a group is worth more
the likelier it stands against the unseen cards (`core/families/climbing/weigh.hpp`). A move is judged by the best split
of what is left and by what it does to the others; then come the cases of team play, one function each.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from paiyou.agents.base import Evaluation
from paiyou.games.game import Game
from paiyou.games.spec import ClimbingSpec

if TYPE_CHECKING:
    from paiyou._core import ClimbingView


@dataclass(frozen=True)
class Parameters:
    """What the player believes; tuned by matches against RLCard's rule agent and against itself."""

    charge: float = 7.0
    """Cost of every group: a turn to get rid of it."""
    hurry: float = 4.0
    """Added to the charge, in full when an enemy is about to go out."""
    doom: float = 20.0
    """Cost of a group that an enemy might answer with his last cards."""
    low: float = -7.0
    """Worth of a group that is certain to be beaten."""
    solo: float = 7.0
    """Worth of a solo that is certain to stand."""
    pair: float = 7.0
    trio: float = 7.0
    chain: float = 7.0
    quad: float = 7.0
    bomb: float = 17.0
    rocket: float = 20.0
    lead_own: float = 0.3
    """Leading: how much the worth of the move itself counts beside the rest of the hand."""
    stand: float = 5.0
    """Following: worth of taking the lead, times the chance to."""
    pass_cost: float = 7.0
    """Following: cost of letting an enemy have the trick."""
    pass_alarm: float = 30.0
    """Added to it, divided by the cards that the enemy has left."""
    partner_pass: float = 0.0
    """Following the partner: cost of passing."""
    partner_beat: float = 8.0
    """Following the partner: cost of taking the trick from him, times the chance that he would keep it."""


TUNED = Parameters()
"""The values in use."""


class Weighed(NamedTuple):
    """A legal move as the core weighs it."""

    move: str
    rest: float
    """Worth of the best split of what is left."""
    own: float
    """Worth of the move as a group."""
    stands: float
    """Chance that no enemy beats it; of a pass, that none beats what lies on the table."""
    wins: bool
    """Certain to win."""


class Table(NamedTuple):
    """Who is who at a decision."""

    seat: int
    counts: list[int]
    last: tuple[int, str] | None
    enemies: list[int]
    partner: int | None
    next_is_partner: bool


class ClimbingRules:
    """Chooses moves in a climbing game."""

    def __init__(self, game: Game, parameters: Parameters = TUNED) -> None:
        self.game = game
        self.parameters = parameters
        worth = [(group_low(name, parameters), group_high(name, parameters)) for name in game.spec.table.groups]
        self._weigher = game.core.weigher(worth, parameters.charge, parameters.hurry, parameters.doom)

    def choose(self, view: ClimbingView) -> str:
        """The best move."""
        if view.bidding:
            return self._bids(view)[0][0]
        moves = [Weighed(*move) for move in self._weigher.weigh(view)]
        if len(moves) == 1:
            return moves[0].move
        table = look_around(self.game.spec, view)
        return max(moves, key=lambda move: self.score(table, move)).move

    def evaluate(self, view: ClimbingView) -> Evaluation:
        """Every legal move with its score, best first."""
        if view.bidding:
            return self._bids(view)
        table = look_around(self.game.spec, view)
        scores = [(move.move, self.score(table, move)) for move in map(Weighed._make, self._weigher.weigh(view, True))]
        scores.sort(key=lambda entry: -entry[1])
        return [(move, score, 1.0) for move, score in scores]

    def score(self, table: Table, move: Weighed) -> float:
        """How good a move is, in the unit of the worth of groups."""
        if move.wins:
            return 1000.0 + move.stands
        p = self.parameters
        if table.last is None:
            return move.rest + p.lead_own * move.own
        if table.last[0] == table.partner:
            if move.move == "pass":
                return move.rest - p.partner_pass
            return move.rest + p.stand * move.stands - p.partner_beat
        if move.move == "pass":
            return move.rest - p.pass_cost - p.pass_alarm / table.counts[table.last[0]]
        return move.rest + p.stand * move.stands

    def _bids(self, view: ClimbingView) -> Evaluation:
        return [(move, 0.0, 1.0) for move in view.moves()]


def group_low(name: str, parameters: Parameters) -> float:
    """Worth of a group that is certain to be beaten."""
    return parameters.low


def group_high(name: str, parameters: Parameters) -> float:
    """Worth of a group that is certain to stand, by its category."""
    category = name.partition("/")[0]
    if category in ("solo", "pair", "bomb", "rocket"):
        return float(getattr(parameters, category))
    if category.startswith("trio") and category != "trio chain":
        return parameters.trio
    return parameters.quad if category.startswith("quad") else parameters.chain


def look_around(spec: ClimbingSpec, view: ClimbingView) -> Table:
    """Who is who for the seat to move."""
    others = [other for other in range(spec.seats) if other != view.seat]
    landlord = view.landlord
    if landlord is None or view.seat == landlord:
        return Table(view.seat, view.counts, view.last, others, None, False)
    partner = next(other for other in others if other != landlord)
    return Table(view.seat, view.counts, view.last, [landlord], partner, (view.seat + 1) % spec.seats == partner)
