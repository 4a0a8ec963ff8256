"""What a game counts for each agent, and how it is reported: win shares, points, cards left, rewards.

Every measure is kept as a sum and a number of values per deal, so that its mean and interval follow by deal groups.
"""

from __future__ import annotations

from dataclasses import dataclass

from paiyou.arena.seating import Seating, seats_of
from paiyou.arena.table import Outcome
from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.game import Game
from paiyou.games.trick_spec import TrickSpec

Values = dict[str, tuple[float, float]]
"""Measures of one agent in one game: the sum of the values and their number."""


@dataclass(frozen=True)
class Measure:
    """How a measure is called and what it is."""

    title: str
    unit: str


MEASURES = {
    "wp": Measure("WP", "share of games won"),
    "adp": Measure("ADP", ""),
    "points": Measure("points", "points per seat and game"),
    "cards_left": Measure("cards left", "cards per seat when another agent wins"),
    "positive": Measure("points > 0", "share of seats with more than 0 points"),
    "reward": Measure("reward", "4 x own points less all points, / 100 (paper 004), per seat and game"),
    "positive_reward": Measure("reward > 0", "share of seats with a reward above 0 (paper 004's win rate)"),
}
"""By their names in results."""


def measure(game: Game, seating: Seating, outcome: Outcome, player: int) -> Values:
    """All measures of one game for one agent."""
    kind = kind_of(game)
    return {"stake": _by_stake, "cards": _by_cards, "tricks": _by_tricks}[kind](game, seating, outcome, player)


def unit_of(game: Game) -> str:
    """What the points of a game are counted in."""
    if isinstance(game.spec, TrickSpec) or game.spec.score.kind == "cards":
        return MEASURES["points"].unit
    if game.spec.score.landlord_factor == 2:
        return "points per game of the agent's side, landlord's base 2"
    return "points per game, 1 for a win"


def kind_of(game: Game) -> str:
    """How a game is paid: by stake, by cards left, by tricks."""
    return game.spec.score.kind if isinstance(game.spec, ClimbingSpec) else "tricks"


def win_shares(game: Game, seating: Seating, outcome: Outcome) -> list[float]:
    """What each seat has of the win: both peasants win whole; where everyone plays for himself the shares make 1.

    Whoever forfeits has no share, in any of its seats.
    """
    kind = kind_of(game)
    if kind == "stake":  # after a redeal nobody has won or lost
        return [0.5 if payoff == 0 else float(payoff > 0) for payoff in outcome.payoffs]
    winner = outcome.state.winner
    if kind == "cards" and outcome.forfeit is None:
        return [float(seat == winner) for seat in range(game.seats)]
    failed = None if outcome.forfeit is None else seating[outcome.forfeit.seat]
    others = [seat for seat in range(game.seats) if seating[seat] != failed]
    best = max(outcome.payoffs[seat] for seat in others)
    winners = [seat for seat in others if outcome.payoffs[seat] == best]
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(game.seats)]


def _mean(values: list[float], seats: list[int]) -> float:
    return sum(values[seat] for seat in seats) / len(seats)


def _by_stake(game: Game, seating: Seating, outcome: Outcome, player: int) -> Values:
    own, wins = seats_of(seating, player), win_shares(game, seating, outcome)
    share = _mean(wins, own)
    if len(set(seating)) == 2:
        # With an auction both agents may sit on one side; taken this way, equals still average a half.
        others = [seat for seat in range(game.seats) if seat not in own]
        share = 0.5 + (share - _mean(wins, others)) / 2
    return {"wp": (share, 1), "adp": (sum(outcome.payoffs[seat] for seat in own), 1)}


def _by_cards(game: Game, seating: Seating, outcome: Outcome, player: int) -> Values:
    own = seats_of(seating, player)
    won = sum(win_shares(game, seating, outcome)[seat] for seat in own)
    lost = len(own) if won == 0 and outcome.forfeit is None else 0
    left = sum(len(outcome.state.hands[seat]) for seat in own) if lost else 0
    return {
        "wp": (won, 1),
        "points": (sum(outcome.payoffs[seat] for seat in own), len(own)),
        "cards_left": (left, lost),
    }


def _by_tricks(game: Game, seating: Seating, outcome: Outcome, player: int) -> Values:
    own, payoffs = seats_of(seating, player), outcome.payoffs
    values: Values = {
        "wp": (sum(win_shares(game, seating, outcome)[seat] for seat in own), 1),
        "points": (sum(payoffs[seat] for seat in own), len(own)),
    }
    if isinstance(game.spec, TrickSpec) and any(game.spec.score.points):  # as in Gongzhu
        rewards = [(game.seats * payoff - sum(payoffs)) / 100 for payoff in payoffs]
        values |= {
            "positive": (sum(payoffs[seat] > 0 for seat in own), len(own)),
            "reward": (sum(rewards[seat] for seat in own), len(own)),
            "positive_reward": (sum(rewards[seat] > 0 for seat in own), len(own)),
        }
    return values
