"""A match's result for people."""

from __future__ import annotations

from math import isfinite, isnan

from rich.console import Console
from rich.table import Table

from paiyou.arena.match import MatchResult
from paiyou.arena.measures import MEASURES
from paiyou.arena.statistics import Estimate

FORFEITS_SHOWN = 5


def print_result(result: MatchResult, console: Console) -> None:
    """One row per measure, one column per agent, then whatever went wrong."""
    names = [f"{letter}: {player.name}" for letter, player in zip("ABCD", result.players, strict=False)]
    title = f"{result.game}: {result.deals:,} deals, {result.games:,} games, seed {result.seed}"
    table = Table(title=title, title_justify="left")
    table.caption, table.caption_justify = "± is half of a 95% interval, taken over deals", "left"
    table.add_column("measure", no_wrap=True)
    for name in names:
        table.add_column(name, no_wrap=True)
    table.add_column("unit")
    for key in result.players[0].measures:
        estimates = [player.measures[key] for player in result.players]
        unit = MEASURES[key].unit or result.unit
        table.add_row(MEASURES[key].title, *map(written, estimates), unit)
    console.print(table, highlight=False)
    if result.clairvoyant:
        console.print(f"Saw all hands: {', '.join(result.clairvoyant)}")
    for player, name in zip(result.players, names, strict=False):
        if player.forfeits:
            console.print(f"{name} forfeited {player.forfeits:,} of {result.games:,} games", style="yellow")
    for forfeit in result.forfeits[:FORFEITS_SHOWN]:
        console.print(f"  {forfeit}", highlight=False, markup=False)
    if len(result.forfeits) > FORFEITS_SHOWN:
        console.print(f"  and {len(result.forfeits) - FORFEITS_SHOWN:,} more; --json lists them all")
    console.print(f"{result.seconds:.1f} s", highlight=False)


def written(estimate: Estimate) -> str:
    """A mean and half the width of its interval, short."""
    if isnan(estimate.mean):
        return "-"
    if not isfinite(estimate.low):
        return f"{estimate.mean:.3f}"
    digits = 1 if abs(estimate.mean) >= 10 else 3
    return f"{estimate.mean:.{digits}f} ± {(estimate.high - estimate.low) / 2:.{digits}f}"
