"""Levers of training beside their baseline: runs at the same time on one GPU, each for as long, and a table of them.

Every word is a run: `baseline`, or the arguments of `paiyou train` by which it differs, several with commas between.
All begin with the same player and are measured against it on the same duplicate deals: first, halfway and in the end.
It needs torch, numpy, triton and onnx, and of this package only its source:

    PYTHONPATH=src python3 benchmarks/levers.py --seconds 400 --out results \
        baseline declined=on rank_depth=6 hidden=0.1 outcomes=three league=4 target=oracle,oracle_final=0 \
        history=48,next_move=0.1

`--set NAME=VALUE` is for all of them, in place of what is usual here. Results come as they are there: `table.md` and
`levers.jsonl` in the folder `--out` are written anew every two seconds, and weights lie in the runs' own folders below
`--runs`, those of halfway and near the end too. Nothing is ever ended: after `--patience` seconds, or when it is told
to stop, this program prints the table as it is and goes, and the runs go on by themselves.
"""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from paiyou.learn.dmc.arguments import Arguments

PLAYER = "src/paiyou/models/doudizhu-wp"
USUAL = Arguments(
    game="doudizhu:douzero", start=PLAYER, rival=PLAYER, rival_share=0.0, opponents="rival", evaluation_deals=20_000,
    checkpoint_every=0.0, log_every=10.0, width=640, state_width=1280, depth=4, minibatch=16_384,
    learning_rate=4e-4, epsilon=0.002, temperature=0.01, weak=0.05, seed=71,
)  # fmt: skip
"""As the runs of docs/training.md that went on from the shipped player; of checkpoints the weights alone."""
BASELINE = "baseline"


def changed(arguments: Arguments, words: Sequence[str]) -> Arguments:
    """Arguments with others in their place: `changed(USUAL, ["declined=on", "hidden=0.1"])`."""
    kinds = {each.name: type(each.default) for each in fields(Arguments)}
    changes: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name not in kinds:
            raise ValueError(
                f"{word!r} is no argument of a run; say NAME=VALUE, as 'paiyou train-arguments' lists them"
            )
        try:
            changes[name] = kinds[name](value)
        except ValueError:
            raise ValueError(f"{name} must be of the kind {kinds[name].__name__}, not {value!r}") from None
    return replace(arguments, **changes)


def folder_name(lever: str) -> str:
    """A lever as the name of a folder: letters, digits, dots, dashes and underscores."""
    return "".join(letter if letter.isalnum() or letter in "._-" else "-" for letter in lever)


@dataclass
class Run:
    """A lever, its folder, and the process that trains it."""

    lever: str
    arguments: Arguments
    process: subprocess.Popen[bytes]

    @property
    def folder(self) -> Path:
        """Of its log and weights."""
        return Path(self.arguments.folder)

    def begin_error(self) -> str:
        """What its process said last, where it failed."""
        told = (self.folder.parent / f"{self.folder.name}.err").read_text(errors="replace").strip().splitlines()
        return told[-1] if told else "it was ended"


def begin(lever: str, common: Arguments, runs: Path) -> Run:
    """Start a run of its own process, in a session of its own, so that what ends this program does not end it."""
    words = [] if lever == BASELINE else lever.split(",")
    arguments = replace(changed(common, words), folder=str(runs / folder_name(lever)))
    runs.mkdir(parents=True, exist_ok=True)
    with (runs / f"{folder_name(lever)}.err").open("wb") as errors:
        process = subprocess.Popen(
            [sys.executable, __file__, "--one", json.dumps(vars(arguments))],
            stdout=subprocess.DEVNULL, stderr=errors, start_new_session=True,
        )  # fmt: skip
    return Run(lever, arguments, process)


def row(lever: str, log: Sequence[Mapping[str, Any]], state: str) -> dict[str, Any]:
    """What a run's log says so far; the measure against the first of its opponents, at first and at last."""
    told: dict[str, Any] = {"lever": lever, "state": state, "frames": 0, "seconds": 0.0, "loss": None, "error": None}
    measured = [line for line in log if line["event"] == "evaluation"]
    measured = [line for line in measured if line["opponent"] == measured[0]["opponent"]]
    for line in log:
        told |= {name: line[name] for name in ("frames", "seconds", "loss", "error") if line.get(name) is not None}
    if measured:
        told |= {"opponent": measured[0]["opponent"], "deals": measured[-1]["deals"]}
        told |= {"wp_before": measured[0]["wp"], "wp": measured[-1]["wp"], "adp": measured[-1]["adp"]}
        told |= {"wp_at_frames": measured[-1]["frames"]}
    return told


def table(rows: Sequence[Mapping[str, Any]]) -> str:
    """The rows as a table in Markdown.

    The loss is of all that a run learns, and so of other things in each; the error is that of the values it plays by,
    squared, from results.
    """

    def shown(figure: Mapping[str, float | None] | None, digits: int) -> str:
        if not figure or figure["mean"] is None:
            return ""
        ends = "" if figure["low"] is None else f" [{figure['low']:.{digits}f}, {figure['high']:.{digits}f}]"
        return f"{figure['mean']:.{digits}f}{ends}"

    lines = ["| lever | frames | loss | error | WP before | WP | ADP | seconds | |", f"|{'---|' * 9}"]
    for one in rows:
        loss, error = ("" if one[name] is None else f"{one[name]:.4f}" for name in ("loss", "error"))
        cells = (
            one["lever"], f"{one['frames']:,}", loss, error, shown(one.get("wp_before"), 4), shown(one.get("wp"), 4),
            shown(one.get("adp"), 3), f"{one['seconds']:.0f}", one["state"],
        )  # fmt: skip
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def read_log(folder: Path) -> list[dict[str, Any]]:
    """The whole lines of a run's log."""
    path = folder / "log.jsonl"
    text = path.read_text() if path.exists() else ""
    return [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()]


def look(runs: Sequence[Run], out: Path) -> str:
    """Write what there is now; the table."""
    rows = []
    for run in runs:
        code = run.process.poll()
        state = "going on" if code is None else "done" if code == 0 else run.begin_error()
        rows.append(row(run.lever, read_log(run.folder), state))
    said = table(rows)
    (out / "levers.jsonl").write_text("".join(json.dumps(one) + "\n" for one in rows))
    (out / "table.md").write_text(said)
    return said


def main(words: Sequence[str] | None = None) -> None:
    """Run levers beside each other and print their table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("levers", nargs="*", help="baseline, or NAME=VALUE with commas between, one for each run")
    parser.add_argument("--seconds", type=float, default=400.0, help="how long each trains, all at once (400)")
    parser.add_argument("--out", type=Path, default=Path("levers"), help="folder for table.md and levers.jsonl")
    parser.add_argument("--runs", type=Path, default=Path("runs/levers"), help="folder of the runs (runs/levers)")
    parser.add_argument("--patience", type=float, default=1e9, help="seconds after which the table is printed as it is")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="for all runs")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    given = parser.parse_args(words)
    if given.one:
        from paiyou.learn.dmc.trainer import train

        try:
            train(Arguments(**json.loads(given.one)))
        except ValueError as error:
            sys.exit(str(error))
        return
    try:
        half, late = given.seconds / 2, given.seconds * 0.9
        timed = replace(USUAL, hours=given.seconds / 3600, evaluate_every=half, snapshots=f"{half:g}; {late:g}")
        common = changed(timed, given.set)
        for lever in given.levers:
            changed(common, [] if lever == BASELINE else lever.split(","))
    except ValueError as error:
        parser.error(str(error))
    given.out.mkdir(parents=True, exist_ok=True)
    runs = [begin(lever, common, given.runs) for lever in given.levers]
    until = time.monotonic() + given.patience
    # Told to stop, it stops waiting; the runs have sessions of their own.
    for told in (signal.SIGTERM, signal.SIGINT):
        signal.signal(told, lambda *_: (print(look(runs, given.out), flush=True), sys.exit(1)))
    while any(run.process.poll() is None for run in runs) and time.monotonic() < until:
        look(runs, given.out)
        time.sleep(2)
    print(look(runs, given.out), flush=True)


if __name__ == "__main__":
    main()
