"""Who is allied: the family's rule in Python is the core's."""

import random

import pytest

import paiyou

GAMES = ["doudizhu", "doudizhu:bidding=123", "mini-doudizhu", "zhengshangyou", "gongzhu", "gongzhu:partners=on"]


@pytest.mark.parametrize("name", GAMES)
def test_the_family_and_the_core_agree_from_the_deal_to_the_end(name):
    game = paiyou.game(name)
    for seed in range(5):
        state, rng = game.deal(seed), random.Random(seed)
        while not state.over:
            view = state.view(state.turn)
            landlord = getattr(view, "landlord", None)
            for seat in range(game.seats):
                for other in range(game.seats):
                    assert view.allied(seat, other) == game.family.allied(game.spec, seat, other, landlord)
            state.play(rng.choice(state.moves()))
