from collections import Counter

import pytest
from scipy import stats

import paiyou


def test_every_legal_move_equally_often():
    game = paiyou.game("doudizhu")
    agent = paiyou.agent("random:seed=1", game)
    view = game.deal(3).view(0)
    moves = view.moves()
    chosen = Counter(agent.choose(view) for _ in range(200 * len(moves)))
    assert set(chosen) == set(moves)
    assert stats.chisquare([chosen[move] for move in moves]).pvalue > 0.001


def test_the_same_seeds_give_the_same_moves():
    game = paiyou.game("doudizhu")
    view = game.deal(3).view(0)

    def moves(text, game_seed):
        agent = paiyou.agent(text, game)
        agent.begin(game_seed)
        return [agent.choose(view) for _ in range(20)]

    assert moves("random:seed=1", 5) == moves("random:seed=1", 5)
    assert moves("random:seed=1", 5) != moves("random:seed=2", 5)
    assert moves("random:seed=1", 5) != moves("random:seed=1", 6)


def test_only_the_seat_to_move_can_be_asked():
    with pytest.raises(ValueError, match="not to move"):
        paiyou.agent("random", "doudizhu").choose(paiyou.game("doudizhu").deal(1).view(2))


def test_it_has_no_opinion():
    view = paiyou.game("mini-doudizhu").deal(1).view(0)
    evaluation = paiyou.agent("random", "mini-doudizhu").evaluate(view)
    assert [move for move, _, _ in evaluation] == view.moves()
    assert {(value, weight) for _, value, weight in evaluation} == {(0.0, 1.0)}
