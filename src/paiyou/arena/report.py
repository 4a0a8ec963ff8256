"""A match's result for people."""

from __future__ import annotations

from math import isfinite, isnan

from rich.console import Console
from rich.table import Table
from rich.text import Text

from paiyou.arena.match import MatchResult
from paiyou.arena.measures import MEASURES
from paiyou.arena.statistics import Estimate

FORFEITS_SHOWN = 5


def print_result(result: MatchResult, console: Console) -> None:
    """One row per measure, one column per agent, what the measures are, and whatever went wrong."""
    keys = list(result.players[0].measures)
    names = [f"{letter}: {player.name}" for letter, player in zip("ABCD", result.players, strict=False)]
    title = f"{result.game}: {result.deals:,} deals, {result.games:,} games, seed {result.seed}"
    table = Table(title=Text(title), title_justify="left")
    table.add_column("", no_wrap=True)
    for name in names:
        table.add_column(Text(name), justify="right", overflow="fold", min_width=len("-123.4 ± 12.3"))
    for key in keys:
        table.add_row(MEASURES[key].title, *(written(player.measures[key]) for player in result.players))
    console.print(table, highlight=False)
    for key in keys:
        unit = MEASURES[key].unit or result.unit
        console.print(f"{MEASURES[key].title}: {unit}", style="dim", markup=False, highlight=False)
    console.print("±: half of a 95% interval, taken over deals", style="dim", markup=False, highlight=False)
    if result.clairvoyant:
        console.print(f"Saw all hands: {', '.join(result.clairvoyant)}", markup=False)
    for player, name in zip(result.players, names, strict=False):
        if player.forfeits:
            said = f"{name} forfeited {player.forfeits:,} of {result.games:,} games"
            console.print(said, style="yellow", markup=False, highlight=False)
    for forfeit in result.forfeits[:FORFEITS_SHOWN]:
        console.print(f"  {forfeit}", highlight=False, markup=False)
    if len(result.forfeits) > FORFEITS_SHOWN:
        console.print(f"  and {len(result.forfeits) - FORFEITS_SHOWN:,} more; --json lists them all")
    console.print(f"{result.seconds:.1f} s", highlight=False)


def written(estimate: Estimate) -> str:
    """A mean and half the width of its interval, short."""
    if isnan(estimate.mean):
        return "-"
    digits = 1 if abs(estimate.mean) >= 10 else 3
    if not isfinite(estimate.low):
        return f"{estimate.mean:.{digits}f}"
    return f"{estimate.mean:.{digits}f} ± {(estimate.high - estimate.low) / 2:.{digits}f}"
