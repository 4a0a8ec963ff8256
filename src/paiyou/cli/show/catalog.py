"""Games and agents for people: a table of all, and one with its presets and options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from paiyou.options import Option

PLACEHOLDERS: Mapping[type, str] = {bool: "on|off", int: "N", float: "X", str: "TEXT"}
"""What stands for a value of an option that takes any of its kind."""


def catalog_table(kind: str, lines: Mapping[str, str]) -> Table:
    """One row for each name, with what it is in a line."""
    table = Table(kind, "what it is", caption=f"paiyou {kind}s NAME shows its options", caption_justify="left")
    table.columns[0].no_wrap = True
    for name, line in lines.items():
        table.add_row(Text(name, style="bold"), Text(line))
    return table


def print_entry(
    name: str, line: str, options: Mapping[str, Option], console: Console, *, presets: Sequence[str] = ()
) -> None:
    """All there is to know about one of them, and how it is named with its options."""
    console.print(Text(name, style="bold"), Text(line), highlight=False)
    if presets:
        console.print(f"presets: {', '.join(presets)}, as in {name}:{presets[-1]}", highlight=False, markup=False)
    if not options:
        return
    table = Table("option", "value", "what it does")
    table.columns[0].no_wrap = True
    for option_name, option in options.items():
        table.add_row(option_name, Text(placeholder(option)), Text(option.help))
    console.print(table)
    names = list(options)[:2]
    example = ",".join(f"{one}={placeholder(options[one]).partition('|')[0]}" for one in names)
    console.print(f"Options follow the name: {name}:{example}", highlight=False, markup=False)


def placeholder(option: Option) -> str:
    """The values that an option takes, as help texts write them."""
    return "|".join(option.choices) or PLACEHOLDERS[option.kind]
