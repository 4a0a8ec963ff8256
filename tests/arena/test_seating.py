from itertools import product

import paiyou
from paiyou.arena.seating import duplicate_seatings, points, share_won


def test_a_fixed_landlord_is_swapped():
    assert duplicate_seatings(paiyou.game("doudizhu")) == [(0, 1, 1), (1, 0, 0)]
    assert duplicate_seatings(paiyou.game("mini-doudizhu")) == [(0, 1), (1, 0)]


def test_otherwise_all_mixed_seatings_are_played():
    for name in ("zhengshangyou", "doudizhu:bidding=123"):
        seatings = duplicate_seatings(paiyou.game(name))
        assert sorted(seatings) == sorted(set(product((0, 1), repeat=3)) - {(0, 0, 0), (1, 1, 1)})
        assert sum(seating.count(0) for seating in seatings) == 9


def test_shares():
    doudizhu, zhengshangyou = paiyou.game("doudizhu"), paiyou.game("zhengshangyou")
    assert share_won(doudizhu, (0, 1, 1), [2, -1, -1], 0) == 1.0
    assert share_won(doudizhu, (1, 0, 0), [2, -1, -1], 0) == 0.0
    assert share_won(doudizhu, (1, 0, 0), [-4, 2, 2], 2) == 1.0
    assert share_won(zhengshangyou, (0, 0, 1), [5, -2, -3], 0) == 1.0
    assert share_won(zhengshangyou, (0, 0, 1), [-2, -3, 5], 2) == 0.0
    assert share_won(doudizhu, (0, 1, 1), [0, 0, 0], None) == 0.5


def test_equals_share_alike_over_the_seatings_of_a_deal():
    """Whoever wins a deal, and whatever the payoffs: with the same result in every seating, A has half."""
    for name, results in {
        "doudizhu:bidding=123": [([2, -1, -1], 0), ([1, 1, -2], 0), ([-1, 2, -1], 1)],
        "zhengshangyou": [([5, -2, -3], 0), ([-1, -1, 2], 2)],
    }.items():
        game = paiyou.game(name)
        seatings = duplicate_seatings(game)
        for payoffs, winner in results:
            shares = [share_won(game, seating, payoffs, winner) for seating in seatings]
            assert abs(sum(shares) / len(shares) - 0.5) < 1e-12
            assert sum(points(seating, payoffs) for seating in seatings) == 0
