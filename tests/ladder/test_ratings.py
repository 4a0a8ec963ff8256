"""Ratings: against the likelihood itself, with clones, with anchors."""

import numpy as np
import pytest
from scipy.optimize import minimize

from paiyou.ladder.duels import Duel, Played
from paiyou.ladder.nash import nash_average
from paiyou.ladder.ratings import ELO, bradley_terry, resampled, share_table


def random_shares(number, seed):
    """Some table of shares; no model made it."""
    table = np.random.default_rng(seed).uniform(0.02, 0.98, (number, number))
    table = np.triu(table, 1)
    table += np.tril(1 - table.T, -1)
    np.fill_diagonal(table, np.nan)
    return table


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("held", [{0: 0.0}, {0: 0.0, 2: 150.0}])
def test_no_ratings_are_likelier(seed, held):
    """A general optimiser, which knows the likelihood and nothing else, finds the same."""
    shares = random_shares(5, seed)
    free = [agent for agent in range(5) if agent not in held]

    def unlikelihood(ratings):
        all_ratings = np.array([held.get(agent, 0.0) for agent in range(5)]) / ELO
        all_ratings[free] = ratings
        return sum(
            shares[a, b] * np.log1p(np.exp(all_ratings[b] - all_ratings[a]))
            for a in range(5)
            for b in range(5)
            if a != b
        )

    best = minimize(unlikelihood, np.zeros(len(free)), tol=1e-12).x * ELO
    found = bradley_terry(shares, held)
    assert found[free] == pytest.approx(best, abs=0.05)
    assert {agent: found[agent] for agent in held} == held


def test_a_true_model_is_found_again():
    ratings = np.array([0.0, 120.0, 480.0, -300.0])
    shares = 1 / (1 + 10 ** ((ratings[None] - ratings[:, None]) / 400))
    np.fill_diagonal(shares, np.nan)
    assert bradley_terry(shares, {0: 0.0}) == pytest.approx(ratings, abs=1e-6)
    # Two tables at once are two tables, and pairs that never met are not needed.
    shares[1, 3] = shares[3, 1] = np.nan
    assert bradley_terry(np.stack([shares, 1 - shares]), {0: 0.0}) == pytest.approx(
        np.stack([ratings, -ratings]), abs=1e-6
    )


def test_whoever_was_compared_with_nobody_is_refused():
    shares = random_shares(4, 1)
    shares[:2, 2:] = shares[2:, :2] = np.nan
    with pytest.raises(ValueError, match="play more pairs"):
        bradley_terry(shares, {0: 0.0})


def with_clone(shares, agent):
    """The table with an agent twice; the two are even."""
    order = [*range(len(shares)), agent]
    table = shares[np.ix_(order, order)]
    table[-1, agent] = table[agent, -1] = 0.5
    np.fill_diagonal(table, np.nan)
    return table


@pytest.mark.parametrize("seed", range(8))
def test_clones_move_nothing_but_bradley_terry(seed):
    shares = random_shares(5, seed)
    weights, won = nash_average(shares)
    # Nobody does better than even against an equilibrium, and those in it do just that.
    assert won.max() == pytest.approx(0.5, abs=1e-7)
    assert won[weights > 1e-6] == pytest.approx(0.5, abs=1e-7)
    for agent in range(5):
        cloned_weights, cloned = nash_average(with_clone(shares, agent))
        assert cloned[:5] == pytest.approx(won, abs=1e-7)
        assert cloned[5] == pytest.approx(won[agent], abs=1e-7)
        assert cloned_weights[agent] + cloned_weights[5] == pytest.approx(weights[agent], abs=1e-6)
    moved = bradley_terry(with_clone(shares, 1), {0: 0.0})[:5] - bradley_terry(shares, {0: 0.0})
    assert np.abs(moved).max() > 1


def test_nobody_is_infinitely_strong():
    won = Played(Duel("g", "a", "b", 1, 10), "points", np.ones(10), np.ones(10), -np.ones(10), (0, 0))
    shares = share_table(["a", "b"], [won])
    assert shares[0, 1] == pytest.approx(10.5 / 11)
    assert np.isfinite(bradley_terry(shares, {1: 0.0})).all()


def test_intervals_hold_what_they_say():
    """Of many ladders of one truth about 95% hold it; a deal's luck is the same for all pairs."""
    truth = np.array([0.0, 100.0, 250.0])
    agents, inside, number, deals = ["a", "b", "c"], 0, 150, 300
    generator = np.random.default_rng(5)
    for _ in range(number):
        luck = generator.uniform(-0.1, 0.1, deals)
        played = []
        for a, b in ((0, 1), (0, 2), (1, 2)):
            share = 1 / (1 + 10 ** ((truth[b] - truth[a]) / 400))
            wins = (generator.random(deals) < share + luck).astype(float)
            played.append(Played(Duel("g", agents[a], agents[b], 1, deals), "points", wins, wins, wins, (0, 0)))
        tables = np.stack(list(resampled(agents, played, times=200, seed=1)))
        drawn = bradley_terry(tables, {0: 0.0})
        low, high = np.quantile(drawn, (0.025, 0.975), axis=0)
        inside += int(((low < truth) & (truth < high))[1:].sum())
    assert 0.90 < inside / (2 * number) < 0.99
