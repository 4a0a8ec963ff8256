"""CFR+ finds the values that are known, or that a linear program finds."""

import numpy as np
import pytest

from hidden_games import Kuhn
from paiyou.theory import exploitability, find_equilibrium
from paiyou.theory.dealt_tree import tree_of
from paiyou.theory.sequence_lp import lp_value
from paiyou.theory.tree import behaviour_of
from paiyou.theory.walked_tree import WalkedTree


def test_kuhn_poker():
    tree = WalkedTree("kuhn", Kuhn())
    found = find_equilibrium(tree, 2000)
    assert found.exploitability < 1e-4
    assert found.value == pytest.approx(-1 / 18, abs=1e-4)
    # Player 1's equilibrium is the only one; player 0's bets with the king three times as often as with the jack.
    bets = {card: found.strategy(1, tree.find(1, (card, "p")))["b"] for card in "JQK"}
    calls = {card: found.strategy(1, tree.find(1, (card, "b")))["b"] for card in "JQK"}
    assert bets == pytest.approx({"J": 1 / 3, "Q": 0, "K": 1}, abs=0.02)
    assert calls == pytest.approx({"J": 0, "Q": 1 / 3, "K": 1}, abs=0.02)
    opens = {card: found.strategy(0, tree.find(0, (card, "")))["b"] for card in "JQK"}
    assert opens["J"] <= 1 / 3 + 0.02
    assert opens["Q"] == pytest.approx(0, abs=0.02)
    assert opens["K"] == pytest.approx(3 * opens["J"], abs=0.05)


@pytest.mark.parametrize("options", ["ranks=2,hand=2", "ranks=2,hand=3", "ranks=3,hand=3", "ranks=2,hand=4"])
def test_small_minis_have_the_value_of_the_linear_program(options):
    tree = tree_of(f"mini-doudizhu:{options}")
    found = find_equilibrium(tree, 1000)
    value, plan = lp_value(tree)
    assert found.last.low - 1e-6 <= value <= found.last.high + 1e-6
    assert found.value == pytest.approx(value, abs=1e-4)
    assert -tree.form.best_response(1, plan)[0] == pytest.approx(value, abs=1e-6)


def test_the_four_card_hand_is_worth_nothing_to_either():
    tree = tree_of("four-card")
    assert lp_value(tree)[0] == pytest.approx(0, abs=1e-7)
    found = find_equilibrium(tree, 500)
    assert found.value == pytest.approx(0, abs=1e-3)
    assert found.exploitability < 1e-3
    clubs = [chance for move, chance in found.strategy(0, 0).items() if move.startswith("C")]
    assert sum(clubs) < 0.01  # whoever leads one must guess later


def test_hands_of_four():
    found = find_equilibrium("mini-doudizhu:hand=4", 128)
    assert found.exploitability < 3e-4
    assert found.value == pytest.approx(0.31695, abs=3e-4)


def test_the_steps_are_told_and_the_result_is_the_same_again():
    done = []
    found = find_equilibrium("mini-doudizhu:ranks=2,hand=3", 100, progress=done.append)
    assert sum(done) == 100
    assert [step.iterations for step in found.steps] == [1, 2, 4, 8, 16, 32, 64, 100]
    assert all(step.low <= step.high for step in found.steps)
    assert found.steps[-1].exploitability < found.steps[0].exploitability / 10
    again = find_equilibrium("mini-doudizhu:ranks=2,hand=3", 100)
    assert all(np.array_equal(*plans) for plans in zip(found.plans, again.plans, strict=True))
    early = find_equilibrium("mini-doudizhu:ranks=2,hand=3", 100, target=0.01)
    assert early.exploitability <= 0.01
    assert early.last.iterations < 100
    assert found.to_json()["steps"][-1]["exploitability"] == found.exploitability
    assert found.to_json()["information_sets"] == [145, 213]


def test_an_equilibrium_as_a_policy():
    found = find_equilibrium("mini-doudizhu:ranks=2,hand=3", 100)
    as_policy = exploitability(found.tree, found, equilibrium=found)
    assert as_policy.exploitability == pytest.approx(found.exploitability, abs=1e-12)
    assert as_policy.worst == pytest.approx((found.last.low, -found.last.high))
    assert as_policy.lost_to_equilibrium == pytest.approx(0, abs=1e-12)
    behaviours = tuple(behaviour_of(found.tree.form, player, found.plans[player]) for player in (0, 1))
    assert exploitability(found.tree, behaviours).worst == pytest.approx(as_policy.worst)
    with pytest.raises(ValueError, match="of mini-doudizhu:hand=3,ranks=2, not of mini-doudizhu:hand=2,ranks=2"):
        exploitability("mini-doudizhu:ranks=2,hand=2", found)
    with pytest.raises(ValueError, match="strategies must be a list of 2"):
        exploitability(found.tree, behaviours[:1])
    assert exploitability(found.tree, list(behaviours)).worst == pytest.approx(as_policy.worst)
    with pytest.raises(ValueError, match="samples must be 1 or more"):
        exploitability(found.tree, found, samples=0)
    with pytest.raises(ValueError, match="what find_equilibrium found"):
        exploitability(found.tree, found, equilibrium=0.76)
    for nowhere in (-1, 145, 0.5):
        with pytest.raises(ValueError, match="information set must be a number from 0 to 144"):
            found.strategy(0, nowhere)


def test_whole_numbers_of_numpy_are_whole_numbers():
    assert find_equilibrium("mini-doudizhu:ranks=2,hand=2", np.int64(3)).last.iterations == 3
    assert exploitability("mini-doudizhu:ranks=2,hand=2", "rules", samples=np.int64(2)).samples == 2


@pytest.mark.parametrize(("iterations", "target"), [(0, 0), (-1, 0), (1.5, 0), (1, -1), (1, float("nan")), (1, "0")])
def test_bad_input_is_refused(iterations, target):
    with pytest.raises(ValueError, match="must be"):
        find_equilibrium("mini-doudizhu:ranks=2,hand=2", iterations, target=target)
