"""`state.rewound()` is the beginning of the game: its history, played from there, gives the state again."""

import random

import pytest

import paiyou
from positions import GAMES, TRICK_GAMES, reach


def assert_rewinds(state):
    begun = state.rewound()
    assert begun.history == []
    before = state.copy()
    for seat, move in state.history:
        assert begun.turn == seat
        begun.play(move)
    assert begun == state
    assert begun.payoffs == state.payoffs
    assert state == before


@pytest.mark.parametrize("name", [*GAMES, *TRICK_GAMES])
def test_the_history_from_the_beginning_gives_the_state(name):
    game = paiyou.game(name)
    for seed in range(12):
        deal = game.deal(seed)
        state, rng = deal.copy(), random.Random(seed)
        while True:
            assert_rewinds(state)
            assert state.rewound() == deal
            if state.over:
                break
            state.play(rng.choice(state.moves()))


@pytest.mark.parametrize("name", [*GAMES, *TRICK_GAMES])
def test_a_sample_is_rewound_to_a_deal_with_the_same_beginning(name):
    game = paiyou.game(name)
    for seed in range(20):
        state = reach(game, seed, 5 + 3 * seed)
        for seat in range(game.seats):
            sample = state.view(seat).sample(seed)
            assert_rewinds(sample)
            assert sample.rewound().view(seat) == game.deal(seed).view(seat)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("doudizhu", {"hands": ["34567", "45", "36677"], "turn": 1, "last": (0, "5")}),
        ("doudizhu", {"hands": ["34567", "4555", "36677"], "turn": 2, "last": (0, "8888")}),
        ("doudizhu:bidding=123", {"hands": ["3355", "789T", "358"], "bottom": "35B"}),
        ("zhengshangyou", {"hands": ["34", "5", "6677"], "turn": 2}),
        ("gongzhu", {"hands": ["SQ H2", "C2 H3", "D4 D5", "DJ CT"], "turn": 1, "exposed": "SQ"}),
        ("gongzhu", {"hands": ["SQ H2", "C2 H3", "D4 D5", "DJ"], "turn": 0, "last": (3, "CT")}),
    ],
)
def test_games_from_given_hands(name, arguments):
    game = paiyou.game(name)
    for seed in range(20):
        start = game.start(**arguments)
        state, rng = start.copy(), random.Random(seed)
        while not state.over:
            assert_rewinds(state)
            assert state.rewound() == start
            state.play(rng.choice(state.moves()))
        assert_rewinds(state)
