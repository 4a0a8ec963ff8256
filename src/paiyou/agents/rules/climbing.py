"""The rule player for climbing games, in the spirit of RHCP (the baseline of paper 003) and its successor RHCP-v2.

The hand is split into groups so that the sum of their worth, less a charge for each, is greatest; a group is worth more
the likelier it stands against the unseen cards (`core/families/climbing/weigh.hpp`). A move is judged by the best split
of what is left and by what it does to the others; then come the cases of team play, one function each.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from paiyou.agents.base import Evaluation
from paiyou.agents.rules.bidding import judge_calls
from paiyou.agents.rules.parameters import ROLES, Parameters
from paiyou.games.game import Game

if TYPE_CHECKING:
    from paiyou._core import ClimbingView, ClimbingWeigher


class Weighed(NamedTuple):
    """A legal move as the core weighs it."""

    move: str
    rest: float
    """Worth of the best split of what is left."""
    own: float
    """Worth of the move as a group."""
    stands: float
    """Chance that no enemy beats it; of a pass, that none beats what lies on the table."""
    above: float
    """Share of the unseen cards that are lower; 0 for a pass."""
    run: float
    """Chance to play everything out from here without an answer; 1 is certain, 0 for a pass."""


class Table(NamedTuple):
    """Who is who at a decision."""

    counts: list[int]
    """Cards of each seat."""
    leader: int | None
    """The seat whose combo lies on the table; None: nothing to beat."""
    enemies: list[int]
    partner: int | None
    stands: float
    """Chance that no enemy beats what lies on the table."""
    parameters: Parameters

    @property
    def fewest(self) -> int:
        """Cards of the enemy who has the fewest."""
        return min(self.counts[enemy] for enemy in self.enemies)


class ClimbingRules:
    """Chooses moves in a climbing game."""

    def __init__(self, game: Game, roles: Mapping[str, Parameters] = ROLES) -> None:
        self.game = game
        self.roles = roles
        self._weighers = {role: self._make_weigher(parameters) for role, parameters in roles.items()}

    def _make_weigher(self, parameters: Parameters) -> ClimbingWeigher:
        worth = [group_worth(name, parameters) for name in self.game.spec.table.groups]
        return self.game.core.weigher(worth, parameters.charge, parameters.hurry, parameters.doom, parameters.run)

    def choose(self, view: ClimbingView) -> str:
        """The best move."""
        if view.bidding:
            return self._judge_calls(view)[0][0]
        role = role_of(view)
        moves = [Weighed(*move) for move in self._weighers[role].weigh(view)]
        if len(moves) == 1:
            return moves[0].move
        table = look_around(view, moves[0].stands, self.roles[role])
        return max(moves, key=lambda move: score(table, move)).move

    def evaluate(self, view: ClimbingView) -> Evaluation:
        """Every legal move with its score, best first."""
        if view.bidding:
            return self._judge_calls(view)
        role = role_of(view)
        moves = [Weighed(*move) for move in self._weighers[role].weigh(view, True)]
        table = look_around(view, moves[0].stands, self.roles[role])
        scores = [(move.move, score(table, move)) for move in moves]
        scores.sort(key=lambda entry: -entry[1])
        return [(move, value, 1.0) for move, value in scores]

    def _judge_calls(self, view: ClimbingView) -> Evaluation:
        calls = view.moves()
        if not calls:
            raise ValueError("there is no call to choose: this seat is not to move")
        return judge_calls(calls, self._weighers["landlord"].strength(view))


def score(table: Table, move: Weighed) -> float:
    """How good a move is, in the unit of the worth of groups."""
    if move.run == 1.0:
        return 1000.0 + len(move.move)
    run = table.parameters.run * move.run
    if table.leader is None:
        return run + lead(table, move)
    if table.leader == table.partner:
        return run + follow_partner(table, move)
    return run + follow_enemy(table, move)


def lead(table: Table, move: Weighed) -> float:
    """Leading: keep the best rest, but give no enemy his last trick, and the partner his."""
    p = table.parameters
    size = len(move.move)
    value = move.rest + p.lead_own * move.own + p.lead_cards * size + p.lead_press * move.above
    if table.fewest == size:
        value -= p.lead_doom * (1.0 - move.stands)
    if table.partner is not None and table.counts[table.partner] == size <= 2:
        value += p.feed * (1.0 - move.stands)
    return value


def follow_enemy(table: Table, move: Weighed) -> float:
    """Following an enemy: a pass costs more the closer he is to going out."""
    p = table.parameters
    if move.move == "pass":
        assert table.leader is not None
        return move.rest - p.pass_cost - p.alarm / table.counts[table.leader] ** 2
    return move.rest + p.stand * move.stands + p.press * move.above


def follow_partner(table: Table, move: Weighed) -> float:
    """Following the partner: leave him the trick, the more so the likelier he keeps it."""
    p = table.parameters
    if move.move == "pass":
        return move.rest
    return move.rest + p.stand * move.stands + p.press * move.above - p.beat_partner - p.beat_strong * table.stands


def group_worth(name: str, parameters: Parameters) -> tuple[float, float]:
    """What a group is worth when nobody can beat it, and besides when it is above all unseen cards."""
    category = name.partition("/")[0]
    if category in ("solo", "pair"):
        return getattr(parameters, category), parameters.ease
    if category in ("bomb", "rocket"):
        return getattr(parameters, category), 0.0
    if category.startswith("trio") and category != "trio chain":
        return parameters.trio, parameters.ease_long
    return parameters.quad if category.startswith("quad") else parameters.chain, parameters.ease_long


def role_of(view: ClimbingView) -> str:
    """The role whose parameters apply."""
    if view.landlord is None:
        return "alone"
    return ("landlord", "down", "up")[(view.seat - view.landlord) % 3]


def look_around(view: ClimbingView, stands: float, parameters: Parameters) -> Table:
    """Who is who for the seat to move."""
    seat, landlord, counts = view.seat, view.landlord, view.counts
    enemies = [other for other in range(len(counts)) if other != seat]
    partner = None
    if landlord is not None and landlord != seat:
        partner = next(other for other in enemies if other != landlord)
        enemies = [landlord]
    leader = None if view.last is None else view.last[0]
    return Table(counts, leader, enemies, partner, stands, parameters)
