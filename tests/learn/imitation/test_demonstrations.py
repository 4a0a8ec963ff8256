"""Recorded games are the engine's games, and what the agent wanted is what it says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import paiyou
from paiyou.agents.base import Agent, Evaluation, Unit
from paiyou.games.protocol import View
from paiyou.learn.imitation.demonstrations import (
    MOST,
    SHARPNESS,
    STRAY,
    WHOLE,
    Demonstrations,
    preferences_of,
    record_agent,
)


def assert_same(one: Demonstrations, two: Demonstrations) -> None:
    for name, value in vars(one).items():
        assert np.array_equal(value, getattr(two, name)), name


@pytest.mark.parametrize(
    ("game", "games"), [("doudizhu:douzero", 16), ("zhengshangyou", 12), ("paodekuai", 12), ("mini-doudizhu", 40)]
)
def test_recordings_replay_to_whole_games_and_say_what_the_agent_wants(game: str, games: int) -> None:
    told = record_agent("rules", game, games, first=777)
    engine = paiyou.game(game)
    # `rules` plays by the view alone, so another instance must want the same.
    agent = paiyou.agent("rules", engine)
    assert (told.game, told.agent, told.first, len(told)) == (game, "rules", 777, games)
    assert told.played.shape[1] == told.length.max()
    strayed = 0
    for number in range(games):
        state = engine.deal(777 + number)
        length = int(told.length[number])
        for played, wanted in zip(told.played[number, :length], told.wanted[number, :length], strict=True):
            assert not state.over
            view: View = state.view(state.turn)
            assert engine.actions[wanted] == agent.choose(view)
            if played != wanted:
                assert (777 + number) % 2 == 1  # only odd seeds stray
                strayed += 1
            assert engine.actions[played] in view.moves()
            state.play(engine.actions[played])
        assert state.over
        for column in (told.played, told.wanted, told.choices):
            assert not column[number, length:].any()
    assert strayed > 0


def preferences(told: Demonstrations) -> Iterator[tuple[View, str, dict[str, int]]]:
    """Of every recorded choice the view, what the agent wanted, and the share of each legal move."""
    engine = paiyou.game(told.game)
    action_of = {name: action for action, name in enumerate(engine.actions)}
    shares = iter(told.shares.tolist())
    for number, length in enumerate(told.length):
        state = engine.deal(told.first + number)
        for played, wanted, choices in zip(
            told.played[number, :length], told.wanted[number, :length], told.choices[number, :length], strict=True
        ):
            if choices:
                ordered = sorted(state.moves(), key=action_of.__getitem__)
                assert len(ordered) == choices
                yield state.view(state.turn), engine.actions[wanted], dict(zip(ordered, shares, strict=False))
            state.play(engine.actions[played])
    assert list(shares) == []


def test_preferences_are_the_agents_values_as_odds() -> None:
    """A second way to the same numbers: the odds of two moves differ as their values do."""
    told = record_agent("rules", "doudizhu:douzero", 12, first=50)
    agent = paiyou.agent("rules", told.game)
    near = 0
    for view, wanted, shares in preferences(told):
        values = {move: value for move, value, _ in agent.evaluate(view)}
        assert abs(sum(shares.values()) - WHOLE) <= len(shares) / 2
        assert shares[wanted] == max(shares.values())
        for move, share in shares.items():
            gap = SHARPNESS * (np.arctanh(min(values[wanted], MOST)) - np.arctanh(min(values[move], MOST)))
            assert abs(share - shares[wanted] * np.exp(-gap)) <= 1.0
            near += move != wanted and share > 20
    assert near > 50


class Searcher(Agent):
    """Looked at its choice often, at a move with a lucky result seldom, and at the others never."""

    def choose(self, view: View) -> str:
        return view.moves()[2]

    def evaluate(self, view: View) -> Evaluation:
        moves = view.moves()
        return [(moves[2], -0.5, 30.0), (moves[0], 0.9, 10.0), *((move, 0.0, 0.0) for move in [moves[1], *moves[3:]])]

    def unit(self, view: View) -> Unit:  # noqa: ARG002
        return "result"


def test_a_searcher_prefers_what_it_looked_at() -> None:
    game = paiyou.game("doudizhu:douzero")
    view = game.deal(1).view(0)
    moves = view.moves()
    action_of = {name: action for action, name in enumerate(game.actions)}
    chosen, shares = preferences_of(Searcher(game), view, action_of)
    assert chosen == moves[2]
    share_of = dict(zip(sorted(moves, key=action_of.__getitem__), shares, strict=True))
    assert share_of == dict.fromkeys(moves, 0) | {moves[2]: round(0.75 * WHOLE), moves[0]: round(0.25 * WHOLE)}
    told = record_agent("uct:trees=2,iterations=40", "mini-doudizhu", 20, first=1)
    several = 0
    for _, wanted, found in preferences(told):
        assert found[wanted] == max(found.values())
        several += sum(share > 0 for share in found.values()) > 1
    assert several > 10


def test_an_agent_without_expected_results_prefers_its_choice_alone() -> None:
    """And its choices are those of its own chance."""
    told = record_agent("random", "mini-doudizhu", 20, first=1)
    seen = first_of_all = 0
    for view, wanted, shares in preferences(told):
        assert shares == {move: WHOLE * (move == wanted) for move in shares}
        first_of_all += wanted == view.moves()[0]
        seen += 1
    assert seen == np.count_nonzero(told.choices) > 20
    assert first_of_all < 0.8 * seen


def test_odd_seeds_stray_as_often_as_they_should() -> None:
    """A move drawn at random is now and then the one that the agent wants."""
    told = record_agent("random", "doudizhu", 60, first=1001)
    engine = paiyou.game("doudizhu")
    expected = different = 0.0
    for number in range(0, 60, 2):
        state = engine.deal(1001 + number)
        for played, wanted in zip(told.played[number], told.wanted[number, : told.length[number]], strict=False):
            expected += STRAY * (1 - 1 / len(state.moves()))
            different += played != wanted
            state.play(engine.actions[played])
    assert expected > 80
    assert abs(different - expected) < 4 * expected**0.5
    assert np.array_equal(told.played[1::2], told.wanted[1::2])


def test_the_cores_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does the chance of an agent that has some: each game begins it anew."""
    monkeypatch.setattr("paiyou.learn.imitation.demonstrations.PER_TASK", 7)
    heard: list[int] = []
    one = record_agent("random", "mini-doudizhu", 30, first=4, progress=heard.append)
    assert heard == [0, 7, 7, 7, 7, 2]
    assert_same(one, record_agent("random", "mini-doudizhu", 30, first=4, cores=2))
    later = record_agent("random", "mini-doudizhu", 5, first=29)
    for number in range(5):
        length = later.length[number]
        assert np.array_equal(later.played[number, :length], one.played[25 + number, :length])


def test_a_file_gives_back_what_was_saved(tmp_path: Path) -> None:
    told = record_agent("rules", "mini-doudizhu", 5, first=1)
    for path in (tmp_path / "told.npz", tmp_path / "in" / "a folder" / "without an ending"):
        told.save(path)
        assert_same(told, Demonstrations.load(path))
        assert [file.name for file in path.parent.iterdir() if file.is_file()] == [path.name]


def test_files_that_hold_no_demonstrations_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "told.npz"
    told = record_agent("rules", "mini-doudizhu", 5, first=1)
    told.save(path)
    whole = path.read_bytes()
    broken = [whole[: len(whole) // 2], whole[:40], b"", b"not a file of arrays"]
    for content in broken:
        path.write_bytes(content)
        refused(path)
    good = vars(told)
    nothing = {name: np.zeros((0, 0)) for name in ("played", "wanted")} | {"length": np.zeros(0)}
    wrong = [
        {name: value for name, value in good.items() if name != "wanted"},
        good | {"wanted": told.wanted[:, 1:]},
        good | {"length": told.length[1:]},
        good | {"length": told.length + told.length.max()},
        good | {"length": 0 * told.length},
        good | {"first": told.length},
        good | {"first": 0.5},
        good | {"game": 3},
        good | {"players": 3},
        good | {"choices": told.choices[:, 1:]},
        good | {"shares": told.shares[1:]},
        good | nothing,
    ]
    for columns in wrong:
        np.savez(path, **columns)
        refused(path)
    with path.open("wb") as file:
        np.save(file, told.played)  # one array alone
    refused(path)
    refused(tmp_path / "nowhere.npz")
    refused(tmp_path)


def refused(path: Path) -> None:
    with pytest.raises(ValueError, match="holds no demonstrations, or another version's; write some") as said:
        Demonstrations.load(path)
    assert "\n" not in str(said.value)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"agent": "nobody"}, "nobody"),
        ({"agent": "cheat-uct"}, "cheat-uct cannot be imitated: it sees all hands"),
        ({"agent": "human"}, "human cannot be imitated"),
        ({"game": "whist"}, "whist"),
        ({"game": "doudizhu:bidding=123"}, "has an auction"),
        ({"games": 0}, "games must be 1 or more, not 0"),
        ({"cores": 0}, "cores must be 1 or more, not 0"),
        ({"first": -1}, "must lie between 0 and"),
        ({"first": 1 << 60}, "must lie between 0 and"),
    ],
)
def test_what_cannot_be_recorded_is_refused(changes: dict[str, object], sentence: str) -> None:
    asked = {"agent": "rules", "game": "mini-doudizhu", "games": 2, "first": 1} | changes
    with pytest.raises(ValueError, match=sentence) as said:
        record_agent(**asked)  # type: ignore[arg-type]
    assert "\n" not in str(said.value)


def test_demonstrations_that_do_not_fit_together_are_refused() -> None:
    told = record_agent("rules", "mini-doudizhu", 3, first=1)
    with pytest.raises(ValueError, match="as many moves wanted as played"):
        replace(told, wanted=told.wanted[:2])
    with pytest.raises(ValueError, match="the agent's preference for every legal move"):
        replace(told, shares=told.shares[:-1])
    with pytest.raises(ValueError, match=r"a game of \d+ moves has only \d+ of them recorded"):
        replace(told, length=told.length + 50)
