"""The measures of matches: what they are called and what they are. What a game counts in each its family says.

Every measure is kept as a sum and a number of values per deal, so that its mean and interval follow by deal groups.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from paiyou.arena.outcome import Outcome
from paiyou.arena.seating import Seating
from paiyou.games.family import ARENA
from paiyou.games.game import Game
from paiyou.games.protocol import State

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
    "difference": Measure("difference", "points of the own pair less those of the other, per game"),
    "cards_left": Measure("cards left", "cards per seat when another agent wins"),
    "positive": Measure("points > 0", "share of seats with more than 0 points"),
    "reward": Measure("reward", "4 x own points less all, / 100, per seat and game (Table 6 of Wu et al. 2022)"),
    "positive_reward": Measure("reward > 0", "share of seats with a reward above 0 (the win rate of Wu et al. 2022)"),
}
"""By their names in results."""


def measure(game: Game, seating: Seating, outcome: Outcome, player: int) -> Values:
    """All measures of one game for one agent."""
    return game.family.part(ARENA).measure(game, seating, outcome, player)


def win_shares(game: Game, seating: Seating, outcome: Outcome) -> list[float]:
    """What each seat has of the win."""
    return game.family.part(ARENA).win_shares(game, seating, outcome)


def unit_of(game: Game) -> str:
    """What the points of a game are counted in."""
    return game.family.part(ARENA).unit(game)


def forfeit_payoffs(game: Game, state: State, seats: Sequence[int]) -> list[int]:
    """The payoffs of a game that ends here because the agent in these seats has failed."""
    return game.family.part(ARENA).forfeit(game, state, seats)
