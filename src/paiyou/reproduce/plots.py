"""Plots of experiments as data, and their drawing with Matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paiyou.arena.statistics import Estimate
from paiyou.reproduce.claims import estimate_from_json

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = ("#1f5fa8", "#c8502b", "#3b8f5a", "#8a5aa8", "#c99a1d", "#5c6b7a", "#b03a6f", "#2a9db0", "#8fae3c")
MISSING = "plots need the package matplotlib: pip install 'paiyou[experiments]'"
PICTURES = (".svg", ".png")
MOST_TICKS = 13
"""Up to here every place on a logarithmic axis is named."""


@dataclass(frozen=True)
class Series:
    """Figures along an axis under one name; `paper` marks those a paper prints."""

    name: str
    x: tuple[float, ...]
    y: tuple[Estimate, ...]
    paper: bool = False


@dataclass(frozen=True)
class Plot:
    """Lines over a numeric axis, or bars in named groups (`groups`: series have one figure for each)."""

    title: str
    x_label: str
    y_label: str
    series: tuple[Series, ...]
    groups: tuple[str, ...] = ()
    log_x: bool = False
    log_y: bool = False
    percent: bool = True
    level: float | None = None
    """A line across, such as the share of equals."""

    def to_json(self) -> dict[str, Any]:
        """Everything that is drawn."""
        series = [
            {"name": s.name, "x": list(s.x), "y": [value.to_json() for value in s.y], "paper": s.paper}
            for s in self.series
        ]
        return vars(self) | {"series": series, "groups": list(self.groups)}

    @staticmethod
    def from_json(plot: dict[str, Any]) -> Plot:
        """What `to_json` wrote."""
        series = tuple(
            Series(s["name"], tuple(s["x"]), tuple(map(estimate_from_json, s["y"])), s["paper"]) for s in plot["series"]
        )
        return Plot(**(plot | {"series": series, "groups": tuple(plot["groups"])}))

    def draw(self, path: Path) -> None:
        """Write the plot as a picture; ValueError where Matplotlib is not installed."""
        _save((self,), path)

    def draw_on(self, axes: Axes) -> None:
        """Everything but the legend."""
        (self._bars if self.groups else self._lines)(axes)
        axes.set_title(self.title, loc="left", fontsize=11)
        axes.set_xlabel(self.x_label)
        axes.set_ylabel(self.y_label)
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(axis="y", color="#dddddd", linewidth=0.8)
        axes.set_axisbelow(True)
        if self.log_y:
            axes.set_yscale("log")
            axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
        if self.level is not None:
            axes.axhline(self.level * self._factor, color="#888888", linewidth=1, linestyle=":")

    def in_order(self, axes: Axes) -> tuple[list[Any], list[str]]:
        """Handles and names for a legend, in the order of the series."""
        handles, names = axes.get_legend_handles_labels()
        order = sorted(range(len(names)), key=lambda place: [series.name for series in self.series].index(names[place]))
        return [handles[place] for place in order], [names[place] for place in order]

    @property
    def _factor(self) -> float:
        return 100.0 if self.percent else 1.0

    def _lines(self, axes: Axes) -> None:
        for number, series in enumerate(self.series):
            means, errors = self._figures(series)
            if series.paper:
                axes.plot(series.x, means, "D", color="#222222", markerfacecolor="none", label=series.name, zorder=3)
                continue
            colour = COLOURS[number % len(COLOURS)]
            if len(series.x) > MOST_TICKS:  # a band reads better than so many whiskers
                axes.plot(series.x, means, "-", color=colour, label=series.name)
                low, high = (
                    [value * self._factor for value in ends] for ends in zip(*map(_ends, series.y), strict=True)
                )
                axes.fill_between(series.x, low, high, color=colour, alpha=0.2, linewidth=0)
                continue
            axes.errorbar(series.x, means, errors, fmt="o-", color=colour, capsize=3, markersize=4, label=series.name)
        if self.log_x:
            axes.set_xscale("log")
            places = sorted({x for series in self.series for x in series.x})
            if len(places) > MOST_TICKS:  # powers of ten
                axes.xaxis.set_major_formatter(lambda value, _: f"{value:,g}")
            else:
                axes.set_xticks(places, [f"{x:,g}" for x in places], rotation=45 if len(places) > 8 else 0)
            axes.minorticks_off()

    def _bars(self, axes: Axes) -> None:
        width = 0.8 / len(self.series)
        drawn = {False: 0, True: 0}
        for number, series in enumerate(self.series):
            means, errors = self._figures(series)
            places = [x + (number - (len(self.series) - 1) / 2) * width for x in series.x]
            # A bar without an interval gets no whisker.
            whiskers = errors if any(low + high > 0 for low, high in zip(*errors, strict=True)) else None
            # The paper's bars are hatched in the colours of ours, in the same order.
            colour = COLOURS[drawn[series.paper] % len(COLOURS)]
            look = {"facecolor": "white", "edgecolor": colour, "hatch": "////"} if series.paper else {"color": colour}
            drawn[series.paper] += 1
            axes.bar(places, means, width * 0.92, yerr=whiskers, capsize=2, label=series.name, **look)  # type: ignore[arg-type]
        axes.set_xticks(range(len(self.groups)), self.groups)
        axes.tick_params(axis="x", length=0)
        if self.percent:
            axes.set_ylim(0, 100)

    def _figures(self, series: Series) -> tuple[list[float], tuple[list[float], list[float]]]:
        means = [value.mean * self._factor for value in series.y]
        below = [(value.mean - value.low) * self._factor for value in series.y]
        above = [(value.high - value.mean) * self._factor for value in series.y]
        return means, (below, above)


def _ends(value: Estimate) -> tuple[float, float]:
    return value.low, value.high


@dataclass(frozen=True)
class Panels:
    """Plots of the same series side by side, two in a row, under one legend."""

    plots: tuple[Plot, ...]

    def to_json(self) -> dict[str, Any]:
        """Everything that is drawn."""
        return {"panels": [plot.to_json() for plot in self.plots]}

    def draw(self, path: Path) -> None:
        """Write the plots as one picture; ValueError where Matplotlib is not installed."""
        _save(self.plots, path)


Drawing = Plot | Panels
"""What an experiment may have to show."""


def read_drawing(drawing: dict[str, Any]) -> Drawing:
    """What `to_json` of either wrote."""
    if "panels" in drawing:
        return Panels(tuple(map(Plot.from_json, drawing["panels"])))
    return Plot.from_json(drawing)


def check_drawable(path: Path) -> None:
    """Refuse a picture that could not be written in the end, before minutes go into what it shows."""
    if find_spec("matplotlib") is None:
        raise ValueError(MISSING)
    if path.suffix not in PICTURES:
        raise ValueError(f"a plot is a file that ends in {' or '.join(PICTURES)}, not {path.name}")
    if not path.parent.is_dir():
        raise ValueError(f"there is no folder {path.parent} to draw a plot into")


def _save(plots: Sequence[Plot], path: Path) -> None:
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        raise ValueError(MISSING) from None

    columns = min(2, len(plots))
    rows = -(-len(plots) // columns)
    figure = Figure(figsize=(9 if columns == 1 else 11, 4.5 if rows == 1 else 3.5 * rows), layout="constrained")
    for place, plot in enumerate(plots, start=1):
        axes = figure.add_subplot(rows, columns, place)
        plot.draw_on(axes)
        if place == 1 and len(plot.series) > 1:
            handles, names = plot.in_order(axes)
            if columns == 1:
                axes.legend(handles, names, frameon=False, fontsize=9, loc="upper left", bbox_to_anchor=(1.0, 1.0))
            else:
                figure.legend(handles, names, frameon=False, fontsize=9, loc="outside lower center", ncols=5)
    # Text as text, and nothing that changes from day to day: small files that can be compared.
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "paiyou"}):
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
