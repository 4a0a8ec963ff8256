"""Glicko-2 as Glickman computes it, and sides of several as the ladder measures them."""

from __future__ import annotations

from math import pi

import pytest
from glicko2.math import E, g, rating_to_mu, rd_to_phi

import paiyou
from paiyou.server.profiles.luck import even_score, reference_of
from paiyou.server.profiles.ratings import START, Rating, opposing


def test_the_example_of_the_paper() -> None:
    after = Rating(1500, 200).after([(1400, 30, 1.0), (1550, 100, 0.0), (1700, 300, 0.0)])
    assert (round(after.value, 2), round(after.deviation, 2), round(after.volatility, 5)) == (1464.05, 151.52, 0.06000)


def test_who_wins_rises_and_who_loses_falls() -> None:
    for score, sign in ((1.0, 1), (0.0, -1)):
        after = START.after([(START.value, 20.0, score)])
        assert (after.value - START.value) * sign > 0
        assert after.deviation < START.deviation


def test_against_equals_alone_it_is_the_opponent_himself() -> None:
    assert opposing([Rating(1000, 20)]) == pytest.approx((1000, 20))


def test_one_of_two_partners_decides_half() -> None:
    """The chance is that of the mean of one's own side against the other."""
    own, partner, landlord = 900.0, Rating(1100, 1e-6), Rating(950, 1e-6)
    value, deviation = opposing([landlord], [partner])
    assert g(rd_to_phi(deviation)) == pytest.approx(0.5)
    assert rd_to_phi(deviation) == pytest.approx(pi)
    chance = E(rating_to_mu(own), rating_to_mu(value), rd_to_phi(deviation))
    assert chance == pytest.approx(1 / (1 + 10 ** ((950 - (own + 1100) / 2) / 400)), rel=1e-6)


@pytest.mark.parametrize("partners", [[], [Rating(1000, 1e-6)]])
@pytest.mark.parametrize("even", [0.42, 0.5, 0.58])
def test_among_equals_the_chance_is_that_of_the_seat(partners: list[Rating], even: float) -> None:
    value, deviation = opposing([Rating(1000, 1e-6)], partners, even)
    assert E(rating_to_mu(1000), rating_to_mu(value), rd_to_phi(deviation)) == pytest.approx(even, rel=1e-6)


def test_a_seat_s_odds_go_with_whoever_decides_first() -> None:
    game = paiyou.game("zhengshangyou")
    reference = reference_of(game)
    assert reference is not None
    for seed in range(5):
        first = game.deal(seed).turn
        assert [even_score(game, seed, (first + n) % 3) for n in range(3)] == reference.even


@pytest.mark.parametrize("name", ["doudizhu", "mini-doudizhu"])
def test_a_landlord_s_odds_are_what_the_others_leave(name: str) -> None:
    game = paiyou.game(name)
    even = [even_score(game, 1, seat) for seat in range(game.seats)]
    assert even[1:] == pytest.approx([1 - even[0]] * (game.seats - 1), abs=1e-3)  # type: ignore[operator]
