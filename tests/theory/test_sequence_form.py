"""Plans, expected results and best responses on the sequence form, against plain recursion; and what it refuses."""

import random
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import paiyou
from hidden_games import Kuhn, best_value, deals_of, expected
from paiyou._core import CfrPlus, SequenceForm
from paiyou.theory import exploitability
from paiyou.theory.dealt_tree import tree_of
from paiyou.theory.tree import behaviour_of, likeliest, uniform
from paiyou.theory.walked_tree import WalkedTree

MINI = paiyou.game("mini-doudizhu:ranks=2,hand=3")
TREE = tree_of(MINI)


def policy_of(seed):
    """A policy that mixes at random, some moves never: a function of the view alone."""

    def policy(view):
        rng, moves = random.Random(f"{seed} {view.key.hex()}"), view.moves()
        shares = [max(0.0, rng.uniform(-0.5, 1)) for _ in moves]
        shares[rng.randrange(len(moves))] += 0.1
        return dict(zip(moves, (share / sum(shares) for share in shares), strict=True))

    return policy


def behaviour(tree, player, policy):
    chances = [1.0]
    for number in range(tree.form.information_sets(player)):
        chances += policy(tree.view(player, number)).values()
    return np.array(chances)


@given(st.integers(), st.integers())
def test_results_and_best_responses_are_those_of_plain_recursion(seed, other):
    policies = [policy_of(seed), policy_of(other)]
    behaviours = [behaviour(TREE, player, policies[player]) for player in (0, 1)]
    plans = [TREE.form.plan(player, behaviours[player]) for player in (0, 1)]
    deals = deals_of(MINI)
    assert TREE.form.value(*plans) == pytest.approx(expected(deals, policies), abs=1e-9)
    best = [best_value(deals, player, policies[1 - player]) for player in (0, 1)]
    for player in (0, 1):
        value, plan = TREE.form.best_response(player, plans[1 - player])
        assert value == pytest.approx(best[player], abs=1e-9)
        # The plan that is returned does get it.
        pair = (plan, plans[1]) if player == 0 else (plans[0], plan)
        assert TREE.form.value(*pair) * (1 - 2 * player) == pytest.approx(value, abs=1e-9)
    found = exploitability(TREE, tuple(behaviours))
    assert found.nash_conv == pytest.approx(sum(best), abs=1e-9)
    assert found.exploitability >= 0


@given(st.integers(), st.sampled_from([0, 1]))
def test_a_plan_and_its_strategy_are_the_same(seed, player):
    form = TREE.form
    plan = form.plan(player, behaviour(TREE, player, policy_of(seed)))
    assert plan[0] == 1
    back = behaviour_of(form, player, plan)
    assert form.plan(player, back) == pytest.approx(plan)
    # What a plan sends into an information set comes out of it.
    firsts, parents = form.firsts(player), form.parents(player)
    assert np.add.reduceat(plan, firsts[:-1]) == pytest.approx(plan[parents])


def test_the_likeliest_moves():
    form = WalkedTree("kuhn", Kuhn()).form
    mixed = np.array([1.0] + [0.3, 0.7] * 3 + [0.5, 0.5] * 2 + [1, 0])
    assert likeliest(form, 0, form.plan(0, mixed)).tolist() == [1.0] + [0, 1] * 3 + [1, 0] * 3


def sides(*parts):
    return [(np.array(parents, np.int32), np.array(moves, np.int32)) for parents, moves in parts]


ONE = ([0], [2])
ENDS = (np.array([1, 2], np.int32), np.array([1, 2], np.int32), np.array([1.0, -1.0]))


def test_matching_pennies_by_hand():
    both = (np.array([1, 1, 2, 2], np.int32), np.array([1, 2, 1, 2], np.int32), np.array([1.0, -1.0, -1.0, 1.0]))
    form = SequenceForm(sides(ONE, ONE), *both)
    assert form.number_of_ends == 4
    heads, even = np.array([1.0, 1, 0]), np.array([1.0, 0.5, 0.5])
    assert form.best_response(1, form.plan(0, heads))[0] == 1
    assert form.best_response(1, form.plan(0, even))[0] == 0
    assert form.best_response(0, form.plan(1, heads))[1].tolist() == [1, 1, 0]
    first, second, payoff = form.ends()
    assert sorted(zip(first, second, payoff, strict=True)) == [(1, 1, 1), (1, 2, -1), (2, 1, -1), (2, 2, 1)]
    cfr = CfrPlus(form)
    assert cfr.average(0).tolist() == even.tolist()
    cfr.iterate(10)
    assert cfr.iterations == 10


@pytest.mark.parametrize(
    ("parts", "ends", "sentence"),
    [
        ((ONE,), ENDS, "two players"),
        ((([1], [2]), ONE), ENDS, "after their parents"),
        ((([-1], [2]), ONE), ENDS, "after their parents"),
        ((([0], [0]), ONE), ENDS, "has a move"),
        ((([0], [2, 2]), ONE), ENDS, "a parent and a number of moves"),
        ((([0, 0], [2**31 - 2, 2]), ONE), ENDS, "too many sequences"),
        ((ONE, ONE), (ENDS[0], ENDS[1][:1], ENDS[2]), "every end has"),
        ((ONE, ONE), (np.array([1, 3], np.int32), ENDS[1], ENDS[2]), "does not exist"),
        ((ONE, ONE), (ENDS[0], ENDS[1], np.array([1.0, np.nan])), "finite"),
        ((ONE, ONE), (ENDS[0], ENDS[1], np.array([1.0, 1e39])), "finite"),
    ],
)
def test_a_form_that_is_none_is_refused(parts, ends, sentence):
    with pytest.raises(ValueError, match=sentence):
        SequenceForm(sides(*parts), *ends)


def test_threads_take_turns():
    form = tree_of("mini-doudizhu:hand=3").form  # of other sizes for each player
    alone, shared = CfrPlus(form), CfrPlus(form)
    alone.iterate(800)
    with ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(shared.iterate, 200) for _ in range(4)]:
            done.result()
    assert shared.iterations == 800
    assert np.array_equal(shared.average(0), alone.average(0))


def test_strategies_that_are_none_are_refused():
    form = WalkedTree("kuhn", Kuhn()).form
    right = uniform(form, 0)
    with pytest.raises(ValueError, match="a strategy of player 0 has 13 numbers"):
        form.plan(0, right[:-1].copy())
    with pytest.raises(ValueError, match="there is no player 2"):
        form.plan(2, right)
    for wrong, sentence in ((np.nan, "from 0 to 1"), (-0.5, "from 0 to 1"), (0.7, "sum to 1.2")):
        changed = right.copy()
        changed[1] = wrong
        with pytest.raises(ValueError, match=sentence):
            form.plan(0, changed)
    with pytest.raises(ValueError, match="a plan of player 1 has 13"):
        form.best_response(0, right[1:].copy())
