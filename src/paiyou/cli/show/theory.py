"""Equilibria and exploitabilities, for people."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from paiyou.theory.equilibrium import Equilibrium
from paiyou.theory.exploiting import Exploitability


def equilibrium_tables(found: Equilibrium) -> list[Table]:
    """What the game is worth and how large it is, and how CFR+ came closer."""
    form = found.tree.form
    facts = Table(show_header=False, title=f"Equilibrium of {found.game}", min_width=40)
    facts.add_row("value for player 1", f"{found.value:+.6f}")
    facts.add_row("between", f"{found.last.low:+.6f} and {found.last.high:+.6f}")
    facts.add_row("information sets", " and ".join(f"{form.information_sets(player):,}" for player in (0, 1)))
    facts.add_row("sequences", " and ".join(f"{form.sequences(player):,}" for player in (0, 1)))
    facts.add_row("ends", f"{form.number_of_ends:,}")
    facts.add_row("made in", f"{found.build_seconds:.2f} s")
    facts.add_row("an iteration", f"{1000 * found.last.seconds / found.last.iterations:,.1f} ms")
    steps = Table("iterations", "exploitability", "seconds")
    for column in steps.columns:
        column.justify = "right"
    for step in found.steps:
        steps.add_row(f"{step.iterations:,}", f"{step.exploitability:.2e}", f"{step.seconds:.1f}")
    return [facts, steps]


def exploitability_table(results: Sequence[Exploitability]) -> Table:
    """Policies beside each other, in the order given; all of one game."""
    table = Table(
        title=f"What policies lose beyond the value of {results[0].game}",
        caption="To a best opponent who knows the policy, in either seat and as a mean, the exploitability; "
        "and to one who plays the equilibrium.",
    )
    table.add_column("policy", overflow="fold")
    for heading in ("as player 1", "as player 2", "mean", "to the equilibrium", "asked at"):
        table.add_column(heading, justify="right")
    for result in results:
        losses = [*(result.beyond_value or (None, None)), result.exploitability, result.lost_to_equilibrium]
        asked = f"{sum(result.asked):,}" if sum(result.asked) else ""
        table.add_row(result.policy, *("" if loss is None else f"{round(loss, 4) + 0.0:.4f}" for loss in losses), asked)
    return table
