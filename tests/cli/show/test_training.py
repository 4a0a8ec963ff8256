"""`paiyou train` in the terminal: a line that fits the game, and one sentence for what cannot be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

pytest.importorskip("torch")

from rich.console import Console

from paiyou.cli import app
from paiyou.cli.show.training import TrainingBar
from training_runs import SHORT, SMALL, lines

SETTINGS = [f"--set={name}={size}" for name, size in {**SMALL, "games": 4, "minibatch": 4}.items()]


def test_the_command_trains(tmp_path: Path) -> None:
    command = ["train", "mini-doudizhu", "--frames=153", f"--folder={tmp_path}", "--opponents=random", "--json"]
    done = CliRunner().invoke(app, [*command, *SETTINGS, "--set=evaluation_deals=2", "--set=log_every=0"])
    assert done.exit_code == 0, done.stderr
    assert json.loads(done.stdout) == {"folder": str(tmp_path)}
    assert lines(tmp_path, "progress")[-1]["loss"] > 0
    assert "landlord" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["mini-doudizhu", "--frames", "152", *SETTINGS], "with 4 games at once that takes 153 at least"),
        (
            ["gongzhu", "--frames", "153", "--objective", "logadp"],
            "gongzhu is paid in points, not by a stake that doubles; train it with adp or wp",
        ),
    ],
)
def test_what_cannot_be_is_one_sentence_before_anything_is_played(
    arguments: list[str], sentence: str, tmp_path: Path
) -> None:
    done = CliRunner().invoke(app, ["train", *arguments, "--folder", str(tmp_path / "run")])
    assert done.exit_code == 2
    assert sentence in done.stderr.replace("\n", " ")
    assert not (tmp_path / "run").exists()


def test_the_bar_tells_how_often_each_position_wins() -> None:
    bar = TrainingBar(SHORT, Console(quiet=True))
    bar.report({"event": "evaluation", "opponent": "random", "wp": {"mean": 0.625}})
    bar.report({"event": "progress", "frames": 9, "seconds": 1.0, "loss": None, "wins": [0.0, 0.0, 0.0]})
    assert bar.progress.tasks[0].fields["line"] == "9 frames · no step yet · wins 0%/0%/0% · 62.5% v random"
    bar.report({"event": "progress", "frames": 50, "seconds": 1.0, "loss": 0.5, "wins": [0.4, 0.35, 0.25]})
    (task,) = bar.progress.tasks
    assert task.fields["line"] == "50 frames · loss 0.5000 · wins 40%/35%/25% · 62.5% v random"
    assert task.completed == 50
    bits = {"hidden_bits": 1.25, "counted_bits": 1.5}
    bar.report({"event": "progress", "frames": 60, "seconds": 1.0, "loss": 0.5, "wins": [0.4, 0.35, 0.25], **bits})
    assert "loss 0.5000 · hidden 1.250 of 1.500 bits a card · wins" in task.fields["line"]
