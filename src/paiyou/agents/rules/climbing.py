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
    ease: float = 10.0
    """Worth of a solo or pair above all unseen cards, besides: it is easily put down on others'."""
    ease_long: float = 4.0
    """The same for trios, chains and planes."""
    bomb: float = 17.0
    rocket: float = 20.0
    lead_own: float = 0.3
    """Leading: how much the worth of the move itself counts beside the rest of the hand."""
    lead_cards: float = 0.0
    """Leading: bonus for every card of the move."""
    lead_doom: float = 20.0
    """Leading: cost of a move that an enemy might answer with his last cards."""
    feed: float = 20.0
    """Leading: bonus for a low solo or pair when the partner, who is next, may go out on it."""
    feed_across: float = 5.0
    """The same when the landlord plays before him."""
    stand: float = 5.0
    """Following: worth of taking the lead, times the chance to."""
    pass_cost: float = 3.0
    """Following: cost of letting an enemy have the trick."""
    pass_early: float = 7.0
    """The same where the partner can still answer."""
    alarm: float = 30.0
    """Added to both, divided by the cards that the enemy has left."""
    beat_partner: float = 8.0
    """Cost of beating the partner before the landlord has answered him."""
    beat_strong: float = 8.0
    """Added to it, times the chance that the partner's move stands."""
    beat_kept: float = 15.0
    """Cost of beating the partner when the landlord has passed."""


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
    fewest: int
    """Cards of the enemy who has the fewest."""
    stands: float
    """Chance that no enemy beats what lies on the table."""


class ClimbingRules:
    """Chooses moves in a climbing game."""

    def __init__(self, game: Game, parameters: Parameters = TUNED) -> None:
        self.game = game
        self.parameters = parameters
        worth = [
            (parameters.low, group_high(name, parameters), group_ease(name, parameters))
            for name in game.spec.table.groups
        ]
        self._weigher = game.core.weigher(worth, parameters.charge, parameters.hurry, parameters.doom)

    def choose(self, view: ClimbingView) -> str:
        """The best move."""
        if view.bidding:
            return self._bids(view)[0][0]
        moves = [Weighed(*move) for move in self._weigher.weigh(view)]
        if len(moves) == 1:
            return moves[0].move
        table = look_around(self.game.spec, view, moves[0].stands)
        return max(moves, key=lambda move: self.score(table, move)).move

    def evaluate(self, view: ClimbingView) -> Evaluation:
        """Every legal move with its score, best first."""
        if view.bidding:
            return self._bids(view)
        moves = [Weighed(*move) for move in self._weigher.weigh(view, True)]
        table = look_around(self.game.spec, view, moves[0].stands)
        scores = [(move.move, self.score(table, move)) for move in moves]
        scores.sort(key=lambda entry: -entry[1])
        return [(move, score, 1.0) for move, score in scores]

    def score(self, table: Table, move: Weighed) -> float:
        """How good a move is, in the unit of the worth of groups."""
        if move.wins:
            return 1000.0 + move.stands
        if table.last is None:
            return self._lead(table, move)
        if table.last[0] == table.partner:
            return self._follow_partner(table, move)
        return self._follow_enemy(table, move, table.counts[table.last[0]])

    def _lead(self, table: Table, move: Weighed) -> float:
        p = self.parameters
        size = len(move.move)
        score = move.rest + p.lead_own * move.own + p.lead_cards * size
        if table.fewest == size:
            score -= p.lead_doom * (1.0 - move.stands)
        if table.partner is not None and table.counts[table.partner] == size <= 2:
            score += (p.feed if table.next_is_partner else p.feed_across) * (1.0 - move.stands)
        return score

    def _follow_enemy(self, table: Table, move: Weighed, left: int) -> float:
        p = self.parameters
        if move.move == "pass":
            return move.rest - (p.pass_early if table.next_is_partner else p.pass_cost) - p.alarm / left
        return move.rest + p.stand * move.stands

    def _follow_partner(self, table: Table, move: Weighed) -> float:
        p = self.parameters
        if move.move == "pass":
            return move.rest
        cost = p.beat_kept if table.next_is_partner else p.beat_partner + p.beat_strong * table.stands
        return move.rest + p.stand * move.stands - cost

    def _bids(self, view: ClimbingView) -> Evaluation:
        return [(move, 0.0, 1.0) for move in view.moves()]


def group_ease(name: str, parameters: Parameters) -> float:
    """How much it helps a group to be above the unseen cards."""
    return parameters.ease if name in ("solo", "pair") else parameters.ease_long


def group_high(name: str, parameters: Parameters) -> float:
    """Worth of a group that is certain to stand, by its category."""
    category = name.partition("/")[0]
    if category in ("solo", "pair", "bomb", "rocket"):
        return float(getattr(parameters, category))
    if category.startswith("trio") and category != "trio chain":
        return parameters.trio
    return parameters.quad if category.startswith("quad") else parameters.chain


def look_around(spec: ClimbingSpec, view: ClimbingView, stands: float) -> Table:
    """Who is who for the seat to move."""
    seat, landlord, counts = view.seat, view.landlord, view.counts
    enemies = [other for other in range(spec.seats) if other != seat]
    partner = None
    if landlord is not None and landlord != seat:
        partner = next(other for other in enemies if other != landlord)
        enemies = [landlord]
    return Table(
        seat,
        counts,
        view.last,
        enemies,
        partner,
        (seat + 1) % spec.seats == partner,
        min(counts[enemy] for enemy in enemies),
        stands,
    )
