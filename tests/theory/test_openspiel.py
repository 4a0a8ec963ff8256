"""OpenSpiel as referee: exploitability and values on Kuhn and Leduc poker."""

import random

import numpy as np
import pytest

from paiyou.interop.openspiel import spiel_tree
from paiyou.theory import exploitability, find_equilibrium

pyspiel = pytest.importorskip("pyspiel")
policies = pytest.importorskip("open_spiel.python.policy")
referee = pytest.importorskip("open_spiel.python.algorithms.exploitability")


def random_policy(game, seed):
    """Any strategy of both players, moves with no chance among them."""
    rng, policy = random.Random(seed), policies.TabularPolicy(game)
    for row, legal in zip(policy.action_probability_array, policy.legal_actions_mask, strict=True):
        shares = np.array([max(0.0, rng.uniform(-0.3, 1)) for _ in row]) * legal + 1e-3 * legal
        row[:] = shares / shares.sum()
    return policy


def behaviour(tree, player, policy):
    chances = [1.0]
    for number in range(tree.form.information_sets(player)):
        at = tree.position(player, number)
        row = policy.action_probability_array[policy.state_index(at.state)]
        chances += [row[move] for move in tree.moves(player, number)]
    return np.array(chances)


@pytest.mark.parametrize(("name", "seeds"), [("kuhn_poker", 10), ("leduc_poker", 1)])
def test_exploitability_is_openspiels(name, seeds):
    game, tree = pyspiel.load_game(name), spiel_tree(name)
    for policy in [policies.TabularPolicy(game), *(random_policy(game, seed) for seed in range(seeds))]:
        ours = exploitability(tree, tuple(behaviour(tree, player, policy) for player in (0, 1)))
        assert ours.exploitability == pytest.approx(referee.exploitability(game, policy), abs=1e-6)
        assert ours.nash_conv == pytest.approx(referee.nash_conv(game, policy), abs=1e-6)


@pytest.mark.parametrize(("name", "value"), [("kuhn_poker", -1 / 18), ("leduc_poker", -0.0856064)])
def test_cfr_finds_the_known_value_and_openspiel_agrees_how_good_it_is(name, value):
    tree = spiel_tree(name)
    found = find_equilibrium(tree, 1000)
    assert found.last.low - 1e-6 <= value <= found.last.high + 1e-6
    assert found.exploitability < 5e-4
    game = pyspiel.load_game(name)
    policy = policies.TabularPolicy(game)
    for player in (0, 1):
        for number in range(tree.form.information_sets(player)):
            row = policy.action_probability_array[policy.state_index(tree.position(player, number).state)]
            for move, chance in found.strategy(player, number).items():
                row[move] = chance
    assert referee.exploitability(game, policy) == pytest.approx(found.exploitability, abs=1e-6)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("kuhn", "unknown game of OpenSpiel"),
        ("matrix_rps", "not played in turn"),
        ("kuhn_poker(players=3)", "not a zero-sum game of two players"),
        ("bargaining", "not a zero-sum game of two players"),
    ],
)
def test_games_that_are_none_of_these_are_refused(name, sentence):
    with pytest.raises(ValueError, match=sentence):
        spiel_tree(name)
