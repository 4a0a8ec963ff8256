import dataclasses

import pytest

import paiyou
from paiyou.agents.base import Agent


class Greedy(Agent):
    """Plays as many cards as it can, and passes only when it must: beats the random player with ease."""

    def choose(self, view):
        return max(view.moves(), key=lambda move: 0 if move == "pass" else len(move))


class Clairvoyant(Greedy):
    clairvoyant = True

    def choose(self, view):
        assert len(view.hands) == 3  # the State
        return super().choose(view)


@pytest.mark.parametrize("name", ["doudizhu", "doudizhu:bidding=call-rob", "mini-doudizhu", "paodekuai"])
def test_the_result_does_not_depend_on_the_number_of_cores(name):
    def result(seed, cores):
        played = paiyou.match(name, "random", "random:seed=9", deals=37, seed=seed, cores=cores)
        return dataclasses.replace(played, seconds=0.0)

    assert result(5, cores=1) == result(5, cores=2) == result(5, cores=3)
    assert result(5, cores=1) != result(6, cores=1)


def test_equal_players_are_even():
    """Intervals of 95%: of twenty matches between equals nearly all hold 0.5, and all together do."""
    results = [paiyou.match("doudizhu", "random", "random", deals=500, seed=seed) for seed in range(20)]
    assert sum(result.wp.low < 0.5 < result.wp.high for result in results) >= 17
    assert sum(result.adp.low < 0 < result.adp.high for result in results) >= 17
    assert abs(sum(result.wp.mean for result in results) / 20 - 0.5) < 0.0125  # 3.5 standard errors
    assert results[0].wp.high - results[0].wp.low < 0.07
    assert results[0].points is None
    assert "base 2" in results[0].unit


def test_a_better_player_wins_from_both_sides():
    game = paiyou.game("doudizhu")
    ahead = paiyou.match(game, Greedy, "random", deals=300, seed=1)
    behind = paiyou.match(game, "random", Greedy, deals=300, seed=1)
    assert ahead.wp.low > 0.6
    assert behind.wp.high < 0.4
    assert ahead.adp.low > 0
    assert ahead.a == "Greedy"


def test_points_where_cards_left_are_paid():
    game = paiyou.game("zhengshangyou")
    result = paiyou.match(game, Greedy, "random", deals=200, seed=1)
    assert result.adp is None
    assert result.points.low > 0
    assert "points" in result.to_json()
    assert "adp" not in result.to_json()


def test_an_agent_that_sees_all_hands_is_named():
    game = paiyou.game("doudizhu")
    result = paiyou.match(game, Clairvoyant, "random", deals=10, cores=1)
    assert result.clairvoyant == ("Clairvoyant",)
    assert result.to_json()["clairvoyant"] == ["Clairvoyant"]


def test_every_seat_has_an_agent_of_its_own():
    """One that kept what it saw at two seats would know both hands of a team."""
    made = []

    class Single(Greedy):
        def __init__(self, game):
            super().__init__(game)
            self.seats = set()
            made.append(self)

        def choose(self, view):
            self.seats.add(view.seat)
            return super().choose(view)

    paiyou.match("doudizhu", Single, "random", deals=5, cores=1)
    assert len(made) == 3
    assert [agent.seats for agent in made] == [{0}, {1}, {2}]


def test_a_match_on_ray_gives_the_same_result():
    here, there = (
        dataclasses.replace(paiyou.match("mini-doudizhu", "random", "random:seed=2", deals=40, on=on), seconds=0.0)
        for on in ("local", "ray")
    )
    assert here == there


def test_progress_is_told():
    told = []
    paiyou.match("mini-doudizhu", "random", "random", deals=50, progress=told.append)
    assert sum(told) == 50


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"deals": 0}, "deals must be 1"),
        ({"cores": 0}, "cores must be 1"),
        ({"a": "nobody"}, "unknown agent"),
        ({"game": "bridge"}, "unknown game"),
        ({"game": 7}, "not by int"),
        ({"b": 7}, "not by int"),
        ({"a": "human"}, "a person cannot play"),
        ({"on": "mars"}, "local or ray"),
    ],
)
def test_bad_input(changes, message):
    with pytest.raises(ValueError, match=message):
        paiyou.match(**({"game": "doudizhu", "a": "random", "b": "random"} | changes))
