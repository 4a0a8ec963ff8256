"""The examples of docs/equilibrium.md run and print what the page says."""

import re
from pathlib import Path

from pages import programs, run

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "equilibrium.md"


def test_the_examples_run(capsys):
    assert len(programs(PAGE)) == 4
    for program in programs(PAGE):
        run(PAGE, program)
    printed = capsys.readouterr().out
    assert "player 1 gets 0.317" in printed
    assert "rules: 0.1133" in printed
    assert "0.0163" in printed
    assert "0.0054, 0.00" in printed  # which equilibrium the linear program finds is up to HiGHS
    assert "'C8': 0.0" in printed


def test_the_figures_are_there():
    figures = re.findall(r"\]\((figures/[^)]*)\)", PAGE.read_text(encoding="utf-8"))
    assert len(figures) == 3
    assert all((PAGE.parent / figure).stat().st_size < 100_000 for figure in figures)
