"""Weights learned by temporal differences: the returns, and that they learn to win."""

import json
from random import Random

import numpy as np
import pytest

import paiyou
from paiyou.agents.search import learn_by_td
from paiyou.agents.search.learn_by_td import Learner, lambda_returns
from paiyou.agents.search.open import AlphaBetaAgent


def test_lambda_returns_are_means_of_what_comes_later():
    estimates, results = np.array([[1.0], [2.0], [4.0]]), np.full((3, 1), 10.0)
    assert lambda_returns(estimates, results, 1.0).ravel().tolist() == [10, 10, 10], "the result alone"
    assert lambda_returns(estimates, results, 0.0).ravel().tolist() == [2, 4, 10], "the next estimate alone"
    expected = 0.5 * 2 + 0.25 * 4 + 0.25 * 10
    assert lambda_returns(estimates, results, 0.5)[0, 0] == pytest.approx(expected)


def test_a_game_moves_estimates_towards_its_result():
    game = paiyou.game("zhengshangyou")
    learner, random = Learner(game, decay=1.0), Random(4)
    learner.measure(random)
    states, end = learner._play(random, None)

    def errors():
        core = game.core
        sums = []
        for state in states:
            role, scale, features = core.features(state, 0)
            row = learner.found().points[core.feature_roles[role]]
            sums.append((np.dot(features, row) - end.payoffs[0] / scale) ** 2)
        return np.mean(sums)

    before = errors()
    for _ in range(5):
        learner.take_in(states, end)
    assert errors() < before


def test_a_few_games_teach_it_to_beat_itself():
    """Against weights of nothing, which take the first move; deals fixed, so there is no chance in it."""
    game = paiyou.game("mini-doudizhu")
    taught = AlphaBetaAgent(game, depth=1, weights=Learner(game).learn(60, seed=2))
    untaught = AlphaBetaAgent(game, depth=1, weights=Learner(game).found())
    won = 0
    for seed in range(40):
        for seat in (0, 1):
            state = game.deal(seed)
            while not state.over:
                state.play((taught if state.turn == seat else untaught).choose(state))
            won += state.winner == seat
    assert won > 48


def test_the_command(tmp_path, monkeypatch, capsys):
    file = tmp_path / "weights.json"
    arguments = ["learn_by_td", "--game", "mini-doudizhu", "--games", "3", "--save", str(file)]
    monkeypatch.setattr("sys.argv", arguments)
    learn_by_td.main()
    assert "learn_by_td --game mini-doudizhu" in json.loads(file.read_text(encoding="utf-8"))["learned"]["command"]
    paiyou.agent(f"alphabeta:depth=1,weights={file}", "mini-doudizhu")
    monkeypatch.setattr("sys.argv", [*arguments, "--rate", "0"])
    with pytest.raises(SystemExit):
        learn_by_td.main()
    assert "rate must be above 0" in capsys.readouterr().err
