from itertools import permutations, product

import pytest

import paiyou
from paiyou.arena.seating import name_of, seatings_for


def test_a_fixed_landlord_is_swapped():
    assert seatings_for(paiyou.game("doudizhu"), 2) == [(0, 1, 1), (1, 0, 0)]
    assert seatings_for(paiyou.game("mini-doudizhu"), 2) == [(0, 1), (1, 0)]
    assert seatings_for(paiyou.game("four-card"), 2) == [(0, 1), (1, 0)]


def test_three_seats_are_mixed_in_the_six_ways_of_paper_001():
    for name in ("zhengshangyou", "doudizhu:bidding=123"):
        seatings = seatings_for(paiyou.game(name), 2)
        assert sorted(map(name_of, seatings)) == ["AAB", "ABA", "ABB", "BAA", "BAB", "BBA"]
        assert sum(seating.count(0) for seating in seatings) == 9


def test_four_seats_are_two_against_two_or_one_against_three():
    game = paiyou.game("gongzhu")
    even = seatings_for(game, 2)
    assert sorted(map(name_of, even)) == ["AABB", "ABAB", "ABBA", "BAAB", "BABA", "BBAA"]
    assert seatings_for(game, 2, "2v2") == even
    assert sorted(map(name_of, seatings_for(game, 2, "1v3"))) == ["ABBB", "BABB", "BBAB", "BBBA"]
    assert len(set(product((0, 1), repeat=4))) == 2 + 6 + 4 + len(seatings_for(game, 2, "3v1"))


def test_as_many_agents_as_seats_sit_in_every_order():
    assert sorted(seatings_for(paiyou.game("doudizhu"), 3)) == sorted(permutations(range(3)))
    assert len(seatings_for(paiyou.game("gongzhu"), 4)) == 24


@pytest.mark.parametrize(
    ("game", "players", "how", "sentence"),
    [
        ("gongzhu", 3, None, "gongzhu has 4 seats: it takes 2 or 4 agents, not 3"),
        ("doudizhu", 4, None, "it takes 2 or 3 agents, not 4"),
        ("gongzhu", 2, "2v3", "must be one of 1v3, 2v2, 3v1, not '2v3'"),
        ("zhengshangyou", 2, "1v3", "must be one of 1v2, 2v1"),
        ("doudizhu", 2, "1v2", "sides of doudizhu are fixed"),
        ("zhengshangyou", 3, "1v2", "is for two agents"),
    ],
)
def test_wrong_seatings_are_explained(game, players, how, sentence):
    with pytest.raises(ValueError, match=sentence):
        seatings_for(paiyou.game(game), players, how)
