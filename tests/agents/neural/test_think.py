"""`think` is `dmc` with second thoughts: from the view alone, the same every time, and only where the gain is sure."""

from __future__ import annotations

import pickle
from functools import partial
from itertools import count
from math import inf
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")

import paiyou
from networks import facts_model
from paiyou.agents.neural.think import AT_FIRST, TOGETHER, Race, deals_within
from paiyou.agents.remote import check_remote_agent
from paiyou.models.playout_networks import find_playout_network
from playout_networks import file_of, random_networks
from positions import reach

GAME = "doudizhu"


@pytest.fixture(scope="module")
def options(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A random model and a random play-out network."""
    folder: Path = tmp_path_factory.mktemp("models")
    facts_model(folder / "tiny", GAME)
    spec = paiyou.game(GAME).spec
    file_of(spec, random_networks(spec)).save(folder / "playouts.npz")
    return f"model={folder / 'tiny'},weights={folder / 'playouts.npz'},margin=9"


def decisions(number: int) -> list[Any]:
    game = paiyou.game(GAME)
    states = [reach(game, seed, 3 + 2 * seed) for seed in range(3 * number)]
    return [state.view(state.turn) for state in states if not state.over and len(state.moves()) > 2][:number]


def test_without_deals_it_is_dmc(options: str) -> None:
    game = paiyou.game(GAME)
    think = paiyou.agent(f"think:deals=0,{options}", game)
    dmc = paiyou.agent(f"dmc:{options.partition(',')[0]}", game)
    for view in decisions(8):
        assert think.evaluate(view) == dmc.evaluate(view)
        assert think.choose(view) == dmc.choose(view)
        assert think.unit(view) == dmc.unit(view)


def test_it_thinks_and_says_how_far_it_got(options: str) -> None:
    think: Any = paiyou.agent(f"think:deals=200,sure=0,prior=1,{options}", GAME)
    changed = 0
    for view in decisions(8):
        found = think.evaluate(view)
        assert sorted(move for move, _, _ in found) == sorted(view.moves())
        assert found[0][1] == max(value for _, value, _ in found)
        assert 2 <= think.statistics["candidates"] <= 3
        assert TOGETHER <= think.statistics["deals"] <= 200
        changed += think.statistics["gain"] > 0
    assert changed


def test_the_same_view_gives_the_same_move(options: str) -> None:
    game = paiyou.game(GAME)
    one = paiyou.agent(f"think:deals=128,prior=1,{options}", game)
    threads = paiyou.agent(f"think:deals=128,prior=1,threads=3,{options}", game)
    again = pickle.loads(pickle.dumps(one))
    for view in decisions(4):
        found = one.evaluate(view)
        assert found == one.evaluate(view) == threads.evaluate(view) == again.evaluate(view)
        # Whatever the others hold.
        for seed in range(3):
            assert one.evaluate(view.sample(seed).view(view.seat)) == found


@pytest.mark.parametrize("infer", ["random", "rules"])
def test_deals_may_be_weighed_by_a_model_of_the_others(options: str, infer: str) -> None:
    think: Any = paiyou.agent(f"think:deals=64,infer={infer},noise=0.2,particles=5,max_states=5,{options}", GAME)
    view = decisions(1)[0]
    assert think.choose(view) in view.moves()
    assert think.statistics["deals"] == 64


def test_time_ends_a_thought(options: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on by 0.6 s whenever it is looked at."""
    watch = SimpleNamespace(monotonic=partial(next, count(0.0, 0.6)))
    think: Any = paiyou.agent(f"think:seconds=1,{options}", GAME)
    monkeypatch.setattr("paiyou.agents.neural.think.time", watch)
    think.choose(decisions(1)[0])
    assert think.statistics["deals"] == AT_FIRST


def test_deals_fit_into_the_time_that_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paiyou.agents.neural.think.time", SimpleNamespace(monotonic=lambda: 5.0))
    assert deals_within(5.5, 8, 4.75) == 16, "eight took a quarter of a second, and half a second is left"
    assert deals_within(5.5, 8, 4.999) == TOGETHER
    assert deals_within(4.9, 8, 4.75) == 0
    assert deals_within(inf, 8, 4.75) == TOGETHER


def test_a_race_mixes_the_networks_value_with_results() -> None:
    race = Race(["one", "other"], [0.5, 0.4], prior=10, trust=1e9)
    assert race.value(1) == 0.4
    race.add(np.array([[1, -1, -1, -1, -1], [1, 1, 1, 1, 1]]))
    assert race.value(0) == pytest.approx((10 * 0.5 - 3) / 15)
    assert race.value(1) == pytest.approx((10 * 0.4 + 5) / 15)
    gain, error = race.gain(1, 0)
    assert gain == pytest.approx(race.value(1) - race.value(0))
    assert error == pytest.approx(np.std([0, 2, 2, 2, 2], ddof=1) * 5**0.5 / 15)
    assert race.choice(0.0)[0] == "other"
    assert race.choice(100.0)[0] == "one"


def test_play_outs_without_end_count_as_much_as_they_are_trusted() -> None:
    race = Race(["one", "other"], [0.5, 0.4], prior=30, trust=10)
    race.add(np.stack([np.ones(100_000), -np.ones(100_000)]))
    assert race.value(1) == pytest.approx((30 * 0.4 - 10) / 40, abs=1e-3)
    untrusted = Race(["one", "other"], [0.5, 0.4], prior=0, trust=0)
    untrusted.add(np.stack([-np.ones(64), np.ones(64)]))
    assert untrusted.value(0) == 0.5
    assert untrusted.choice(0.0)[0] == "one"


def test_who_falls_behind_is_given_up() -> None:
    race = Race(["best", "bad", "same"], [0.3, 0.3, 0.3], prior=1, trust=1e9)
    ones = np.ones(64, dtype=np.int32)
    mostly = np.where(np.arange(64) % 8 == 0, -1, 1)
    race.add(np.stack([ones, -mostly, mostly]))
    assert race.running == [0, 2] or race.running == [0]
    assert 1 not in race.running
    assert race.number(1) == 64


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("think:deals=-1", "deals must be at least 0"),
        ("think:candidates=0", "candidates must be at least 1"),
        ("think:prior=-1", "prior must be at least 0"),
        ("think:seconds=0", "seconds must be above 0"),
        ("think:weights=/nowhere.npz", "no file of a play-out network"),
    ],
)
def test_bad_options_are_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        paiyou.agent(text, GAME)


def test_without_a_small_network_it_says_what_else_there_is() -> None:
    with pytest.raises(ValueError, match="there is no play-out network for zhengshangyou; teach one with"):
        paiyou.agent("think", "zhengshangyou")


@pytest.mark.parametrize(("name", "unit"), [("gongzhu", 1.0), ("gongzhu:partners=on", 250.0)])
def test_trick_games_are_played_out_by_a_file(tmp_path: Path, name: str, unit: float) -> None:
    """From the view alone; exposing, too; the margin is counted in what the model plays for."""
    game = paiyou.game(name)
    file = tmp_path / "playouts.npz"
    file_of(game.spec, random_networks(game.spec)).save(file)
    usual: Any = paiyou.agent(f"think:weights={file}", game)
    assert usual._margin == pytest.approx(0.1 * unit)
    think: Any = paiyou.agent(f"think:deals=70,prior=1,sure=0,margin={9 * unit},weights={file}", game)
    belief: Any = paiyou.agent(f"think:deals=64,infer=rules,particles=5,margin={9 * unit},weights={file}", game)
    changed = 0
    for seed in range(6):
        state = reach(game, seed, 8 * seed)
        view = state.view(state.turn)
        if len(view.moves()) < 2:
            continue
        found = think.evaluate(view)
        changed += think.statistics["gain"] > 0
        assert sorted(move for move, _, _ in found) == sorted(view.moves())
        assert think.statistics["deals"] >= TOGETHER
        assert think.evaluate(view.sample(seed).view(view.seat)) == found
        assert belief.choose(view) in view.moves()
    assert changed


def test_a_file_of_another_game_to_networks_is_refused(tmp_path: Path) -> None:
    spec = paiyou.game("gongzhu").spec
    file = tmp_path / "playouts.npz"
    file_of(spec, random_networks(spec)).save(file)
    assert find_playout_network(str(file), "", "gongzhu:expose=off").game == "gongzhu"
    with pytest.raises(ValueError, match="was taught on gongzhu and cannot play gongzhu:partners=on: partners"):
        paiyou.agent(f"think:weights={file}", "gongzhu:partners=on")


def test_a_network_that_says_how_likely_moves_are_is_refused() -> None:
    with pytest.raises(ValueError, match="gongzhu-supervised says how likely moves are, not what they are worth"):
        paiyou.agent("think:model=gongzhu-supervised,device=cpu", "gongzhu")


def test_remote_clients_may_ask_for_it_where_there_is_a_play_out_network() -> None:
    assert check_remote_agent("think:deals=64,seconds=1", "doudizhu:bidding=123").name == "think"
    with pytest.raises(ValueError, match="there is no play-out network for zhengshangyou"):
        check_remote_agent("think", "zhengshangyou")
    with pytest.raises(ValueError, match="deals"):
        check_remote_agent("think:deals=100000", "doudizhu")
    with pytest.raises(ValueError, match="weights is not offered"):
        check_remote_agent("think:weights=x", "doudizhu")
