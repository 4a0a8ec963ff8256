"""Small games walked through: Kuhn poker, and games that are not what they must be."""

import numpy as np
import pytest

from hidden_games import Kuhn
from paiyou.theory.sequence_lp import lp_value
from paiyou.theory.tree import uniform
from paiyou.theory.walked_tree import WalkedTree


def test_kuhn_poker_has_its_sizes_and_its_value():
    tree = WalkedTree("kuhn", Kuhn())
    assert [tree.form.information_sets(player) for player in (0, 1)] == [6, 6]
    assert [tree.form.sequences(player) for player in (0, 1)] == [13, 13]
    assert tree.form.number_of_ends == 6 * 5
    value, plan = lp_value(tree)
    assert value == pytest.approx(-1 / 18, abs=1e-7)
    assert -tree.form.best_response(1, plan)[0] == pytest.approx(-1 / 18, abs=1e-7)


def test_an_information_set_is_found_by_what_the_player_knows():
    tree = WalkedTree("kuhn", Kuhn())
    for player in (0, 1):
        for number in range(6):
            at = tree.position(player, number)
            assert at.turn == player
            assert tree.find(player, at.information()) == number
            assert tree.moves(player, number) == ["p", "b"]
    with pytest.raises(ValueError, match="no choice in kuhn"):
        tree.find(0, ("K", "b"))


class OneMove(Kuhn):
    """Kuhn poker in which a queen may never bet: a move without a choice makes no information set."""

    def moves(self):
        return ["p"] if self.cards[self.turn] == "Q" else ["p", "b"]

    def play(self, move):
        return OneMove(*super().play(move))


def test_where_there_is_one_move_there_is_no_information_set():
    tree = WalkedTree("queens pass", OneMove())
    assert [tree.form.information_sets(player) for player in (0, 1)] == [4, 4]
    # Both always pass: the higher card wins one, so that nobody has an advantage.
    pass_all = [np.array([1.0] + [1.0, 0.0] * 4)] * 2
    plans = [tree.form.plan(player, pass_all[player]) for player in (0, 1)]
    assert tree.form.value(*plans) == pytest.approx(0)


def broken(**changes):
    return type("Broken", (Kuhn,), {"play": lambda self, move: type(self)(*Kuhn.play(self, move))} | changes)()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"payoffs": property(lambda _: [1, 1])}, "not zero-sum"),
        ({"payoffs": property(lambda _: [1, -1, 0])}, "must pay two players, not 3"),
        ({"chances": lambda _: [(("J", "Q"), 0.5)]}, "sum to 1"),
        ({"chances": lambda _: [(("J", "Q"), 1.0), (("J", "K"), float("nan"))]}, "sum to 1"),
        ({"chances": lambda _: [(("J", "Q"), 1.5), (("J", "K"), -0.5)]}, "probabilities"),
        ({"information": lambda at: at.cards[at.turn]}, "forgets what he knew"),
        ({"moves": lambda at: ["p", "b"] if at.cards[1] == "Q" else ["b", "p"]}, "other moves while he knows the same"),
        ({"moves": lambda _: []}, "who have a move"),
        ({"turn": property(lambda at: None if at.cards is None else 2)}, "players 0 and 1"),
    ],
)
def test_a_game_that_is_not_one_is_refused(changes, sentence):
    with pytest.raises(ValueError, match=sentence):
        WalkedTree("broken", broken(**changes))


def test_the_uniform_strategy():
    form = WalkedTree("kuhn", Kuhn()).form
    assert uniform(form, 0).tolist() == [1.0] + [0.5] * 12
