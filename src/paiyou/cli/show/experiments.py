"""The papers' experiments for people: a table of all of them."""

from __future__ import annotations

from collections.abc import Mapping

from rich.table import Table
from rich.text import Text

PAPERS = ("Whitehouse et al.", "Rui and Wang", "DouZero", "Wu et al.")
"""What titles begin with; an experiment of our own names no paper."""


def experiments_table(experiments: Mapping[str, tuple[str, float]]) -> Table:
    """One row for each, paper by paper: its title, and the share of the paper's deals that it is recorded at."""
    caption = "paiyou reproduce NAME runs one as docs/reproduction.md has it, with --scale X at another scale"
    table = Table("experiment", "what it repeats", "scale", caption=caption, caption_justify="left")
    table.columns[0].no_wrap = True
    table.columns[2].justify = "right"
    for paper in (*PAPERS, ""):
        of_paper = {name: one for name, one in experiments.items() if _paper(one[0]) == paper}
        if of_paper:
            table.add_section()
            table.add_row("", Text(paper or "Ours", style="bold"), "")
        for name, (title, scale) in of_paper.items():
            table.add_row(Text(name, style="bold"), Text(title.removeprefix(f"{paper}, ")), f"{scale:g}")
    return table


def _paper(title: str) -> str:
    return next((one for one in PAPERS if title.startswith(f"{one}, ")), "")
