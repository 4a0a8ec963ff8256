"""A ladder's ratings as a drawing (SVG): one line an agent, a dot with its interval on Elo's scale."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from math import ceil, floor, isfinite

from paiyou.ladder.standing import Ladder, Place

WIDTH, ROW, TOP, BOTTOM = 860, 34, 34, 44
NAMES, FIGURES = 230, 132
"""Room for the agents on the left, for their ratings on the right."""

STYLE = """
  .ladder { font: 14px system-ui, sans-serif; fill: #26231e; }
  .ladder .grid { stroke: #ddd5c5; } .ladder .even { stroke: #8f6110; stroke-dasharray: 3 4; }
  .ladder .faint { fill: #6a6359; font-size: 12px; }
  .ladder .interval { stroke: #1d6650; stroke-width: 7; opacity: .3; }
  .ladder .dot { fill: #1d6650; } .ladder .anchor { fill: #fffdf8; stroke: #1d6650; stroke-width: 2.5; }
  .ladder .rating { font-weight: 600; }
  @media (prefers-color-scheme: dark) {
    .ladder { fill: #ebe7dd; } .ladder .grid { stroke: #39403b; } .ladder .even { stroke: #e7bd63; }
    .ladder .faint { fill: #a8a397; } .ladder .interval { stroke: #7cc7ab; } .ladder .dot { fill: #7cc7ab; }
    .ladder .anchor { fill: #171a18; stroke: #7cc7ab; }
  }
"""


def rating_chart(ladder: Ladder, *, even: str = "rules") -> str:
    """The drawing; below the ratings stand the shares of wins they promise against one agent, `even`."""
    places = ladder.places
    middle = ladder.place(even)
    low, high, step = _scale([value for place in places for value in _ends(place)])
    height = TOP + ROW * len(places) + BOTTOM

    def x(rating: float) -> float:
        return round(NAMES + (WIDTH - NAMES - FIGURES) * (rating - low) / (high - low), 1)

    foot = TOP + ROW * len(places)
    lines = []
    for tick in range(low, high + 1, step):
        lines += [
            f'<line class="grid" x1="{x(tick)}" x2="{x(tick)}" y1="{TOP - 8}" y2="{foot}"/>',
            _text(x(tick), TOP - 14, str(tick), "faint", "middle"),
        ]
        if middle is not None:
            share = 100 / (1 + 10 ** ((middle.rating.mean - tick) / 400))
            said = f"{share:.0f}%" if 1 <= share <= 99 else "<1%" if share < 1 else ">99%"
            lines.append(_text(x(tick), foot + 18, said, "faint", "middle"))
    if middle is not None:
        at = x(middle.rating.mean)
        lines += [
            f'<line class="even" x1="{at}" x2="{at}" y1="{TOP - 8}" y2="{foot}"/>',
            _text(NAMES - 34, foot + 18, f"wins against {even}", "faint", "end"),
        ]
    for number, place in enumerate(places):
        lines += _row(number, place, TOP + ROW * number + ROW / 2, x)
    said = f"Ratings of {len(places)} agents in {ladder.game}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ladder" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="{escape(said)}"><style>{STYLE}</style>\n' + "\n".join(lines) + "\n</svg>\n"
    )


def _row(number: int, place: Place, y: float, x: Callable[[float], float]) -> list[str]:
    low, high = _ends(place)
    title = f"{place.agent}: {_figures(place)}"
    return [
        f"<g><title>{escape(title)}</title>",
        _text(NAMES - 14, y + 5, f"{number + 1}. {_short(place.agent)}", "name", "end"),
        f'<line class="interval" stroke-linecap="round" x1="{x(low)}" x2="{x(high)}" y1="{y}" y2="{y}"/>',
        f'<circle class="{"anchor" if place.anchor else "dot"}" cx="{x(place.rating.mean)}" cy="{y}" r="5.5"/>',
        _text(WIDTH - FIGURES + 50, y + 5, f"{place.rating.mean:,.0f}", "rating", "end"),
        _text(WIDTH - FIGURES + 58, y + 5, _margin(place), "faint"),
        "</g>",
    ]


def _text(x: float, y: float, words: str, kind: str, anchor: str = "start") -> str:
    return f'<text class="{kind}" x="{x}" y="{y}" text-anchor="{anchor}">{escape(words)}</text>'


def _margin(place: Place) -> str:
    if place.anchor:
        return "anchor"
    low, high = _ends(place)
    return f"−{place.rating.mean - low:,.0f} +{high - place.rating.mean:,.0f}"


def _figures(place: Place) -> str:
    low, high = _ends(place)
    held = "held" if place.anchor else f"95% interval {low:,.0f} to {high:,.0f}"
    return f"{place.rating.mean:,.0f}, {held}"


def _ends(place: Place) -> tuple[float, float]:
    low, high = place.rating.low, place.rating.high
    return (low if isfinite(low) else place.rating.mean, high if isfinite(high) else place.rating.mean)


def _scale(values: list[float]) -> tuple[int, int, int]:
    """Round ends and steps that take in all values."""
    spread = max(values) - min(values)
    step = next((one for one in (50, 100, 200, 500, 1000) if spread / one <= 8), 2000)
    return step * floor(min(values) / step), step * max(ceil(max(values) / step), floor(min(values) / step) + 1), step


def _short(agent: str) -> str:
    return agent if len(agent) <= 27 else f"{agent[:26]}…"
