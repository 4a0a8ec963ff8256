"""Features, weights and the regression that finds them."""

import json
import math
import random

import numpy as np
import pytest

import paiyou
from paiyou.agents.search.evaluation import SHIPPED, Weights, default_weights, learn
from paiyou.agents.search.learn_weights import self_play
from paiyou.records import Record, write_records
from positions import GAMES, TRICK_GAMES, reach

ALL_GAMES = GAMES + TRICK_GAMES


def named(game, state, seat):
    role, scale, features = game.core.features(state, seat)
    return game.core.feature_roles[role], scale, dict(zip(game.core.feature_names, features, strict=True))


def random_records(name, number):
    game, records = paiyou.game(name), []
    for seed in range(number):
        state = reach(game, seed, 1_000)
        records.append(Record.of(game, state, seed=seed))
    return records


@pytest.mark.parametrize("name", ALL_GAMES)
def test_every_position_has_features_for_every_seat(name):
    game, rng = paiyou.game(name), random.Random(1)
    for seed in range(20):
        state = reach(game, seed, rng.randint(0, 30))
        if state.over:
            continue
        for seat in range(game.seats):
            role, scale, features = game.core.features(state, seat)
            assert 0 <= role < len(game.core.feature_roles)
            assert scale >= 1
            assert features[0] == 1
            assert np.isfinite(features).all()


def test_features_of_a_climbing_position():
    game = paiyou.game("doudizhu")
    state = game.start(["33334", "5522", "6BR"], turn=0)
    role, scale, features = named(game, state, 0)
    assert (role, scale) == ("landlord", 1)
    assert features["own cards"] == 0.5
    assert features["own turns"] == 0.2
    assert features["own power"] == 1
    assert features["ally near"] == 0
    assert features["enemy cards"] == 0.3
    assert features["enemy near"] == pytest.approx(1 / 3)
    assert features["enemy high"] == 0.4  # 2 2 B R
    assert features["enemy power"] == 1  # the rocket
    assert (features["own lead"], features["own top"]) == (1, 0)
    state.play("3333")
    role, scale, features = named(game, state, 1)
    assert (role, scale) == ("next", 2)
    assert (features["own cards"], features["ally cards"], features["enemy cards"]) == (0.4, 0.3, 0.1)
    assert (features["own turn"], features["own lead"], features["ally top"]) == (1, 0, 1)
    assert named(game, state, 0)[2]["own trick"] == 1


@pytest.mark.parametrize(
    ("hand", "turns"),
    [("3", 1), ("34567", 1), ("345679", 2), ("3456", 4), ("TJQKA", 1), ("JQKA2", 5), ("3334", 1), ("33344456", 2)],
)
def test_turns_count_straights_and_kickers(hand, turns):
    game = paiyou.game("doudizhu")
    assert named(game, game.start([hand, "55", "66"]), 0)[2]["own turns"] == pytest.approx(turns / 10)


def test_no_estimate_is_as_good_as_a_sure_win():
    """However the hands lie; and in wins as in points."""
    game = paiyou.game("doudizhu")
    for hands in (["2222R", "33", "44"], ["3", "22BR", "22AAKK"]):
        state = game.start([*hands], turn=1)
        for seat in range(3):
            for reward, most in (("points", 2 if seat == 0 else 1), ("win", 1)):
                agent = paiyou.agent(f"minimax:depth=1,quiescence=off,players=maxn,reward={reward}", game)
                state = game.start([*hands], turn=seat)
                for move, value, _ in agent.evaluate(state):
                    after = state.copy()
                    after.play(move)
                    if not after.over:
                        assert abs(value) < most * after.stake * 2**after.bombs


def test_features_of_a_trick_position():
    game = paiyou.game("gongzhu")
    state = game.start([["SQ", "DJ"], ["SK", "CK"], ["S2", "DA"], ["H5", "CT"]], turn=0)
    _, _, features = named(game, state, 0)
    assert (features["own bad"], features["own good"]) == (-1, 1)
    assert (features["own worst"], features["own best"], features["lead"]) == (1, 1, 1)
    _, _, features = named(game, state, 1)
    assert (features["above worst"], features["above best"]) == (1, 0)
    assert named(game, state, 2)[2]["above best"] == 1
    assert named(game, state, 3)[2]["own multiplier"] == 1
    for card in ("SQ", "SK", "S2", "H5"):
        state.play(card)
    _, _, features = named(game, state, 1)
    assert features["points"] == -1.1  # the pig and the five of hearts
    assert features["trick"] == 0
    state.play("CK")
    assert named(game, state, 1)[2]["trick"] == 0
    state.play("DA")
    state.play("CT")
    assert named(game, state, 1)[2]["trick"] == pytest.approx(-1.1)  # the multiplier would double what it has


@pytest.mark.parametrize("name", ["doudizhu", "gongzhu"])
def test_estimates_are_the_weighted_sums(name):
    """A search one move deep without quiescence is the sum over features of the position after the move."""
    game, rng = paiyou.game(name), random.Random(2)
    for seed in range(20):
        state = reach(game, seed, rng.randint(4, 25))
        if state.over:
            continue
        weights = default_weights(game).rows(game, "points")
        values = {
            move: value for move, value, _ in paiyou.agent("minimax:depth=1,quiescence=off", game).evaluate(state)
        }
        for move in state.moves():
            after = state.copy()
            after.play(move)
            if after.over:
                assert values[move] == after.payoffs[state.turn]
                continue
            role, scale, features = game.core.features(after, state.turn)
            total = sum(weight * feature for weight, feature in zip(weights[role], features, strict=True))
            if name == "doudizhu":  # no hope looks as good as a win at once
                most = 2 if after.landlord == state.turn else 1
                total = most * math.tanh(total / most)
            assert values[move] == pytest.approx(total * scale)


def test_the_regression_is_that_of_a_textbook():
    records = random_records("zhengshangyou", 30)
    game, rows, points = paiyou.game("zhengshangyou"), [], []
    for record in records:
        for step in record.replay().steps():
            for seat in range(game.seats):
                rows.append(game.core.features(step.state, seat)[2])
                points.append(record.result.payoffs[seat])
    table, target = np.array(rows), np.array(points)
    # Ridge regression as least squares with extra rows that pull every weight but the constant to zero.
    pull = 2.0**0.5 * np.eye(table.shape[1])[1:]
    expected = np.linalg.lstsq(np.vstack([table, pull]), np.concatenate([target, np.zeros(len(pull))]), rcond=None)[0]
    weights = learn(records, ridge=2.0)
    assert weights.points["player"] == pytest.approx(tuple(expected), abs=1e-4)
    assert weights.learned["games"] == {"zhengshangyou": 30}
    assert weights.learned["positions"] * game.seats == len(rows)


def test_what_is_learned_is_better_than_nothing():
    for name in ("mini-doudizhu", "gongzhu:expose=off"):
        explained = learn(self_play(name, deals=60, seed=5, player="rules", stray=0.1)).learned["explained"]
        assert all(share > 0.05 for share in explained.values())


def test_weights_are_saved_and_read_again(tmp_path):
    path, games = tmp_path / "weights.json", tmp_path / "games.jsonl"
    records = random_records("mini-doudizhu", 20)
    write_records(games, records + records)  # twice the same counts once
    weights = learn(games)
    assert weights == learn(records)
    weights.save(path)
    assert Weights.load(path) == weights
    state = paiyou.game("mini-doudizhu").deal(1)
    changed = paiyou.agent(f"minimax:depth=1,weights={path}", "mini-doudizhu").evaluate(state)
    assert changed != paiyou.agent("minimax:depth=1", "mini-doudizhu").evaluate(state)


def test_unfinished_games_teach_nothing():
    game = paiyou.game("mini-doudizhu")
    with pytest.raises(ValueError, match="no finished game"):
        learn([Record.of(game, game.deal(1), seed=1)])


def test_games_of_different_kinds_are_not_mixed():
    with pytest.raises(ValueError, match="different kind of game"):
        learn(random_records("zhengshangyou", 1) + random_records("gongzhu", 1))
    with pytest.raises(ValueError, match="different kind of game"):
        learn(random_records("zhengshangyou", 1) + random_records("doudizhu", 1))
    with pytest.raises(ValueError, match="ridge must be above 0"):
        learn([], ridge=0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello", "is no JSON"),
        ("[]", "holds no weights"),
        ('{"weights": 2}', "holds no weights"),
        ('{"weights": 1}', "features of .* must be a list of names"),
        ('{"weights": 1, "features": ["a"], "points": {"x": [1, 2]}, "win": {}}', "points of .* a list of 1 numbers"),
        ('{"weights": 1, "features": ["a"], "points": {}, "win": {"x": ["y"]}}', "win of .* a list of 1 numbers"),
        ('{"weights": 1, "features": ["a"], "points": {"x": [NaN]}, "win": {}}', "points of .* a list of 1 numbers"),
        ('{"weights": 1, "features": ["a"], "points": {"x": [1]}, "win": {"x": [1]}}', "other features than those of"),
    ],
)
def test_files_that_hold_no_weights_are_refused(tmp_path, text, message):
    path = tmp_path / "weights.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        paiyou.agent(f"minimax:weights={path}", "doudizhu")


def test_weights_of_another_kind_of_game_are_refused():
    with pytest.raises(ValueError, match="the weights know no landlord"):
        paiyou.agent(f"minimax:weights={SHIPPED / 'zhengshangyou.json'}", "doudizhu")


@pytest.mark.parametrize("name", ALL_GAMES)
def test_the_package_has_weights_for_every_game(name):
    game = paiyou.game(name)
    path = SHIPPED / f"{name.partition(':')[0]}.json"
    assert json.loads(path.read_text(encoding="utf-8"))["learned"]["command"].startswith(
        "python -m paiyou.agents.search"
    )
    rows = default_weights(game).rows(game, "points")
    assert any(weight for row in rows for weight in row)
