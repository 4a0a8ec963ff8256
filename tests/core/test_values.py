"""States, views and what else users hold are values: they copy, compare and print."""

import copy
import pickle
from collections import Counter

import numpy as np
import pytest

import paiyou
from paiyou.games.features import LAYOUTS
from positions import GAMES, TRICK_GAMES, reach


@pytest.mark.parametrize("name", [*GAMES, *TRICK_GAMES])
def test_copies_are_equal_and_go_their_own_way(name):
    state = reach(paiyou.game(name), 2, 2)
    view = state.view(1)
    for twin in (state.copy(), copy.copy(state), copy.deepcopy(state)):
        assert twin == state
        assert twin is not state
        twin.play(twin.moves()[-1])
        assert twin != state
    for twin in (view.copy(), copy.copy(view), copy.deepcopy(view)):
        assert twin == view
        assert twin.sample(3) == view.sample(3)


def test_a_state_changes_and_has_no_hash():
    with pytest.raises(TypeError, match=r"unhashable type: .*ClimbingState"):
        hash(paiyou.game("doudizhu").deal(1))


@pytest.mark.parametrize("name", ["doudizhu", "gongzhu"])
def test_equal_views_have_one_hash(name):
    game = paiyou.game(name)
    views = [reach(game, seed, plies).view(seat) for seed in (1, 2) for plies in (3, 4) for seat in range(game.seats)]
    counted = Counter(views + [view.copy() for view in views])
    assert set(counted.values()) == {2}
    assert len(counted) == len(views)


@pytest.mark.parametrize(
    ("name", "arguments", "moves", "printed", "seen"),
    [
        (
            "doudizhu",
            {"hands": ["3445", "66", "7"]},
            ["44"],
            "<doudizhu: 35 / 66 / 7; seat 1 to play on 44 of seat 0>",
            "<doudizhu as seat 1 sees it: 2 cards / 66 / 1 card; seat 1 to play on 44 of seat 0>",
        ),
        (
            "doudizhu",
            {"hands": ["3", "66", "7"]},
            ["3"],
            "<doudizhu: - / 66 / 7; over, payoffs 4 -2 -2>",
            "<doudizhu as seat 1 sees it: 0 cards / 66 / 1 card; over>",
        ),
        (
            "gongzhu",
            {"hands": ["SQ H2", "C2 H3", "D4 D5", "DJ CT"], "exposed": "SQ"},
            ["H2"],
            "<gongzhu: SQ / H3 C2 / D4 D5 / CT DJ; seat 1 to play on H2>",
            "<gongzhu as seat 1 sees it: 1 card / H3 C2 / 2 cards / 2 cards; seat 1 to play on H2>",
        ),
    ],
)
def test_they_print_for_people(name, arguments, moves, printed, seen):
    state = paiyou.game(name).start(**arguments)
    for move in moves:
        state.play(move)
    assert repr(state) == str(state) == printed
    assert repr(state.view(1)) == str(state.view(1)) == seen


def test_calls_and_exposures_print_too():
    state = paiyou.game("doudizhu:bidding=123").deal(3)
    assert repr(state).endswith(f"; seat {state.turn} to bid>")
    while not state.over:
        state.play("bid 0")
    assert repr(state).endswith("; redeal>")
    exposing = paiyou.game("gongzhu").deal(3)
    assert repr(exposing.view(0)).endswith(f"; seat {exposing.turn} to expose>")


def test_an_encoder_comes_back():
    game = paiyou.game("doudizhu")
    encoder = game.encoder()
    assert repr(encoder) == "<encoder of doudizhu>"
    view = game.deal(1).view(0)
    for twin in (pickle.loads(pickle.dumps(encoder)), copy.copy(encoder), copy.deepcopy(encoder)):
        for ours, theirs in zip(encoder.encode(view), twin.encode(view), strict=True):
            assert np.array_equal(ours, theirs)
    with pytest.raises(TypeError, match="a decision is a ClimbingView or a ClimbingState"):
        encoder.encode(paiyou.game("gongzhu").deal(1))
    assert encoder.__getstate__()[1] == {"layout": LAYOUTS["douzero"]}


def test_a_weigher_comes_back():
    game = paiyou.game("doudizhu")
    groups = [(1.0, 0.5)] * len(game.spec.table.groups)
    weigher = game.core.weigher(groups, 1.0, 0.5, 0.25, 2.0)
    assert repr(weigher) == "<weigher of doudizhu>"
    view = game.deal(1).view(0)
    for twin in (pickle.loads(pickle.dumps(weigher)), copy.copy(weigher)):
        assert twin.weigh(view) == weigher.weigh(view)
        assert twin.strength(view) == weigher.strength(view)


def test_a_solution_comes_back_and_prints():
    solution = paiyou.solve(paiyou.game("doudizhu").start(["3334", "2", "55"]))
    assert pickle.loads(pickle.dumps(solution)) == copy.deepcopy(solution) == solution
    assert repr(solution).startswith("Solution(winner=0, moves=[")
