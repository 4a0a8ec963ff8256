"""A match's result, and the count of blunders, for people."""

from __future__ import annotations

from math import isfinite, isnan

from rich.console import Console
from rich.table import Table
from rich.text import Text

from paiyou.arena.blunders import KINDS, BlunderReport
from paiyou.arena.match import MatchResult
from paiyou.arena.measures import MEASURES
from paiyou.arena.sequential import SequentialTest
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
    if (failed := sum(player.forfeits for player in result.players)) > FORFEITS_SHOWN:
        listed = "them all" if failed == len(result.forfeits) else f"{len(result.forfeits):,} of them"
        console.print(f"  and {failed - FORFEITS_SHOWN:,} more; --json lists {listed}", highlight=False)
    for key, controlled in result.controlled.items():
        said = f"A's {MEASURES[key].title} with the deals' worth as control variate: {written(controlled.estimate)}"
        factor = controlled.factor
        said += f"; as good as {factor.mean:.3f} times the deals (95%: {factor.low:.3f} to {factor.high:.3f})"
        console.print(said, markup=False, highlight=False, soft_wrap=True)
    if result.test is not None:
        for line in _told(result.test):
            console.print(line, markup=False, highlight=False, soft_wrap=True)
    console.print(f"{result.seconds:.1f} s", highlight=False)


def _told(test: SequentialTest) -> list[str]:
    """How a sequential test ended, and what it saved."""
    against = f"A is {test.high:+g} Elo against {test.low:+g}, each wrong with a chance of {test.error:.2g}"
    ratio = f"log-likelihood ratio {test.ratio:+.2f}, bounds ±{test.bound:.2f}"
    fixed, deals = test.fixed_deals, test.deals
    if test.accepted is None:
        return [f"{against}: not decided by {deals:,} deals ({ratio})"]
    found = f"{against}: decided for {getattr(test, test.accepted):+g} after {deals:,} deals ({ratio})"
    saved = f"saved {1 - deals / fixed:.0%}" if deals < fixed else "nothing saved this time"
    return [
        found,
        f"a test of fixed length that errs as rarely would take {fixed:,} deals: {saved}",
        "± takes no account of when the match was stopped",
    ]


def print_blunders(report: BlunderReport, console: Console) -> None:
    """One row per kind, then some of the positions."""
    title = f"{report.agent} with itself in {report.game}: {report.games:,} games, seed {report.seed}"
    table = Table("blunder", "number", "games with it, in 1,000", title=Text(title), title_justify="left")
    for kind, meaning in KINDS.items():
        share = report.per_1000[kind]
        figure = f"{share.mean:.1f} [{share.low:.1f}, {share.high:.1f}]"
        table.add_row(f"{kind}: {meaning}", f"{report.counts[kind]:,}", Text(figure, no_wrap=True))
    console.print(table, highlight=False)
    said = [
        f"{report.decisions:,} decisions, {report.with_kickers:,} moves with kickers that did not end the game",
        f"{report.endgames:,} endgames of at most {report.max_deals:,} possible deals, "
        f"{report.sure:,} with a sure move, {report.unsolved:,} too large to solve",
    ]
    if report.forfeits:
        said.append(f"{report.forfeits:,} games were forfeited")
    for example in report.examples:
        last = "leads" if example.last is None else f"answers {example.last[1]} of seat {example.last[0]}"
        better = f", better {example.better}" if example.better else ""
        where = f"seed {example.seed}, ply {example.ply}"
        said.append(
            f"  {example.kind}: seat {example.seat} with {example.hand} {last}: {example.move}{better} ({where})"
        )
    for line in [*said, f"{report.seconds:.1f} s"]:
        console.print(line, markup=False, highlight=False, soft_wrap=True)


def written(estimate: Estimate) -> str:
    """A mean and half the width of its interval, short."""
    if isnan(estimate.mean):
        return "-"
    digits = 1 if abs(estimate.mean) >= 10 else 3
    if not isfinite(estimate.low):
        return f"{estimate.mean:.{digits}f}"
    return f"{estimate.mean:.{digits}f} ± {(estimate.high - estimate.low) / 2:.{digits}f}"
