"""Agents by name are measured against, and the log ends with the last evaluation."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

torch = pytest.importorskip("torch")

from paiyou.learn.dmc import trainer  # noqa: E402
from paiyou.learn.dmc.trainer import train  # noqa: E402
from training_runs import QUICK, SHORT, lines  # noqa: E402


def test_an_agent_by_name_is_measured_against(tmp_path: Path) -> None:
    """A match of the arena in a process of its own; one that cannot be played is a note in the log."""
    train(replace(SHORT, evaluation_deals=2, folder=str(tmp_path), opponents="rules; nobody-of-this-name"))
    first, last = lines(tmp_path, "evaluation")
    assert first["frames"] < last["frames"]
    for found in (first, last):
        assert found["opponent"] == "rules"
        assert found["deals"] == 2
    notes = lines(tmp_path, "note")
    assert len(notes) == 2
    assert all("nobody-of-this-name" in note["text"] for note in notes)
    told = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert told[-2:] == [notes[-1], last]


def test_evaluations_that_take_long_leave_time_to_train(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next one is due so long after the last one's end, not its beginning."""
    now, evaluations = 0.0, 0

    def clock() -> float:
        nonlocal now
        now += 0.001
        return now

    def slow(*_: object) -> None:
        nonlocal now, evaluations
        now += 10.0
        evaluations += 1

    monkeypatch.setattr(trainer, "time", SimpleNamespace(monotonic=clock))
    for look in ("begin", "finish"):
        monkeypatch.setattr(trainer.Evaluation, look, slow)
    train(replace(QUICK, evaluate_every=1.0, folder=str(tmp_path)))
    assert len(lines(tmp_path, "progress")) > 80
    assert evaluations == 2  # when the ring was full, and at the end
