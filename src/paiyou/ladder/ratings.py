"""Ratings by the model of Bradley and Terry (1952), with intervals from a bootstrap over deals.

The model: A beats B with probability 1 / (1 + 10 ** ((rating of B - rating of A) / 400)), Elo's scale. The ratings are
those of the greatest likelihood, in which every pair weighs the same however many deals it played: what an agent is
rated must not depend on who was cheap to play against. Each pair is given one drawn deal besides its own, so that
whoever never lost has a finite rating.

All pairs play the same deals, so what a deal does to one pair it may do to another: the bootstrap draws deals, and
every pair counts them as often as they were drawn (Efron 1979).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import log

import numpy as np
from numpy.typing import NDArray

from paiyou.ladder.duels import Numbers, Played

ELO = 400 / log(10)
"""Points of Elo for one unit of the logistic."""
RESAMPLES = 1000
LARGEST_STEP = 2.0
"""Of Newton's method, in logistic units: far from the solution a longer step may lead away."""


def share_table(agents: Sequence[str], played: Sequence[Played], counts: Numbers | None = None) -> Numbers:
    """The share of wins of each agent (row) against each (column); NaN where the two have not met.

    `counts` is how often each deal counts.
    """
    table = np.full((len(agents), len(agents)), np.nan)
    for pair in played:
        a, b = agents.index(pair.duel.a), agents.index(pair.duel.b)
        weights = np.ones(len(pair.wins)) if counts is None else counts[: len(pair.wins)]
        share = (weights @ pair.wins + 0.5) / (weights.sum() + 1)
        table[a, b], table[b, a] = share, 1 - share
    return table


def resampled(
    agents: Sequence[str], played: Sequence[Played], *, times: int = RESAMPLES, seed: int = 0
) -> Iterator[Numbers]:
    """Tables of shares as other deals might have given them."""
    generator = np.random.default_rng(seed)
    deals = max(len(pair.wins) for pair in played)
    for _ in range(times):
        counts = np.bincount(generator.integers(deals, size=deals), minlength=deals).astype(float)
        yield share_table(agents, played, counts)


def bradley_terry(shares: Numbers, held: Mapping[int, float]) -> Numbers:
    """The ratings of greatest likelihood for a table of shares, or for each of a stack of tables.

    `held` are ratings that are given, at least one; ValueError where an agent has met none of those it is compared
    with. Newton's method on the concave log-likelihood.
    """
    tables = np.atleast_3d(shares.T).T if shares.ndim == 2 else shares
    met = ~np.isnan(tables)
    tables = np.where(met, tables, 0.5)
    number = shares.shape[-1]
    _require_connected(np.asarray(met.any(axis=0)), held)
    free = [agent for agent in range(number) if agent not in held]
    ratings = np.zeros((len(tables), number))
    for agent, rating in held.items():
        ratings[:, agent] = rating / ELO
    for _ in range(200 if free else 0):
        expected = 1 / (1 + np.exp(ratings[:, None, :] - ratings[:, :, None]))
        slope = np.where(met, tables - expected, 0.0).sum(axis=2)[:, free]
        if np.abs(slope).max() < 1e-10:
            break
        spread = np.where(met, expected * (1 - expected), 0.0)
        curvature = -spread
        curvature[:, range(number), range(number)] = spread.sum(axis=2) - spread[:, range(number), range(number)]
        step = np.linalg.solve(curvature[:, free][:, :, free], slope[:, :, None])[:, :, 0]
        ratings[:, free] += np.clip(step, -LARGEST_STEP, LARGEST_STEP)
    else:
        if free:
            raise RuntimeError("no ratings of greatest likelihood were found")
    found: Numbers = ratings * ELO
    return found[0] if shares.ndim == 2 else found


def _require_connected(met: NDArray[np.bool_], held: Mapping[int, float]) -> None:
    """Every agent must be compared with one whose rating is held, if by way of others."""
    reached = set(held)
    for _ in range(len(met)):
        reached |= {int(other) for agent in reached for other in np.flatnonzero(met[agent])}
    if len(reached) < len(met):
        raise ValueError("an agent has met none of those that it would be compared with: play more pairs")
