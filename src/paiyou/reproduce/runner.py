"""Runs an experiment: what is not kept yet is done on all cores, kept, and reported."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from math import isfinite
from pathlib import Path

from paiyou.arena.workers import require_cores, require_place
from paiyou.reproduce.experiment import Experiment
from paiyou.reproduce.report import Report
from paiyou.reproduce.run_tasks import run_tasks
from paiyou.reproduce.store import Store

ProgressBar = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]
"""Takes a title and the number of steps; gives what moves the bar on."""


def reproduce(
    experiment: Experiment,
    *,
    scale: float | None = None,
    seed: int = 1,
    on: str = "local",
    cores: int | None = None,
    into: Path = Path("reproduction"),
    fresh: bool = False,
    progress: ProgressBar | None = None,
) -> Report:
    """Run an experiment, or go on with it, here or on a Ray cluster (`on`); what it leaves is in the folder `into`.

    Example: `reproduce(find("whitehouse-mini"), scale=0.01).table()`.
    """
    scale = experiment.recorded if scale is None else scale
    if not (isfinite(scale) and 0 < scale <= 10):
        raise ValueError(f"scale must be above 0 and at most 10, not {scale}")
    if not 0 <= seed < 2**64:
        raise ValueError(f"seed must be a whole number from 0 to 2**64 - 1, not {seed}")
    require_place(on)
    require_cores(cores)  # before `fresh` forgets anything
    store = Store(into / f"{experiment.name}-seed{seed}.jsonl", fresh=fresh)
    tasks = experiment.tasks(scale, seed)
    with (progress or no_bar)(experiment.name, sum(task.steps for task in tasks)) as advance:
        run_tasks(tasks, store, on=on, cores=cores, advance=advance)
    report = Report(
        name=experiment.name,
        title=experiment.title,
        scale=scale,
        seed=seed,
        size=experiment.size(scale),
        seconds=round(sum(store.seconds[task.key] for task in tasks), 1),
        findings=experiment.findings(store.results, scale, seed),
    )
    write(report, into)
    return report


def write(report: Report, into: Path) -> None:
    """Leave the report and, where it can be drawn, the plot in a folder."""
    text = json.dumps(report.to_json(), ensure_ascii=False, indent=1, allow_nan=False)
    (into / f"{report.name}.json").write_text(text + "\n", encoding="utf-8")
    if report.findings.plot is not None and can_draw():
        report.findings.plot.draw(into / f"{report.name}.svg")


def can_draw() -> bool:
    """Whether Matplotlib is installed."""
    from importlib.util import find_spec

    return find_spec("matplotlib") is not None


@contextmanager
def no_bar(_title: str, _total: int) -> Iterator[Callable[[int], None]]:
    """For those who look at none."""
    yield lambda _: None
