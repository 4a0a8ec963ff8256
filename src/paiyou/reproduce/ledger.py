"""The page docs/reproduction.md: its tables are written here from reports, its words by people.

`python -m paiyou.reproduce.ledger reproduction docs` takes over the reports and plots of a folder. A table is between
`<!-- report NAME -->` and `<!-- end -->`.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from paiyou.reproduce.report import Report

TABLE = re.compile(r"(<!-- report (?P<name>[\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def read_report(path: Path) -> Report:
    """A report as `paiyou reproduce` left it."""
    return Report.from_json(json.loads(path.read_text(encoding="utf-8")))


def with_tables(page: str, reports: Path) -> str:
    """The page with every table made anew from the report of its name; one that has no report yet stays as it is."""

    def table(found: re.Match[str]) -> str:
        report = reports / f"{found['name']}.json"
        return f"{found[1]}{read_report(report).markdown()}\n{found[3]}" if report.exists() else found[0]

    return TABLE.sub(table, page)


def take_over(kept: Path, docs: Path) -> list[str]:
    """Copy the reports that the page names, draw their plots, and write the tables; the names that were taken over."""
    page, reports, figures = docs / "reproduction.md", docs / "reproduction", docs / "figures"
    reports.mkdir(exist_ok=True)
    figures.mkdir(exist_ok=True)
    text = page.read_text(encoding="utf-8")
    taken = []
    for found in TABLE.finditer(text):
        source = kept / f"{found['name']}.json"
        if not source.exists():
            continue
        report = read_report(source)
        (reports / source.name).write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
        if report.findings.plot is not None:
            report.findings.plot.draw(figures / f"{report.name}.svg")
        taken.append(report.name)
    page.write_text(with_tables(text, reports), encoding="utf-8")
    return taken


if __name__ == "__main__":
    print(*take_over(Path(sys.argv[1]), Path(sys.argv[2])), sep="\n")
