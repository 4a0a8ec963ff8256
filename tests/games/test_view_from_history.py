"""A view built from a hand and a history is the view of the game they came from."""

import random

import pytest

import paiyou
from paiyou.games.view_from_history import read_history, view_of
from positions import GAMES, TRICK_GAMES


@pytest.mark.parametrize("name", GAMES + TRICK_GAMES)
def test_views_are_rebuilt(name):
    game = paiyou.game(name)
    rng = random.Random(name)
    for seed in range(8):
        state = game.deal(seed)
        while not state.over:
            view = state.view(state.turn)
            bidding = getattr(view, "bidding", False)
            bottom = view.public if name.startswith("doudizhu") and not bidding else ""
            typed = ", ".join(f"{seat}:{move}" for seat, move in view.history)
            again = view_of(game, view.seat, view.hand, read_history(typed), bottom)
            for what in ("seat", "turn", "hand", "counts", "history", "last", "public", "unseen"):
                assert getattr(again, what) == getattr(view, what), what
            assert again.moves() == view.moves()
            state.play(rng.choice(state.moves()))


def test_a_history_is_written_as_people_type_it():
    assert read_history(" 0:33,1:pass , 2:expose SQ HA") == [(0, "33"), (1, "pass"), (2, "expose SQ HA")]
    assert read_history("") == []
    with pytest.raises(ValueError, match="SEAT:MOVE"):
        read_history("33 44")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((0, "333333"), "which the deck has no more of"),
        ((0, "345"), "seat 0 must hold 20 cards after this history, not 3"),
        ((3, "345"), "seat must be 0 to 2, not 3"),
        ((1, "3456789TJQKA2BR33", [(7, "44")]), "names seat 7"),
        ((1, "3456789TJQKA2BR33", [(0, "44"), (2, "55")]), "when it is seat 1's turn"),
        ((1, "3456789TJQKA2BR33", [(0, "4Z")]), "which the deck has no more of"),
        ((1, "3456789TJQKA2BR33", [(0, "44")], "BRZ"), "which the deck has not"),
    ],
)
def test_what_cannot_be_is_refused(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        view_of(paiyou.game("doudizhu"), *arguments)
