"""States and views of trick games: what is shown, what is hidden, and games from given hands."""

import copy
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import paiyou

names = st.sampled_from(["gongzhu", "gongzhu:expose=off", "gongzhu:must_lead_c2=on", "four-card"])
seeds = st.integers(0, 2**64 - 1)
depths = st.integers(0, 60)
GONGZHU = paiyou.game("gongzhu")


def reach(name, seed, depth):
    rng = random.Random(seed)
    state = paiyou.game(name).deal(seed)
    for _ in range(depth):
        if not state.over:
            state.play(rng.choice(state.moves()))
    return state


@given(names, seeds, depths)
def test_a_view_tells_what_the_seat_sees(name, seed, depth):
    state = reach(name, seed, depth)
    for seat in range(paiyou.game(name).seats):
        view = state.view(seat)
        assert (view.seat, view.turn, view.exposing) == (seat, state.turn, state.exposing)
        assert view.hand == state.hands[seat]
        assert view.counts == [len(hand) for hand in state.hands]
        assert (view.history, view.trick, view.last) == (state.history, state.trick, state.last)
        assert (view.exposed, view.taken, view.points) == (state.exposed, state.taken, state.points)
        assert view.moves() == (state.moves() if seat == state.turn else [])
        hidden = [card for other, hand in enumerate(state.hands) if other != seat for card in hand] + state.bottom
        assert sorted(view.unseen) == sorted(hidden)
        assert all(set(known) <= set(hand) for known, hand in zip(view.known, state.hands, strict=True))
        for suits, hand in zip(view.voids, state.hands, strict=True):
            assert not any(card[0] in suits for card in hand)
        assert sorted(view.public) == sorted(card for known in view.known for card in known)


@given(names, seeds, depths, seeds)
def test_a_view_does_not_change_when_hidden_cards_are_swapped(name, seed, depth, other_seed):
    state = reach(name, seed, depth)
    for seat in range(paiyou.game(name).seats):
        view = state.view(seat)
        assert view.sample(other_seed).view(seat) == view


@given(names, seeds, depths)
def test_copies_are_values(name, seed, depth):
    state = reach(name, seed, depth)
    for twin in (state.copy(), copy.copy(state), copy.deepcopy(state)):
        assert twin == state
        if not state.over:
            twin.play(twin.moves()[0])
            assert twin != state
    with pytest.raises(TypeError):
        hash(state)


def test_payoffs_come_at_the_end_and_points_before():
    state = reach("gongzhu", 3, 55)
    assert state.payoffs is None
    assert state.winner is None
    state.play(state.moves()[0])
    assert state.over
    assert not state.redeal
    assert state.payoffs == state.points
    assert state.moves() == []
    with pytest.raises(ValueError, match="the game is over"):
        state.play("SQ")


def test_the_winner_is_the_one_top_scorer():
    found = set()
    for seed in range(300):
        state = reach("gongzhu", seed, 60)
        best = max(state.payoffs)
        if state.payoffs.count(best) == 1:
            assert state.winner == state.payoffs.index(best)
        else:
            assert state.winner is None
        found.add(state.winner)
    assert found == {0, 1, 2, 3, None}


def test_started_games():
    state = GONGZHU.start(["H2", ["S2", "H3"], "S3 H4", "S4 H5"], turn=1, last=(0, "SA"))
    assert state.trick == [(0, "SA")]
    assert state.last == (0, "SA")
    assert state.turn == 1
    assert state.moves() == ["S2"]
    for card in ("S2", "S3", "S4"):
        state.play(card)
    assert state.turn == 0
    assert state.tricks == [1, 0, 0, 0]
    assert sorted(state.taken[0]) == ["S2", "S3", "S4", "SA"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"hands": ["SQ", "S2", "S3"]}, "hands must be a list of 4, one for each seat, not of 3"),
        ({"hands": ["SQ", "S2", "S3", "SQ"]}, "the hand of seat 3 has SQ, which is used already"),
        ({"hands": ["SQ", "S2", "S3", "S4 S5"]}, "the hand of seat 3 has 2 cards; beside the others it must have 1"),
        ({"hands": ["SQ", "S2", "S3", "X4"]}, "'X4' is not a card of this game"),
        ({"hands": ["SQ", "S2", "S3", "S4"], "turn": 4}, "there is no seat 4"),
        ({"hands": ["SQ", "S2", "S3", "S4"], "last": (2, "SA")}, "last must be a card led by the seat just before"),
        ({"hands": ["SQ", "S2", "S3", "S4"], "bottom": "SA"}, "bottom has 1 cards; this game leaves 0"),
        ({"hands": ["SQ", "S2", "S3", "S4"], "exposed": ["S2"]}, "'S2' cannot be exposed"),
        ({"hands": ["SQ", "S2", "S3", "S4"], "exposed": "SQ SQ"}, "exposed names SQ twice"),
        ({"hands": ["", "", "", ""]}, "seat 0 is to move and has no cards"),
        ({"hands": "SQ S2 S3 S4"}, "hands must be a list of 4 hands"),
        ({"hands": [1, 2, 3, 4]}, "hands are strings"),
    ],
)
def test_wrong_starts_are_explained(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        GONGZHU.start(**arguments)


def test_climbing_games_take_no_exposures():
    with pytest.raises(ValueError, match="nothing is exposed in doudizhu; leave exposed out"):
        paiyou.game("doudizhu").start(["3", "4", "5"], exposed=["SQ"])
