"""The course of supervised learning makes every line once, and a second call makes none."""

from __future__ import annotations

from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.imitation import supervised  # noqa: E402
from paiyou.learn.nets.networks import make_network  # noqa: E402
from paiyou.learn.runs.weights import write_weights  # noqa: E402
from paiyou.reproduce import supervised_course  # noqa: E402
from paiyou.reproduce.supervised_course import RESULTS, main  # noqa: E402
from paiyou.reproduce.training_log import read_lines  # noqa: E402

GAME = "mini-doudizhu"
SMALL = {"width": 16, "state_width": 16, "depth": 1}


def test_every_step_is_measured_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = game_spec(GAME)
    about = {"game": GAME, "version": spec.version, "network": "facts", "objective": "wp"}
    write_weights(tmp_path / "expert", [make_network("facts", spec, seat, **SMALL) for seat in range(2)], about)
    monkeypatch.setattr(supervised_course, "find_model", Path)
    monkeypatch.setattr(
        supervised, "fresh_network", lambda spec, position, kind: make_network(kind, spec, position, **SMALL)
    )
    folder = tmp_path / "course"
    told = [
        str(folder), "--device", "cpu", "--cores", "1", "--game", GAME, "--model", str(tmp_path / "expert"),
        "--games", "30", "--epochs", "2", "--minibatch", "32", "--seconds", "600", "--snapshots", "0.001",
        "--deals", "4", "--searcher", "random", "--searcher-deals", "2", "--agreement-games", "10",
        "--told", "frames=2000", "games=16", "minibatch=8", *(f"{name}={size}" for name, size in SMALL.items()),
    ]  # fmt: skip
    main(told)
    lines = list(read_lines(folder / RESULTS))
    assert [line["event"] for line in lines] == ["start", "epoch", "epoch", "match", "snapshot", "searcher"]
    *_, snapshot, searcher = lines
    (agreed,) = snapshot["agreement"].values()
    assert sum(agreed["decisions"]) > 0
    assert (snapshot["run"], snapshot["frames"]) == (searcher["run"], searcher["frames"])
    assert 0 < snapshot["frames"] < 2000
    main(told)
    assert list(read_lines(folder / RESULTS)) == lines
