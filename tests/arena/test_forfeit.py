import random

import pytest

import paiyou
from paiyou.arena.forfeit import forfeit_payoffs
from positions import GAMES, TRICK_GAMES, reach


def test_a_side_loses_the_stake_as_it_stands():
    game = paiyou.game("doudizhu")
    state = game.start(["33334", "5555", "66667"])
    assert forfeit_payoffs(game, state, 0) == [-2, 1, 1]
    assert forfeit_payoffs(game, state, 1) == forfeit_payoffs(game, state, 2) == [2, -1, -1]
    state.play("3333")
    assert forfeit_payoffs(game, state, 1) == [4, -2, -2]


def test_before_there_is_a_landlord_the_seat_pays_each_other():
    game = paiyou.game("doudizhu:bidding=123")
    assert forfeit_payoffs(game, game.deal(1), 1) == [1, -2, 1]
    state = game.deal(1)
    state.play("bid 3")
    landlord = state.landlord
    assert forfeit_payoffs(game, state, landlord)[landlord] == -6
    mini = paiyou.game("mini-doudizhu")
    assert forfeit_payoffs(mini, mini.deal(1), 0) == [-1, 1]


def test_cards_left_are_paid_to_each():
    game = paiyou.game("zhengshangyou")
    assert forfeit_payoffs(game, game.start(["34", "5", "6"]), 0) == [-4, 2, 2]


def test_the_worst_of_the_tricks():
    gongzhu, four_card = paiyou.game("gongzhu"), paiyou.game("four-card")
    assert forfeit_payoffs(gongzhu, gongzhu.deal(1), 2) == [0, 0, -300, 0]
    assert forfeit_payoffs(four_card, four_card.deal(1), 1) == [2, -2]


@pytest.mark.parametrize("name", [*GAMES, *TRICK_GAMES])
def test_no_seat_gains_by_failing(name):
    """A forfeit is never better than the worst of the other seats, and costs something."""
    game = paiyou.game(name)
    rng = random.Random(1)
    for seed in range(20):
        state = reach(game, seed, rng.randrange(20))
        if state.over:
            continue
        payoffs = forfeit_payoffs(game, state, state.turn)
        assert payoffs[state.turn] == min(payoffs)
        assert payoffs[state.turn] < 0
