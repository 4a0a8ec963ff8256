"""What an experiment found: rows of figures, notes, a plot; as a table, as Markdown, as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.markup import escape
from rich.table import Table

from paiyou.reproduce.claims import Row
from paiyou.reproduce.plots import Drawing, read_drawing

STYLES = {"agrees": "green", "differs": "red", "open": "yellow", "": ""}


@dataclass(frozen=True)
class Findings:
    """What follows from the results of an experiment."""

    rows: tuple[Row, ...]
    plot: Drawing | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Report:
    """Findings together with how they were come by."""

    name: str
    title: str
    scale: float
    seed: int
    size: str
    """How much was played, in words."""
    seconds: float
    """Of computing, summed over cores."""
    findings: Findings

    @property
    def command(self) -> str:
        """What gives these figures again."""
        return f"paiyou reproduce {self.name} --scale {self.scale:g} --seed {self.seed}"

    def to_json(self) -> dict[str, Any]:
        """As `paiyou reproduce --json` writes it."""
        plot = None if self.findings.plot is None else self.findings.plot.to_json()
        return {
            "name": self.name,
            "title": self.title,
            "command": self.command,
            "scale": self.scale,
            "seed": self.seed,
            "size": self.size,
            "seconds": self.seconds,
            "rows": [row.to_json() for row in self.findings.rows],
            "notes": list(self.findings.notes),
            "plot": plot,
        }

    @staticmethod
    def from_json(report: dict[str, Any]) -> Report:
        """What `to_json` wrote."""
        findings = Findings(
            tuple(map(Row.from_json, report["rows"])),
            None if report["plot"] is None else read_drawing(report["plot"]),
            tuple(report["notes"]),
        )
        return Report(findings=findings, **{key: report[key] for key in _FIELDS})

    def table(self) -> Table:
        """For people."""
        table = Table(title=self.title, caption=self._caption(), title_justify="left", caption_justify="left")
        for column in _COLUMNS:
            table.add_column(column, justify="left" if column in ("figure", "verdict") else "right")
        for row in self.findings.rows:
            figures = map(escape, _cells(row)[:-1])  # "[too few]" is no markup
            table.add_row(*figures, f"[{STYLES[row.verdict]}]{row.verdict}[/]" if row.verdict else "")
        return table

    def markdown(self) -> str:
        """The command, the table and the notes as they stand in docs/reproduction.md."""
        lines = [f"`{self.command}`: {self.size}, {self.duration()} on one core.", ""]
        lines += markdown_table(_COLUMNS, [_cells(row) for row in self.findings.rows])
        lines += [line for note in self.findings.notes for line in ("", note)]
        return "\n".join(lines)

    def duration(self) -> str:
        """The time it took, in words."""
        if self.seconds < 90:
            return f"{self.seconds:.0f} s"
        return f"{self.seconds / 60:.0f} min" if self.seconds < 5400 else f"{self.seconds / 3600:.1f} h"

    def _caption(self) -> str:
        lines = [f"{self.size}; {self.duration()} of computing; 95% intervals over deals", *self.findings.notes]
        return "\n".join(lines)


_FIELDS = ("name", "title", "scale", "seed", "size", "seconds")
_COLUMNS = ("figure", "paper", "Paiyou", "verdict")


def _cells(row: Row) -> tuple[str, ...]:
    return row.what, "" if row.paper is None else row.paper.text, row.shown(), row.verdict


def markdown_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Lines of a table in Markdown."""
    return [
        "| " + " | ".join(columns) + " |",
        "|" + "---|" * len(columns),
        *("| " + " | ".join(cells) + " |" for cells in rows),
    ]
