"""Ratings by Glicko-2 (Glickman 2012) on the scale of the ladders, where the game's rule player has 1000.

Every game is a rating period of its own. A side is as strong as the mean of its members, as the ladder measures it:
there an agent plays a whole side. So one of two partners decides half of what his side is worth, and what he plays
against is as strong as the other side twice, less his partner; that he decides only half makes the result tell less,
which is what a large deviation of an opponent says in Glicko-2. Where a seat wins less than half among equals, as a
landlord who was not chosen by an auction does, what it plays against counts as so much stronger.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, log10, pi, sqrt

from glicko2.math import mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi, update_rating

LEVEL_DEVIATION = 20.0
"""Of an agent's rating: about the interval of the shipped ladders."""
PUZZLE_BASE, PUZZLE_STEP = 600.0, 50.0
"""A puzzle's rating from its difficulty: easy ones have some 850, hard ones 1200 and more."""
PUZZLE_DEVIATION = 50.0
SCALE = 400.0
"""So much more is worth odds of ten to one."""


@dataclass(frozen=True)
class Rating:
    """What is known of somebody's strength."""

    value: float
    deviation: float
    volatility: float = 0.06

    def after(self, games: Sequence[tuple[float, float, float]]) -> Rating:
        """The rating after games at once, each with the opponent's rating and deviation and the own score, 0 to 1."""
        scaled = [(rating_to_mu(value), rd_to_phi(deviation), score) for value, deviation, score in games]
        new = update_rating(rating_to_mu(self.value), rd_to_phi(self.deviation), self.volatility, scaled)
        return Rating(mu_to_rating(new.mu), phi_to_rd(new.phi), new.sigma)


START = Rating(900.0, 350.0)
"""Of somebody of whom nothing is known: between the levels beginner and steady."""


def opposing(others: Sequence[Rating], partners: Sequence[Rating] = (), even: float = 0.5) -> tuple[float, float]:
    """What one plays against, as rating and deviation: the other side, with these partners on the own one.

    `even` is the score that the own seat has among equals.
    """
    size = 1 + len(partners)
    harder = SCALE * log10((1 - even) / even)
    value = size * (sum(one.value for one in others) / len(others) + harder) - sum(one.value for one in partners)
    # g(deviation) is 1 / size: so much of the difference of the sides is one's own.
    shared = pi * sqrt((size**2 - 1) / 3)
    unsure = hypot(*(size / len(others) * one.deviation for one in others), *(one.deviation for one in partners))
    return value, hypot(unsure, phi_to_rd(shared))


def puzzle_rating(difficulty: float) -> float:
    """What a puzzle counts as."""
    return PUZZLE_BASE + PUZZLE_STEP * difficulty
