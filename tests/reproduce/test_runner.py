import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, replace
from io import StringIO

import pytest
from rich.console import Console
from typer.testing import CliRunner

from paiyou.arena.statistics import Estimate
from paiyou.cli import app
from paiyou.reproduce.claims import Claim, Row
from paiyou.reproduce.experiment import Experiment, scaled
from paiyou.reproduce.plots import Plot, Series
from paiyou.reproduce.registry import EXPERIMENTS, find
from paiyou.reproduce.report import Findings, Report
from paiyou.reproduce.runner import reproduce
from patience import PATIENCE


@dataclass(frozen=True)
class Square:
    number: int
    log: str

    @property
    def key(self):
        return f"square {self.number}"

    steps = 2

    def run(self):
        with open(self.log, "a") as file:  # noqa: PTH123
            file.write(f"{self.number}\n")
        return self.number**2


class Squares(Experiment):
    name = "squares"
    title = "Squares of numbers"
    recorded = 0.5

    def __init__(self, log):
        self.log = str(log)

    def tasks(self, scale, seed):
        del seed
        return [Square(number, self.log) for number in range(scaled(10, scale))]

    def size(self, scale):
        return f"{scaled(10, scale)} numbers"

    def findings(self, results, scale, seed):
        values = [float(results[task.key]) for task in self.tasks(scale, seed)]
        line = Plot("squares", "n", "n x n", (Series("ours", (1.0,), (Estimate.of(values),)),), percent=False)
        return Findings((Row("mean", Estimate.of(values), Claim.figure(6, 0), percent=False),), line, ("a note",))


def test_what_is_kept_is_not_done_again(tmp_path):
    log = tmp_path / "log"
    first = reproduce(Squares(log), into=tmp_path, cores=1)
    assert first.scale == 0.5
    assert log.read_text().split() == list("01234")
    again = reproduce(Squares(log), into=tmp_path, cores=1)
    assert again == first
    larger = reproduce(Squares(log), scale=0.7, into=tmp_path, cores=2)
    assert sorted(log.read_text().split()) == list("0123456")
    assert larger.findings.rows[0].ours.mean == 13
    reproduce(Squares(log), into=tmp_path, cores=1, fresh=True)
    assert len(log.read_text().split()) == 12
    reproduce(Squares(log), into=tmp_path, cores=1, seed=2)
    assert len(log.read_text().split()) == 17, "another seed is another experiment"


def test_the_bar_moves_by_steps_and_counts_what_is_kept(tmp_path):
    class Bar:
        def __init__(self):
            self.seen = []

        def __call__(self, title, total):
            self.seen.append((title, total))
            return self

        def __enter__(self):
            return self.seen.append

        def __exit__(self, *_):
            pass

    bar = Bar()
    reproduce(Squares(tmp_path / "log"), scale=0.3, into=tmp_path, cores=1, progress=bar)
    assert bar.seen == [("squares", 6), 0, 2, 2, 2]
    bar = Bar()
    reproduce(Squares(tmp_path / "log"), into=tmp_path, cores=1, progress=bar)
    assert bar.seen == [("squares", 10), 6, 2, 2]


def test_report_and_plot_are_left_in_the_folder(tmp_path):
    report = reproduce(Squares(tmp_path / "log"), into=tmp_path / "out", cores=1)
    kept = json.loads((tmp_path / "out" / "squares.json").read_text())
    assert kept == report.to_json()
    assert Report.from_json(kept) == report
    assert "<svg" in (tmp_path / "out" / "squares.svg").read_text()[:1000]
    assert kept["command"] == "paiyou reproduce squares --scale 0.5 --seed 1"
    assert kept["rows"][0]["verdict"] == "agrees"


def test_the_report_reads_well(tmp_path):
    report = reproduce(Squares(tmp_path / "log"), into=tmp_path, cores=1)
    lines = report.markdown().splitlines()
    assert lines[0].startswith("`paiyou reproduce squares --scale 0.5 --seed 1`: 5 numbers, 0 s on one core.")
    assert lines[2:5] == [
        "| figure | paper | Paiyou | verdict |",
        "|---|---|---|---|",
        f"| mean | 6 | {report.findings.rows[0].shown()} | agrees |",
    ]
    assert lines[-1] == "a note"
    assert report.table().row_count == 1


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"scale": 0.0}, "scale must be above 0"),
        ({"scale": float("nan")}, "scale must be above 0"),
        ({"scale": 11}, "at most 10"),
        ({"seed": -1}, "seed must be"),
        ({"cores": 0}, "cores must be"),
    ],
)
def test_bad_input_is_refused(tmp_path, wrong, sentence):
    with pytest.raises(ValueError, match=sentence):
        reproduce(Squares(tmp_path / "log"), into=tmp_path, **wrong)


def test_what_is_kept_outlives_bad_input(tmp_path):
    reproduce(Squares(tmp_path / "log"), into=tmp_path, cores=1)
    kept = (tmp_path / "squares-seed1.jsonl").read_bytes()
    for wrong in ({"scale": 0.0}, {"seed": -1}, {"cores": 0}):
        with pytest.raises(ValueError, match="must be"):
            reproduce(Squares(tmp_path / "log"), into=tmp_path, fresh=True, **wrong)
    assert (tmp_path / "squares-seed1.jsonl").read_bytes() == kept


def test_the_table_says_where_there_are_too_few(tmp_path):
    report = reproduce(Squares(tmp_path / "log"), into=tmp_path, cores=1)
    alike = Row("two alike", Estimate.of([0.5, 0.5]), Claim.percent(50))
    screen = Console(file=StringIO(), width=100)
    screen.print(replace(report, findings=Findings((alike,))).table())
    assert "50.0% [too few]" in screen.file.getvalue()


def test_the_command_says_that_a_plot_needs_matplotlib(tmp_path, monkeypatch):
    small = ["reproduce", "whitehouse-branching", "--scale", "0.01", "--cores", "1", "--into", str(tmp_path)]
    told = CliRunner().invoke(app, small)
    assert "plot are in" in told.output
    assert "matplotlib" not in told.output
    plot = (tmp_path / "whitehouse-branching.svg").stat()
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    told = CliRunner().invoke(app, small)
    assert told.exit_code == 0
    assert "pip install 'paiyou[experiments]'" in told.output
    assert "plot are in" not in told.output
    assert (tmp_path / "whitehouse-branching.svg").stat() == plot, "an earlier plot is no sign that this one was drawn"
    json.loads(CliRunner().invoke(app, [*small, "--json"]).stdout)


def test_unknown_experiments_are_told():
    with pytest.raises(ValueError, match="unknown experiment 'whitehouse-fig2': did you mean whitehouse-fig3"):
        find("whitehouse-fig2")


def test_an_experiment_that_is_killed_goes_on(tmp_path):
    """`kill -9` in the middle of a real one; the figures are those of a run in one piece."""
    name, scale = "whitehouse-branching", "0.4"
    command = [sys.executable, "-m", "paiyou", "reproduce", name, "--scale", scale, "--cores", "1", "--json"]
    kept = tmp_path / f"{name}-seed1.jsonl"
    process = subprocess.Popen(
        [*command, "--into", str(tmp_path)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    while process.poll() is None and (not kept.exists() or len(kept.read_bytes().splitlines()) < 4):
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    before = kept.read_bytes()
    before = before[: before.rfind(b"\n") + 1]
    assert 4 <= len(before.splitlines()) < 1 + len(EXPERIMENTS[name].tasks(float(scale), 1))
    resumed = reproduce(EXPERIMENTS[name], scale=float(scale), into=tmp_path, cores=2)
    assert kept.read_bytes().startswith(before)
    whole = reproduce(EXPERIMENTS[name], scale=float(scale), into=tmp_path / "whole", cores=2)
    assert resumed.findings == whole.findings


def test_an_interrupt_says_how_to_go_on(tmp_path):
    command = [
        sys.executable,
        "-m",
        "paiyou",
        "reproduce",
        "whitehouse-branching",
        "--into",
        str(tmp_path),
        "--cores",
        "2",
    ]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    kept = tmp_path / "whitehouse-branching-seed1.jsonl"
    while process.poll() is None and (not kept.exists() or len(kept.read_bytes().splitlines()) < 3):
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    printed, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert printed == ""
    assert "stopped; the same command goes on where it was" in complaint
    assert "Traceback" not in complaint
