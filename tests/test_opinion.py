"""Opinions of moves: chances to win, and points beside them where a game counts both."""

from __future__ import annotations

import pytest

import paiyou
from paiyou.agents.base import Agent
from paiyou.opinion import DECIDED, opinion, points_judge
from paiyou.review import judged_decision


class Says(Agent):
    """An agent that says of the moves, in their order, what it is told to."""

    def __init__(self, game, unit, values):
        super().__init__(game)
        self._unit, self._values = unit, values

    def choose(self, view):
        return self.evaluate(view)[0][0]

    def evaluate(self, view):
        moves = zip(view.moves(), self._values, strict=False)
        return sorted([(move, value, 1.0) for move, value in moves], key=lambda one: -one[1])

    def unit(self, _):
        return self._unit


def lead():
    game = paiyou.game("gongzhu:expose=off")
    view = game.deal(2).view(game.deal(2).turn)
    return game, view, view.moves()


POINTS = [-90.0, -10.0, -50.0, *[-100.0] * 10]


def test_points_decide_where_the_game_is_lost():
    game, view, moves = lead()
    judge = Says(game, "result", [-0.99 - 0.001 * place for place in range(13)])
    said = opinion(judge, view, Says(game, "points", POINTS))
    assert [move for move, _, _ in said.found][:3] == [moves[1], moves[2], moves[0]]
    assert said.points == dict(zip(moves, POINTS, strict=True))


def test_points_decide_between_moves_that_win_alike():
    game, view, moves = lead()
    said = opinion(Says(game, "result", [0.99, 0.98, *[0.1] * 11]), view, Says(game, "points", POINTS))
    assert [move for move, _, _ in said.found][:3] == [moves[1], moves[0], moves[2]]


@pytest.mark.parametrize("best", [-DECIDED + 0.01, 0.0, DECIDED - 0.01])
def test_winning_comes_first_while_the_game_is_open(best):
    game, view, moves = lead()
    said = opinion(Says(game, "result", [best, *[best - 0.01] * 12]), view, Says(game, "points", POINTS))
    assert said.found[0][0] == moves[0]
    assert said.points is not None


def test_points_of_points_are_not_asked_for():
    game, view, _ = lead()
    assert opinion(Says(game, "points", POINTS), view, Says(game, "points", POINTS)).points is None
    assert opinion(Says(game, "result", POINTS), view).points is None


def test_a_lost_game_is_reviewed_by_points_and_nobody_is_blamed():
    game, view, moves = lead()
    judge, counts = Says(game, "result", [-0.99] * 13), Says(game, "points", POINTS)
    best, near, far = (judged_decision(judge, view, moves[place], counts) for place in (1, 2, 0))
    assert [(one.verdict, one.made.rank) for one in (best, near, far)] == [("best", 1), ("good", 2), ("good", 3)]
    assert [one.move for one in best.told] == [moves[1], moves[2], moves[0]]
    assert best.to_json()["points"] == -10.0


def test_the_games_that_count_points_besides_winning_name_who_counts_them():
    for name in ("gongzhu", "gongzhu:expose=off"):
        game = paiyou.game(name)
        counts = points_judge(game)
        assert counts is not None
        view = game.deal(1).view(game.deal(1).turn)
        assert counts.unit(view) == "points"
        assert set(opinion(paiyou.agent("dmc", game), view, counts).points) == set(view.moves())
    assert points_judge(paiyou.game("doudizhu")) is None
