"""Runs a benchmark and reports it: our figures, the peers', and the ratios."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any

from rich.table import Table

from paiyou.bench import agents, engine, engine_peers, learn, learn_peers, minimax, search, search_peers, solve, worlds
from paiyou.bench.figures import Measure, Work
from paiyou.bench.timing import rate
from paiyou.options import unknown


@dataclass
class Report:
    """What was measured; with peers, each key has the figure of every peer and our ratio to the best of them."""

    figures: dict[str, float] = field(default_factory=dict)
    peers: dict[str, dict[str, float]] | None = None

    @property
    def ratios(self) -> dict[str, float]:
        """Our figure over the best peer's."""
        return {key: self.figures[key] / max(peers.values()) for key, peers in (self.peers or {}).items()}

    def to_json(self) -> dict[str, Any]:
        """As `paiyou bench --json` writes it."""
        result: dict[str, Any] = {"figures": self.figures}
        if self.peers is not None:
            result |= {"peers": self.peers, "ratios": self.ratios}
        return result

    def table(self) -> Table:
        """For people."""
        table = Table()
        table.add_column("figure", no_wrap=True)
        table.add_column("paiyou", justify="right")
        if self.peers is not None:
            table.add_column("peers", justify="right")
            table.add_column("ratio to the best", justify="right")
        for key, value in self.figures.items():
            row = [key, f"{value:,.0f}" if value >= 100 else f"{value:.3g}"]
            if self.peers is not None:
                peers = self.peers.get(key, {})
                row.append("\n".join(f"{name} {figure:,.0f}" for name, figure in peers.items()))
                row.append(f"{self.ratios[key]:.1f}" if peers else "")
            table.add_row(*row)
        return table


Figures = dict[str, Measure]
Peers = dict[str, dict[str, Callable[[], Work]]]

BENCHMARKS: dict[str, tuple[Figures, Peers]] = {
    "engine": (engine.FIGURES, engine_peers.PEERS),
    "agents": (agents.FIGURES, {}),
    "search": (search.FIGURES | minimax.FIGURES | solve.FIGURES, search_peers.PEERS),
    "learn": (learn.FIGURES, learn_peers.PEERS),
    "worlds": (worlds.FIGURES, worlds.PEERS),
}
"""Our figures and the peers' for each benchmark."""

TABLE = "table"
"""The benchmark of the server, which is no list of figures: one run gives them all."""

ProgressBar = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]


def run_bench(what: str, *, with_peers: bool, seconds: float, progress: ProgressBar) -> Report:
    """Measure everything of a benchmark one after the other on one core, each peer right after our own figure."""
    if what not in BENCHMARKS:
        raise unknown("benchmark", what, [*BENCHMARKS, TABLE])
    figures, peers = BENCHMARKS[what]
    if what == "learn" and learn.has_gpu():
        figures = figures | learn.FIGURES_ON_GPU
    if not with_peers:
        peers = {}
    report = Report(peers={} if with_peers else None)
    steps = len(figures) + sum(map(len, peers.values()))
    with progress(f"bench {what}", steps) as advance:
        for key, measure in figures.items():
            try:
                report.figures[key] = measure(seconds)
            except ModuleNotFoundError as missing:
                extra = "interop" if what == "worlds" else "train"
                raise ValueError(f"this needs the package {missing.name}: pip install 'paiyou[{extra}]'") from None
            advance(1)
            for peer, make_peer in peers.get(key, {}).items():
                assert report.peers is not None
                try:
                    work = make_peer()
                except ModuleNotFoundError as missing:
                    raise ValueError(
                        f"--peers needs the package {missing.name}: pip install open_spiel rlcard gitpython, "
                        "and pip install --no-deps douzero"
                    ) from None
                report.peers.setdefault(key, {})[peer] = rate(work, seconds)
                advance(1)
    return report


def run_table_bench(
    *, tables: int | None, seconds: float | None, kill: bool, games: int | None, progress: ProgressBar
) -> Report:
    """Measure the server: many tables at once for some time, or its memory over so many games."""
    from paiyou.bench import table  # here: nobody else needs the server's packages

    if games is not None:
        if kill or tables is not None or seconds is not None:
            raise ValueError("--games measures memory, on tables of its own; leave out --tables, --seconds and --kill")
        if not table.FEWEST_GAMES <= games <= 1_000_000:
            raise ValueError(f"games must be {table.FEWEST_GAMES} to 1000000, not {games}")
        with progress("bench table: games", games) as advance:
            return Report(table.memory(games, advance=advance))
    tables, seconds = table.TABLES if tables is None else tables, table.SECONDS if seconds is None else seconds
    if not 1 <= tables <= 10_000:
        raise ValueError(f"tables must be 1 to 10000, not {tables}")
    if not 1 <= seconds <= 3600:
        raise ValueError(f"seconds must be 1 to 3600 for the table, not {seconds}")
    with progress("bench table", tables + int(seconds)) as advance:
        return Report(table.load(tables, seconds, kill=kill, advance=advance))
