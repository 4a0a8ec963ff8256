"""Nash averaging: ratings that clones cannot move (Balduzzi, Tuyls, Perolat, Graepel: Re-evaluating Evaluation, 2018).

The agents are the moves of a game of two who each send one to play: what the row wins is its share of wins less a
half. Nobody gains by a copy of an agent in that game, so an equilibrium shares the weight of an agent among its copies,
and what everyone wins against the equilibrium stays as it is. That share is the rating: a half for agents of the
equilibrium, less for all others. Bradley-Terry ratings move, since a copy adds games against one kind of opponent.
"""

from __future__ import annotations

import numpy as np

from paiyou.ladder.duels import Numbers
from paiyou.theory.zero_sum import solve_zero_sum


def nash_average(shares: Numbers) -> tuple[Numbers, Numbers]:
    """The weight of every agent in the equilibrium, and its share of wins against it; from a full table of shares."""
    wins = np.where(np.eye(len(shares), dtype=bool), 0.5, shares)
    weights = solve_zero_sum(wins - wins.T).row
    return weights, wins @ weights
