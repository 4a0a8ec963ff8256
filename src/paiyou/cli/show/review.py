"""A review of a game, for people."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from paiyou.agents.registry import agent_classes
from paiyou.options import split_spec
from paiyou.review import Decision, Judged, Review, Summary


def print_review(review: Review, names: tuple[str, ...] | None, console: Console) -> None:
    """Print every decision with the judge's opinion, and each seat's game in a sentence; `names` say who played."""
    line = agent_classes()[split_spec(review.agent)[0]].line
    judge = f"{review.game}, judged by {review.agent} ({line}) from what each seat saw: an opinion, no proof"
    console.print(Text(judge), highlight=False, soft_wrap=True)
    table = Table()
    for heading in ("move", "seat", "plays", "verdict", "the judge"):
        table.add_column(heading, justify="right" if heading == "move" else "left", overflow="fold")
    for number, decision in enumerate(review.decisions, 1):
        table.add_row(str(number), _who(decision.seat, names), decision.move, _verdict(decision), _opinion(decision))
    console.print(table)
    for seat, summary in enumerate(review.summaries):
        console.print(Text(f"{_who(seat, names)}: {in_words(summary)}"), highlight=False, soft_wrap=True)


def in_words(summary: Summary) -> str:
    """A seat's game in a sentence: "12 of 14 moves as good as the judge's; 1 mistake"."""
    if not summary.decisions:
        return "nothing to judge"
    faults = [
        f"{count} {fault if count == 1 else many}"
        for fault, many in (("blunder", "blunders"), ("mistake", "mistakes"), ("inaccuracy", "inaccuracies"))
        if (count := summary.verdicts.get(fault, 0))
    ]
    return "; ".join([f"{summary.best} of {summary.decisions} moves as good as the judge's", *faults])


def _who(seat: int, names: tuple[str, ...] | None) -> str:
    return f"seat {seat}" + ("" if names is None else f" ({names[seat][:60]})")


def _verdict(decision: Decision) -> str:
    return f"choice {decision.made.rank} of {decision.moves}" if decision.verdict == "other" else decision.verdict


def _opinion(decision: Decision) -> str:
    """The judge's best moves, and the one made where it is not among them."""
    told = [*decision.told] if decision.made in decision.told or not decision.told else [*decision.told, decision.made]
    return ", ".join(_judged(judged, decision.told[0], decision.unit) for judged in told)


def _judged(judged: Judged, best: Judged, unit: str) -> str:
    if judged.value is None or best.value is None:
        return judged.move
    # A result between -1 and 1 is a chance to win; of points the judge knows the differences better than the sums.
    if unit == "result":
        points = "" if judged.points is None else f" {judged.points:+.0f}"
        return f"{judged.move} {50 + 50 * judged.value:.0f}%{points}"
    if judged is best:
        return judged.move
    loss = judged.value - best.value
    return f"{judged.move} {loss:+.0f}" if abs(loss) >= 10 else f"{judged.move} {loss:+.1f}"
