"""A record move by move, for people."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from paiyou.records.files import BrokenLine, find_line
from paiyou.records.record import Record
from paiyou.records.replay import walk


def show_line(path: str | Path, number: int, console: Console) -> BrokenLine | None:
    """Print the game on a line of a file, counted from 1; returns what is wrong with it, or None.

    A line that is not there, or empty, is a ValueError.
    """
    line = find_line(path, number)
    return show_record(line, number, console) if isinstance(line, Record) else line


def show_record(record: Record, number: int, console: Console) -> BrokenLine | None:
    """Print a game from deal to score, as far as it is right; returns what is wrong with it, or None."""
    table = Table()
    for heading in ("move", "seat", "plays", "seconds", "from"):
        table.add_column(heading, justify="right" if heading in ("move", "seconds") else "left")
    for line in _heading(record):
        console.print(Text(line), highlight=False, soft_wrap=True)
    wrong = None
    try:
        for step in walk(record):
            if step.number == 1:
                for seat, hand in enumerate(step.state.hands):
                    console.print(Text(f"{_who(record, seat)} holds {_cards(hand)}"), highlight=False, soft_wrap=True)
            seat = step.state.turn
            time = "" if step.seconds is None else f"{step.seconds:.3f}"
            held = Text(_cards(step.state.hands[seat]))
            table.add_row(str(step.number), Text(_who(record, seat)), Text(step.move), time, held)
    except ValueError as error:
        wrong = BrokenLine(number, str(error))
    if table.row_count:
        console.print(table)
    if wrong is None:
        console.print(Text(_ending(record)), highlight=False, soft_wrap=True)
    return wrong


def _heading(record: Record) -> list[str]:
    lines = [record.game + ("" if record.seed is None else f", seed {record.seed}")]
    if record.last is not None:
        lines.append(f"to beat: {record.last[1]} by seat {record.last[0]}")
    lines += [f"{key}: {value}" for key, value in record.info.items()]
    return lines


def _ending(record: Record) -> str:
    if record.result is None:
        return "not finished"
    payoffs = ", ".join(f"{_who(record, seat)} {payoff:+g}" for seat, payoff in enumerate(record.result.payoffs))
    forfeit = record.result.forfeit
    if forfeit is not None:
        return f"{_who(record, forfeit.seat)} forfeits, {forfeit.reason}: {payoffs}"
    return f"everybody declined: {payoffs}" if record.result.redeal else payoffs


def _who(record: Record, seat: int) -> str:
    return f"seat {seat}" + ("" if record.agents is None else f" ({record.agents[seat][:60]})")


def _cards(hand: Any) -> str:
    return hand if isinstance(hand, str) else " ".join(hand)
