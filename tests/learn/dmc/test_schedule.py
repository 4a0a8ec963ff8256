"""What fades over a run falls by a cosine, and goes on falling where a run was stopped."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from paiyou.learn.dmc import trainer  # noqa: E402
from paiyou.learn.dmc.arguments import Arguments, arguments_of  # noqa: E402
from paiyou.learn.dmc.schedule import faded, share_done  # noqa: E402
from paiyou.learn.dmc.targets.oracle import Oracle  # noqa: E402
from paiyou.learn.dmc.trainer import train  # noqa: E402
from training_runs import QUICK, assert_same, has_learnt, whole  # noqa: E402


def test_by_hand() -> None:
    assert share_done(Arguments(frames=200, hours=1.0), 50, 3000.0) == 0.25
    assert share_done(Arguments(hours=2.0), 50, 1800.0) == 0.25
    assert share_done(Arguments(frames=200), 300, 0.0) == 1
    assert [faded(0.2, done) for done in (0, 0.5, 1)] == pytest.approx([1, 0.6, 0.2])
    assert [faded(1.0, done) for done in (0, 0.3, 1)] == [1, 1, 1]


def test_an_oracle_fades_and_goes_on_fading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = replace(QUICK, games=16, frames=1100, target="oracle", oracle_final=0.0, opponents="", checkpoint_every=1e-9)
    heard: list[float] = []
    fade, save = Oracle.fade, trainer.save

    def listen(target: Oracle, left: float) -> None:
        heard.append(left)
        fade(target, left)

    monkeypatch.setattr(Oracle, "fade", listen)
    in_one = train(replace(run, folder=str(tmp_path / "in one")))
    assert heard == sorted(heard, reverse=True)
    assert heard[0] < 0.7, "most of so short a run is over when it first learns"
    assert heard[-1] < 0.02
    stopped = tmp_path / "stopped"

    def save_and_stop(folder: Path, arguments: Arguments, team: Any, frames: int, *others: Any) -> None:
        save(folder, arguments, team, frames, *others)
        if frames > 850:
            raise KeyboardInterrupt

    monkeypatch.setattr(trainer, "save", save_and_stop)
    with pytest.raises(KeyboardInterrupt):
        train(replace(run, folder=str(stopped)))
    assert has_learnt(stopped)
    monkeypatch.setattr(trainer, "save", save)
    train(arguments_of(stopped))
    assert_same(whole(in_one), whole(stopped))
