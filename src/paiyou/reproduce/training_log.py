"""What a training run measured on its way, read from its log, and the small file that keeps it for the ledger.

`python -m paiyou.reproduce.training_log wp=runs/first,runs/second adp=runs/first,runs/third >
src/paiyou/reproduce/data/douzero-curves.jsonl` makes that file. Runs with a comma between them are one course, each
begun with the weights of the one before: frames and seconds are added up. Of many evaluations those are kept that lie
15% of the frames apart.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paiyou.arena.statistics import Estimate
from paiyou.reproduce.claims import estimate_from_json

OWN = ("start", "last")
"""Opponents that are the run's own networks: another one at every evaluation, or in every run."""
APART = 1.15
OBJECTIVES = ("wp", "adp")


@dataclass(frozen=True)
class Point:
    """One evaluation."""

    objective: str
    """Of the player in the end: `wp` or `adp`."""
    frames: int
    seconds: float
    """Of training."""
    opponent: str
    deals: int
    wp: Estimate
    adp: Estimate

    def to_json(self) -> dict[str, Any]:
        """A line of the kept file."""
        measures = {
            name: {key: None if value is None else round(value, 4) for key, value in estimate.to_json().items()}
            for name, estimate in (("wp", self.wp), ("adp", self.adp))
        }
        return vars(self) | {"seconds": round(self.seconds, 1)} | measures

    @staticmethod
    def from_json(line: dict[str, Any]) -> Point:
        """What `to_json` wrote, or the evaluation of a log with its objective."""
        return Point(
            line["objective"],
            line["frames"],
            line["seconds"],
            line["opponent"],
            line["deals"],
            estimate_from_json(line["wp"]),
            estimate_from_json(line["adp"]),
        )


def read_course(objective: str, runs: Sequence[Path]) -> list[Point]:
    """All evaluations of runs that go on from each other, against those whom the last of them met.

    Without it, the curve against another would end with an earlier player, and maybe one with another aim.
    """
    points: list[Point] = []
    frames, seconds = 0, 0.0
    events: list[dict[str, Any]] = []
    for run in runs:
        events = list(read_lines(run / "log.jsonl" if run.is_dir() else run))
        points += [
            Point.from_json(
                event
                | {
                    "objective": objective,
                    "frames": event["frames"] + frames,
                    "seconds": event["seconds"] + seconds,
                }
            )
            for event in _evaluations(events)
        ]
        frames += max((event["frames"] for event in events if _counts(event)), default=0)
        seconds += max((event["seconds"] for event in events if _counts(event)), default=0.0)
    met = {event["opponent"] for event in _evaluations(events)}
    return sorted((point for point in points if point.opponent in met), key=lambda point: point.frames)


def _counts(event: dict[str, Any]) -> bool:
    """Whether an event says how far the run was; that of its start holds the limits it was given."""
    return event["event"] != "start" and "frames" in event and "seconds" in event


def _evaluations(events: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The evaluations of one log. A run that was killed goes on from its checkpoint: what came after that is void."""
    kept: list[dict[str, Any]] = []
    earlier: list[dict[str, Any]] = []
    for event in events:
        if event["event"] == "start":
            earlier, kept = earlier + kept, []
        elif event["event"] == "evaluation" and event["opponent"] not in OWN:
            earlier = [old for old in earlier if old["frames"] < event["frames"]]
            kept.append(event)
    return earlier + kept


def thinned(points: Sequence[Point]) -> list[Point]:
    """The points of one course that lie apart, and the last against each opponent."""
    kept: list[Point] = []
    for opponent in dict.fromkeys(point.opponent for point in points):
        own = [point for point in points if point.opponent == opponent]
        last = 0.0
        for point in own:
            if point.frames >= last * APART or point is own[-1]:
                kept.append(point)
                last = float(point.frames)
    return kept


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    """The lines of a log, or of what is kept of one."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ValueError(f"there is no training log to read in {path}: {error.strerror}") from None
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            yield json.loads(line)
        except ValueError:
            raise ValueError(f"line {number} of {path} is not a line of a training log") from None


def main(arguments: Sequence[str]) -> str:
    """The text of the file to keep, from `OBJECTIVE=RUN,RUN` for each player."""
    lines = []
    for argument in arguments:
        objective, equals, runs = argument.partition("=")
        if not equals or not runs or objective not in OBJECTIVES:
            raise ValueError(f"each argument must be wp=RUN,RUN or adp=RUN,RUN with folders of runs, not {argument!r}")
        points = thinned(read_course(objective, [Path(run) for run in runs.split(",")]))
        lines += [json.dumps(point.to_json()) + "\n" for point in points]
    return "".join(lines)


if __name__ == "__main__":
    sys.stdout.write(main(sys.argv[1:]))
