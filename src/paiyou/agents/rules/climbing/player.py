"""The rule player for climbing games, in the spirit of RHCP (the baseline of DouZero) and its successor RHCP-v2.

The hand is split into groups so that the sum of their worth, less a charge for each, is greatest; a group is worth more
the likelier it stands against the unseen cards (`core/families/climbing/weigh.hpp`). A move is judged by the best split
of what is left and by what it does to the others; then come the cases of team play, one function each.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, cast

from paiyou.agents.base import Evaluation, Unit
from paiyou.agents.rules.climbing.bidding import chance_to_win, judge_calls
from paiyou.agents.rules.climbing.parameters import ROLES, Parameters
from paiyou.games.game import Game

if TYPE_CHECKING:
    from paiyou._core import ClimbingGame, ClimbingView, ClimbingWeigher
    from paiyou.games.climbing_spec import ClimbingSpec


CERTAIN = 1000.0
"""Score of a certain win, above all others."""


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


class Situation(NamedTuple):
    """Who is who at a decision."""

    counts: list[int]
    """Cards of each seat."""
    leader: int | None
    """The seat whose combo lies on the table; None: nothing to beat."""
    enemies: list[int]
    partners: list[int]
    last_chance: bool
    """Whether nobody who might want to beats the combo on the table after this seat."""
    stands: float
    """Chance that no enemy beats what lies on the table."""
    parameters: Parameters

    def may_go_out_on(self, move: str) -> bool:
        """Whether an enemy has just as many cards as this combo."""
        return any(self.counts[enemy] == len(move) for enemy in self.enemies)


class ClimbingRules:
    """Chooses moves in a climbing game."""

    def __init__(self, game: Game, roles: Mapping[str, Parameters] = ROLES) -> None:
        self.roles = roles
        self._weighers = {role: make_weigher(game, parameters) for role, parameters in roles.items()}

    def choose(self, view: ClimbingView) -> str:
        """The best move."""
        if view.bidding:
            return self._judge_calls(view)[0][0]
        role = role_of(view)
        moves = [Weighed(*move) for move in self._weighers[role].weigh(view)]
        if len(moves) == 1:
            return moves[0].move
        situation = look_around(view, moves[0].stands, self.roles[role])
        return max(moves, key=lambda move: score(situation, move)).move

    def evaluate(self, view: ClimbingView) -> Evaluation:
        """Every legal move, best first, with the expected result: -1 for a game lost, 1 for one won.

        Calls come with what they gain over not calling, in stakes.
        """
        if view.bidding:
            return self._judge_calls(view)
        role = role_of(view)
        moves = [Weighed(*move) for move in self._weighers[role].weigh(view, True)]
        situation = look_around(view, moves[0].stands, self.roles[role])
        scores = sorted(((score(situation, move), move.move) for move in moves), key=lambda entry: -entry[0])
        return [(move, expected_result(value, self.roles[role]), 1.0) for value, move in scores]

    def unit(self, view: ClimbingView) -> Unit:
        """Results; calls are weighed by rules of thumb."""
        return "order" if view.bidding else "result"

    def _judge_calls(self, view: ClimbingView) -> Evaluation:
        calls = view.moves()
        if not calls:
            raise ValueError("there is no call to choose: this seat is not to move")
        heard = [call for seat, call in view.history if seat != view.seat]
        strength = self._weighers["landlord"].strength(view)
        return judge_calls(calls, chance_to_win(strength, view.hand, heard))


def make_weigher(game: Game, parameters: Parameters) -> ClimbingWeigher:
    """The core's part of the work, with the parameters of a role."""
    spec, core = cast("ClimbingSpec", game.spec), cast("ClimbingGame", game.core)
    worth = [group_worth(name, parameters) for name in spec.table.groups]
    return core.weigher(worth, parameters.charge, parameters.hurry, parameters.doom, parameters.run)


def score(situation: Situation, move: Weighed) -> float:
    """How good a move is, in the unit of the worth of groups."""
    if move.run == 1.0:
        return CERTAIN + len(move.move)
    run = situation.parameters.run * move.run
    if situation.leader is None:
        return run + lead(situation, move)
    if situation.leader in situation.partners:
        return run + follow_partner(situation, move)
    return run + follow_enemy(situation, move)


def lead(situation: Situation, move: Weighed) -> float:
    """Leading: the best rest; what is hard to get rid of goes first."""
    p = situation.parameters
    value = move.rest + p.lead_own * move.own + p.lead_cards * len(move.move) + p.lead_press * move.above
    return value - gives_an_enemy_the_last_trick(situation, move) + lets_the_partner_go_out(situation, move)


def gives_an_enemy_the_last_trick(situation: Situation, move: Weighed) -> float:
    """Cost of a lead that an enemy may beat with his last cards: no solo for one card, no pair for two."""
    return situation.parameters.lead_doom * (1.0 - move.stands) if situation.may_go_out_on(move.move) else 0.0


def lets_the_partner_go_out(situation: Situation, move: Weighed) -> float:
    """Bonus for a low solo or pair when the partner has as many cards left."""
    if len(move.move) > 2 or all(situation.counts[partner] != len(move.move) for partner in situation.partners):
        return 0.0
    return situation.parameters.feed * (1.0 - move.stands)


def follow_enemy(situation: Situation, move: Weighed) -> float:
    """Following an enemy: to pass keeps the hand whole, but hands him the lead."""
    if move.move == "pass":
        return move.rest - (CERTAIN if lets_an_enemy_go_out(situation) else leaves_an_enemy_the_lead(situation))
    return move.rest + takes_the_trick(situation, move)


def lets_an_enemy_go_out(situation: Situation) -> bool:
    """Whether a pass loses for certain: the enemy will lead his last card, and nobody behind this seat minds."""
    return situation.leader is not None and situation.counts[situation.leader] == 1 and situation.last_chance


def leaves_an_enemy_the_lead(situation: Situation) -> float:
    """Cost of a pass: more, the closer to going out the one is whose combo lies there."""
    assert situation.leader is not None
    return situation.parameters.pass_cost + situation.parameters.alarm / situation.counts[situation.leader] ** 2


def takes_the_trick(situation: Situation, move: Weighed) -> float:
    """Bonus for a combo that stands, or at least leaves the next little to put down."""
    return situation.parameters.stand * move.stands + situation.parameters.press * move.above


def follow_partner(situation: Situation, move: Weighed) -> float:
    """Following the partner: leave him the trick unless it pays well to take it."""
    if move.move == "pass":
        return move.rest
    return move.rest + takes_the_trick(situation, move) - takes_it_from_the_partner(situation)


def takes_it_from_the_partner(situation: Situation) -> float:
    """Cost of beating the partner: more, the likelier his combo stands."""
    return situation.parameters.beat_partner + situation.parameters.beat_strong * situation.stands


def expected_result(value: float, parameters: Parameters) -> float:
    """What a score comes to on average: -1 for a game lost, 1 for one won, exactly 1 when that is certain."""
    if value >= CERTAIN:
        return 1.0
    return 0.999 * math.tanh((value - parameters.even) / (2.0 * parameters.spread))


def group_worth(name: str, parameters: Parameters) -> tuple[float, float]:
    """What a group is worth when nobody can beat it, and besides when it is above all unseen cards."""
    category = name.partition("/")[0]
    if category in ("solo", "pair"):
        return getattr(parameters, category), parameters.ease
    if category in ("bomb", "rocket"):
        return getattr(parameters, category), 0.0
    if category.startswith("trio") and category != "trio chain":
        return parameters.trio, 0.0
    return parameters.quad if category.startswith("quad") else parameters.chain, 0.0


def role_of(view: ClimbingView) -> str:
    """The role whose parameters apply."""
    if view.landlord is None:
        return "alone"
    behind = (view.seat - view.landlord) % len(view.counts)
    return "landlord" if behind == 0 else "up" if behind == len(view.counts) - 1 else "down"


def look_around(view: ClimbingView, stands: float, parameters: Parameters) -> Situation:
    """Who is who for the seat to move."""
    seat, counts = view.seat, view.counts
    others = [other for other in range(len(counts)) if other != seat]
    enemies = [other for other in others if not view.allied(seat, other)]
    partners = [other for other in others if view.allied(seat, other)]
    leader = None if view.last is None else view.last[0]
    return Situation(counts, leader, enemies, partners, _is_last_chance(view, leader), stands, parameters)


def _is_last_chance(view: ClimbingView, leader: int | None) -> bool:
    """Whether all seats between this one and the leader are on his side, or there is none."""
    if leader is None:
        return False
    seats = len(view.counts)
    between = [(view.seat + step) % seats for step in range(1, (leader - view.seat) % seats)]
    return all(view.allied(leader, other) for other in between)
