"""A ladder for people, in the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from paiyou.arena.measures import MEASURES
from paiyou.ladder.standing import Ladder, Place


def print_ladder(ladder: Ladder, console: Console) -> None:
    """The ratings, then who did how against whom."""
    title = f"{ladder.game}: {len(ladder.places)} agents, up to {ladder.deals:,} deals a pair, seed {ladder.seed}"
    table = Table(title=Text(title), title_justify="left")
    table.add_column("", justify="right")
    table.add_column("agent", overflow="fold")
    table.add_column("rating", justify="right")
    table.add_column("95% interval", justify="right")
    table.add_column("against the equilibrium", justify="right")
    for number, place in enumerate(ladder.places, 1):
        interval = "anchor" if place.anchor else f"{place.rating.low:,.0f} to {place.rating.high:,.0f}"
        table.add_row(str(number), Text(place.agent), f"{place.rating.mean:,.0f}", interval, _nash(place))
    console.print(table, highlight=False)
    console.print(_matrix(ladder, "wp"), highlight=False)
    console.print(_matrix(ladder, "points"), highlight=False)
    said = [f"WP of the row against the column, in percent; {MEASURES[ladder.measure].title}: {ladder.unit}"]
    said += [f"{place.agent} saw all hands" for place in ladder.places if place.clairvoyant]
    said += [f"{place.agent} forfeited {place.forfeits:,} games" for place in ladder.places if place.forfeits]
    said += [f"not in it: {agent}, since {reason}" for agent, reason in ladder.left_out.items()]
    said += [
        f"{agent} is held at {ladder.anchors[agent]:,.0f}; by these games alone it would be at {by:+,.0f} of that"
        for agent, by in ladder.drift.items() if by
    ]  # fmt: skip
    if ladder.places[0].nash_share is None:
        said.append("no equilibrium: it needs all pairs and the package scipy, pip install 'paiyou[experiments]'")
    for line in said:
        console.print(line, style="dim", markup=False, highlight=False, soft_wrap=True)


def _nash(place: Place) -> str:
    if place.nash_share is None:
        return ""
    weight = f" (weight {place.nash_weight:.2f})" if place.nash_weight else ""
    return f"{100 * place.nash_share.mean:.1f}%{weight}"


def _matrix(ladder: Ladder, key: str) -> Table:
    table = Table(title="WP" if key == "wp" else MEASURES[ladder.measure].title, title_justify="left")
    table.add_column("", overflow="fold")
    for number in range(1, len(ladder.places) + 1):
        table.add_column(str(number), justify="right")
    for number, row in enumerate(ladder.places, 1):
        cells = []
        for column in ladder.places:
            pair = ladder.pair(row.agent, column.agent)
            figure = None if pair is None else getattr(pair, key).mean
            cells.append("" if figure is None else f"{100 * figure:.1f}" if key == "wp" else f"{figure:.2f}")
        table.add_row(Text(f"{number} {row.agent}"), *cells)
    return table
