"""The curves of strength that docs/training.md shows are those of their data, and the page says the same figures."""

import json
import sys
from pathlib import Path

import pytest

pytest.importorskip("matplotlib")

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture
def plots(monkeypatch):
    monkeypatch.syspath_prepend(str(DOCS / "building"))
    from strength_curves import curves

    yield curves()
    del sys.modules["strength_curves"]


def test_every_curve_is_drawn_and_shown(plots, tmp_path):
    page = (DOCS / "training.md").read_text(encoding="utf-8")
    assert len(plots) == 3
    for name, plot in plots.items():
        assert f"(figures/{name}.svg)" in page
        shown = (DOCS / "figures" / f"{name}.svg").read_text(encoding="utf-8")
        plot.draw(tmp_path / "now.svg")
        drawn = (tmp_path / "now.svg").read_text(encoding="utf-8")
        # Text is text in these files; coordinates may differ from one Matplotlib to the next.
        assert words(shown) == words(drawn), "python docs/building/strength_curves.py draws them"
        assert shown.count("<use") == drawn.count("<use")


def test_points_are_figures_with_intervals_that_the_page_has():
    page = (DOCS / "training.md").read_text(encoding="utf-8") + (DOCS / "players.md").read_text(encoding="utf-8")
    for curve in json.loads((DOCS / "figures" / "strength.json").read_text(encoding="utf-8"))["curves"]:
        for series in curve["series"]:
            assert series["how"], "where they come from"
            for place, mean, low, high in series["points"]:
                assert place > 0
                assert low <= mean <= high
                assert any(f"{mean:.{digits}f}".rstrip("0") in page for digits in (3, 4)), (series["name"], mean)


def words(svg):
    return [line.strip() for line in svg.splitlines() if "<text" in line]
