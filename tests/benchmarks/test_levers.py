"""Levers beside their baseline: what differs, what the table says of a log, and runs that nobody ends."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType

import pytest

pytest.importorskip("torch")

from patience import PATIENCE

PROGRAM = Path(__file__).parents[2] / "benchmarks" / "levers.py"
SMALL = (
    "game=mini-doudizhu", "start=", "rival=", "opponents=random", "games=4", "minibatch=4", "width=16",
    "state_width=16", "depth=1", "evaluation_deals=4", "device=cpu", "hours=0", "frames=600",
)  # fmt: skip
SETTINGS = [word for setting in SMALL for word in ("--set", setting)]


@pytest.fixture(scope="module")
def levers() -> ModuleType:
    spec = importlib.util.spec_from_file_location("levers", PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["levers"] = module
    spec.loader.exec_module(module)
    return module


def test_a_lever_is_what_differs(levers: ModuleType) -> None:
    run = levers.changed(levers.USUAL, ["target=oracle", "oracle_final=0", "league=4"])
    assert (run.target, run.oracle_final, run.league, run.width) == ("oracle", 0.0, 4, levers.USUAL.width)
    assert levers.changed(levers.USUAL, []) == levers.USUAL
    with pytest.raises(ValueError, match=r"'luck=1' is no argument of a run; say NAME=VALUE"):
        levers.changed(levers.USUAL, ["luck=1"])
    with pytest.raises(ValueError, match="league must be of the kind int, not 'many'"):
        levers.changed(levers.USUAL, ["league=many"])
    assert levers.folder_name("target=oracle,oracle_final=0.5") == "target-oracle-oracle_final-0.5"


def test_the_table_says_what_logs_say(levers: ModuleType) -> None:
    def measured(frames: int, mean: float, opponent: str = "rival") -> dict[str, object]:
        half = {"mean": mean, "low": mean - 0.01, "high": mean + 0.01}
        return {"event": "evaluation", "opponent": opponent, "frames": frames, "deals": 9, "wp": half, "adp": half}

    log = [
        {"event": "start"},
        {"event": "progress", "frames": 100, "seconds": 4.0, "loss": None},
        measured(100, 0.5),
        {"event": "progress", "frames": 2000, "seconds": 9.6, "loss": 0.25, "error": 0.2},
        {"event": "end", "frames": 2000, "seconds": 9.9},
        measured(2000, 0.52),
        measured(2000, 0.9, "random"),
    ]
    rows = [levers.row("declined=on", log, "done"), levers.row("baseline", [], "going on")]
    assert levers.table(rows).splitlines()[2:] == [
        "| declined=on | 2,000 | 0.2500 | 0.2000 | 0.5000 [0.4900, 0.5100] | 0.5200 [0.5100, 0.5300] "
        "| 0.520 [0.510, 0.530] | 10 | done |",
        "| baseline | 0 |  |  |  |  |  | 0 | going on |",
    ]


def test_runs_go_on_when_nobody_waits_for_them(tmp_path: Path) -> None:
    """With no patience the table is of what there is; another, with patience, has its runs to their ends."""
    words = [sys.executable, str(PROGRAM), *SETTINGS]
    left = [
        *words,
        "--patience",
        "0",
        "--out",
        str(tmp_path / "left"),
        "--runs",
        str(tmp_path / "runs left"),
        "baseline",
    ]
    told = subprocess.run(left, capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert "| baseline | 0 |" in told.stdout
    assert "going on" in told.stdout
    out, runs = tmp_path / "out", tmp_path / "runs"
    waited = [*words, "--out", str(out), "--runs", str(runs), "baseline", "outcomes=three,hidden=0.1", "weak=2"]
    told = subprocess.run(waited, capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert (out / "table.md").read_text() == told.stdout.removesuffix("\n")
    one, two, wrong = (json.loads(line) for line in (out / "levers.jsonl").read_text().splitlines())
    assert wrong["state"] == "weak must lie between 0 and 1, not 2.0"
    for row, name in ((one, "baseline"), (two, "outcomes-three-hidden-0.1")):
        assert row["state"] == "done"
        assert row["frames"] >= 600
        assert row["opponent"] == "random"
        assert (runs / name / "weights.pt").exists()
    deadline = time.monotonic() + PATIENCE
    while not (tmp_path / "runs left" / "baseline" / "weights.pt").exists():
        assert time.monotonic() < deadline
        time.sleep(0.1)
    told = subprocess.run([*words, "luck=1"], capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert told.returncode == 2
    assert "is no argument of a run" in told.stderr
