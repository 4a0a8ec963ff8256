"""Faults of kickers by hand."""

import pytest

import paiyou
from paiyou.games.kicker_faults import KickerFaults

DOUZERO = paiyou.game("doudizhu:douzero")
KICKERS = KickerFaults(DOUZERO.spec)


def faults(hand, move, others=("AA22", "AA22")):
    """The kicker faults of a move of the landlord, with better moves."""
    view = DOUZERO.start([hand, *others]).view(0)
    assert move in view.moves()
    return KICKERS.faults(view.hand, move, view.moves())


@pytest.mark.parametrize(
    ("hand", "move", "found"),
    [
        # Both jokers as kickers of a quad or a plane.
        ("4444789BR", "4444BR", {"rocket", "bomb"}),
        ("333444BRQQQ", "333444BR", {"rocket"}),  # no other two kickers split nothing
        ("333444BRQK", "333444BR", {"rocket", "bomb"}),
        ("333444BR", "333444BR", set()),  # it goes out with them
        ("333444BRQ", "333444BR", {"rocket"}),
        ("333444B8Q", "333444QB", set()),  # one joker without the other is a card like any other
        ("3334BR", "333R", {"bomb"}),  # the rocket is split
        # A bomb split for a kicker, or given away whole.
        ("33344445", "3334", {"bomb"}),
        ("33344445", "3335", set()),
        ("33344455", "3334", set()),  # no bomb anywhere
        ("333444455", "33344", {"bomb"}),
        ("333444455", "3334", set()),  # every other solo kicker splits a pair
        ("333444456789T", "3334", set()),  # all the others are in a chain
        ("333444456789TQ", "3334", {"bomb"}),  # but not the queen
        ("3334444", "3334", set()),  # nothing else is left
        ("333355567", "3555", {"bomb"}),
        ("3333444T", "3333", set()),  # no kickers
        ("33334569", "333356", set()),  # a bomb may carry kickers, 456 is no chain
        ("33335555QK", "333355", {"bomb"}),
        ("33335555QK", "3333QK", set()),
        ("335555666777QQ", "33666777QQ", set()),  # these pairs split nothing
        ("335555666777QQ", "3355666777", {"bomb"}),
        ("333345556667778889JK", "3333555666777888", {"bomb"}),  # given away whole
        ("333777788", "33388", set()),
    ],
)
def test_faults_of_kickers(hand, move, found):
    assert set(faults(hand, move)) == found


def test_the_better_move_is_named():
    assert faults("33344445", "3334") == {"bomb": "3335"}
    assert faults("333444BRQK", "333444BR") == {"rocket": "", "bomb": "333444QK"}


def test_answers_are_judged_like_leads():
    view = DOUZERO.start(["44455556", "789TJ", "QQK"], turn=0, last=(2, "3337")).view(0)
    for move, found in (("4445", {"bomb": "4446"}), ("4446", {}), ("pass", {})):
        assert KICKERS.faults(view.hand, move, view.moves()) == found
