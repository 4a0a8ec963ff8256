"""Model cards for people: the list of models, and one whole card."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from rich.console import Console
from rich.table import Table
from rich.text import Text

from paiyou.models.card import MEASURES, ModelCard

OBJECTIVES = {"wp": "to win", "adp": "to win points", "logadp": "to win points, on a logarithmic scale"}


def models_table(cards: Mapping[str, ModelCard]) -> Table:
    """One row for each model."""
    table = Table("model", "game", "trained", "frames", "time", "weights")
    for column in table.columns[:2]:
        column.no_wrap = True
    for name, card in cards.items():
        frames, parameters = (f"{number / 1e6:,.1f} M" for number in (card.frames, card.parameters))
        table.add_row(Text(name), card.game, _aim(card), frames, _time(card), parameters)
    return table


def print_card(card: ModelCard, console: Console) -> None:
    """All there is to know about a model."""
    said = Table(show_header=False, title=Text(f"{card.name}: {card.title}"), title_justify="left")
    rows = {
        "game": card.game,
        "trained": _aim(card),
        "frames": f"{card.frames:,}",
        "time": _time(card),
        "hardware": card.hardware,
        "parameters": f"{card.parameters:,}",
        "networks": "one for all positions" if card.shared else "one for each position",
        "is told": _told(card),
    }
    for name, value in rows.items():
        said.add_row(name, Text(value))
    console.print(said)
    if card.results:
        console.print(_results(card))
        for result in card.results:
            console.print(f"  {result.command}", markup=False, highlight=False, soft_wrap=True)
    for note in card.notes:
        console.print(f"- {note}", markup=False, highlight=False)


def _results(card: ModelCard) -> Table:
    measures = [key for key in MEASURES if any(getattr(result, key) for result in card.results)]
    table = Table("against", "game", "deals", "seed", *(key.upper() for key in measures), title_justify="left")
    table.title = "results, with 95% intervals"
    for result in card.results:
        figures = (getattr(result, key) for key in measures)
        table.add_row(
            Text(result.opponent),
            Text(result.game),
            f"{result.deals:,}",
            str(result.seed),
            *(Text("" if figure is None else str(figure)) for figure in figures),
        )
    return table


def _aim(card: ModelCard) -> str:
    return f"to play like {card.imitates}" if card.imitates else OBJECTIVES[card.objective]


def _told(card: ModelCard) -> str:
    if card.kind != "facts":
        return "the layout of DouZero"
    return f"facts, the last {card.history} moves" if card.history else "facts"


def _time(card: ModelCard) -> str:
    return str(timedelta(seconds=round(card.seconds)))
