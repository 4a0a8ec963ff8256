"""Supervised learning: played moves against those that were not, the best epoch kept, a stop that changes nothing."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.imitation import supervised  # noqa: E402
from paiyou.learn.imitation.decisions import decisions_of  # noqa: E402
from paiyou.learn.imitation.demonstrations import record_agent  # noqa: E402
from paiyou.learn.imitation.recorded_games import RecordedGames  # noqa: E402
from paiyou.learn.imitation.supervised import SupervisedArguments, agreement, learn_records  # noqa: E402
from paiyou.learn.nets.networks import make_network  # noqa: E402
from paiyou.learn.runs import checkpoints  # noqa: E402
from paiyou.learn.runs.weights import frozen_player  # noqa: E402
from paiyou.records.record import Record  # noqa: E402

CPU = torch.device("cpu")
GAME = "mini-doudizhu"
SMALL = {"width": 32, "state_width": 32, "depth": 1}
TOLD = SupervisedArguments(epochs=3, minibatch=64, learning_rate=5e-3)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    def fresh(spec: Any, position: int, kind: str) -> Any:
        return make_network(kind, spec, position, **SMALL)

    monkeypatch.setattr(supervised, "fresh_network", fresh)


@pytest.fixture(scope="module")
def games() -> RecordedGames:
    """Games of the rule player, by way of records."""
    import paiyou

    game = paiyou.game(GAME)
    told = record_agent("rules", GAME, 400, first=50_000)

    def record(number: int) -> Record:
        state = game.deal(50_000 + number)
        for action in told.wanted[number, : told.length[number]]:
            state.play(game.actions[action])
        return Record.of(game, state, seed=50_000 + number, agents=["rules"] * 2)

    # In the even games nothing strays from what the agent wants.
    return RecordedGames.from_records([record(number) for number in range(0, 400, 2)], GAME)


def lines_of(folder: Path, event: str) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    return [line for line in lines if line["event"] == event]


def test_it_learns_the_moves_and_keeps_the_best_epoch(games: RecordedGames, tmp_path: Path) -> None:
    best = learn_records(games, TOLD, tmp_path)
    epochs = lines_of(tmp_path, "epoch")
    assert [line["epoch"] for line in epochs] == [1, 2, 3]
    by_position = list(zip(*(line["accuracy"] for line in epochs), strict=True))
    assert best == pytest.approx([max(shares) for shares in by_position], abs=1e-4)
    assert min(best) > 0.6
    # The accuracy of all moves counts forced ones as right.
    assert all(whole >= share for line in epochs for share, whole in zip(line["accuracy"], line["of_all"], strict=True))
    # A tenth of the games is held out, and nothing is learnt from those.
    decisions = decisions_of(games, CPU)
    held = epochs[0]["decisions"]
    (start,) = lines_of(tmp_path, "start")
    for of_seat, apart, learnt in zip(decisions, held, start["decisions"], strict=True):
        assert apart + learnt == len(of_seat)
        assert 0 < apart < 0.25 * len(of_seat)
    # What was written plays that way.
    spec = game_spec(GAME)
    content = checkpoints.read(tmp_path / checkpoints.WEIGHTS, spec=spec, network="facts")
    assert (content["imitates"], content["agreement"]) == ("rules", best)
    found = agreement(frozen_player(tmp_path, spec, CPU).networks, decisions)
    assert min(each.among_several for each in found) > 0.6


def test_a_stopped_run_goes_on_as_if_it_had_not_been(
    games: RecordedGames, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = games.first(60)
    learn_records(few, TOLD, tmp_path / "whole")
    real, written = checkpoints.write, []

    def stops(path: Path, content: Any) -> None:
        real(path, content)
        written.append(path)
        if len(written) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(checkpoints, "write", stops)
    with pytest.raises(KeyboardInterrupt):
        learn_records(few, TOLD, tmp_path / "stopped")
    monkeypatch.setattr(checkpoints, "write", real)
    learn_records(few, TOLD, tmp_path / "stopped")
    assert len(lines_of(tmp_path / "stopped", "epoch")) == 3
    one, two = (checkpoints.read(tmp_path / name / checkpoints.WEIGHTS)["weights"] for name in ("whole", "stopped"))
    for whole, resumed in zip(one, two, strict=True):
        assert all(torch.equal(whole[name], resumed[name]) for name in whole)
    with pytest.raises(ValueError, match="other games were learnt, or in another way; name another folder"):
        learn_records(few, replace(TOLD, minibatch=32), tmp_path / "stopped")


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"epochs": 0}, "epochs must be 1 or more, not 0"),
        ({"held_out": 1.0}, "held_out must be a share between 0 and 1, not 1.0"),
        ({"learning_rate": 0.0}, "learning_rate must be a number above 0"),
    ],
)
def test_what_cannot_be_is_refused(told: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        SupervisedArguments(**told)


def test_one_game_is_too_few(games: RecordedGames, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="one game is too few: some are learnt from and others held out"):
        learn_records(games.first(1), TOLD, tmp_path / "run")
    with pytest.raises(ValueError, match="minibatch must be at least 1, not 0"):
        SupervisedArguments(minibatch=0)
