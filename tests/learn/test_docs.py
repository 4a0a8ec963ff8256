"""The programs of docs/training.md run, the one that measures on fewer deals than the page."""

import re
from pathlib import Path

import pytest

from pages import programs, run

pytest.importorskip("torch")

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "training.md"


def test_what_springs_are_worth(capsys):
    program = programs(PAGE)[0]
    assert "range(4000)" in program
    run(PAGE, program.replace("range(4000)", "range(3)"))
    assert re.fullmatch(r"[01]\.\d+ \[\S+, \S+\] -?[\d.]+ \[\S+, \S+\]\n", capsys.readouterr().out)


def test_networks_with_heads_of_another_scale(tmp_path, monkeypatch):
    (tmp_path / "src").symlink_to(ROOT / "src")
    monkeypatch.chdir(tmp_path)
    [_, program] = programs(PAGE)
    run(PAGE, program)
    assert (tmp_path / "runs" / "odds" / "weights.pt").stat().st_size > 100_000
