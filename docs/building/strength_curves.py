"""Draws how strong networks and `think` are by time, size and GPU seconds, from `docs/figures/strength.json`.

    python docs/building/strength_curves.py

writes an SVG beside it for each curve; docs/training.md shows them, with the commands the figures come from.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from paiyou.arena.statistics import Estimate
from paiyou.reproduce.plots import Plot, Series

FIGURES = Path(__file__).parents[1] / "figures"
DATA = FIGURES / "strength.json"
EQUAL = 0.5


def curves(data: Path = DATA) -> dict[str, Plot]:
    """The plots by the names of their files."""
    return {curve["file"]: plot_of(curve) for curve in json.loads(data.read_text(encoding="utf-8"))["curves"]}


def plot_of(curve: dict[str, Any]) -> Plot:
    """One curve; a point is its place and a WP with its 95% interval."""
    series = [
        Series(each["name"], tuple(x for x, *_ in each["points"]), tuple(Estimate(*wp) for _, *wp in each["points"]))
        for each in curve["series"]
    ]
    return Plot(curve["title"], curve["x"], "games won, %", tuple(series), log_x=True, level=EQUAL)


def main() -> None:
    """Draw all of them."""
    for name, plot in curves().items():
        plot.draw(FIGURES / f"{name}.svg")


if __name__ == "__main__":
    main()
