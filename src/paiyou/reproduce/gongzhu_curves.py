"""Wu et al. 2022, Figs. 4 and 5: loss, and what each place brings in self-play, by how much was trained on.

Nothing is trained here: the curves are those of a run's log, kept in `data/gongzhu-curves.jsonl`.
`python -m paiyou.reproduce.gongzhu_curves RUN "what run it was" > src/paiyou/reproduce/data/gongzhu-curves.jsonl`
makes that file; `reproduce(GongzhuCurves(path))` reads another made the same way.

The places are the paper's A to D, counted from the seat that leads first. The paper has a network for each; ours has
one for all places, which is told its place, so there is one loss where the run logged one.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import hypot
from pathlib import Path
from statistics import fmean
from typing import Any

from paiyou.arena.statistics import Estimate
from paiyou.reproduce.claims import Claim, Row, exact
from paiyou.reproduce.kept_log import KeptLog
from paiyou.reproduce.plots import Panels, Plot, Series
from paiyou.reproduce.report import Findings
from paiyou.reproduce.training_log import read_lines

KEPT = Path(__file__).parent / "data" / "gongzhu-curves.jsonl"
PLACES = "ABCD"
MOST = 60
"""Lines that are kept of a log; some after each other become one."""
NOTES = (
    "These figures come from a kept file, whatever the scale and the seed; they are means over the games of self-play "
    "between two lines of the log, in which a few moves are drawn at random. Early and late: the first and the last "
    "fourth of the lines. Intervals are over lines, which follow each other, so they are too narrow if anything.",
    "The paper prints curves and no figures. Reward is points / 100, as the paper draws it. Top score: the share of "
    "games with the most points, ties shared.",
)


@dataclass(frozen=True)
class Line:
    """What a run said of itself since the line before."""

    frames: int
    losses: tuple[float, ...]
    """One for each network."""
    games: int
    wins: tuple[float, ...]
    """Share of the top score, place by place."""
    points: tuple[float, ...] = ()
    """Mean points, place by place; runs of earlier versions did not log them."""

    def to_json(self) -> dict[str, Any]:
        """A line of the kept file."""
        return {"event": "progress"} | {
            name: [round(each, 5) for each in value] if isinstance(value, tuple) else value
            for name, value in vars(self).items()
        }

    @staticmethod
    def from_json(line: dict[str, Any]) -> Line:
        """What `to_json` wrote, or a line of a log."""
        return Line(
            line["frames"], tuple(line["losses"]), line["games"], tuple(line["wins"]), tuple(line.get("points", ()))
        )


def lines_of(events: Sequence[dict[str, Any]]) -> list[Line]:
    """The progress of a run; what was lost with a checkpoint is left out, and lines without a game or a loss."""
    kept: list[Line] = []
    for event in events:
        if event["event"] != "progress" or not event["games"] or None in event["losses"]:
            continue
        kept = [line for line in kept if line.frames < event["frames"]]
        kept.append(Line.from_json(event))
    return kept


def joined(lines: Sequence[Line], most: int = MOST) -> list[Line]:
    """At most so many lines: some after each other become one, by their games."""
    size = -(-len(lines) // most)
    return [_one(lines[begin : begin + size]) for begin in range(0, len(lines), size)]


def _one(lines: Sequence[Line]) -> Line:
    games = sum(line.games for line in lines)

    def mean(of: Callable[[Line], tuple[float, ...]]) -> tuple[float, ...]:
        return tuple(
            sum(value * line.games for value, line in zip(column, lines, strict=True)) / games
            for column in zip(*map(of, lines), strict=True)
        )

    return Line(
        lines[-1].frames,
        mean(lambda line: line.losses),
        games,
        mean(lambda line: line.wins),
        mean(lambda line: line.points),
    )


class GongzhuCurves(KeptLog):
    """The curves of a training run."""

    name = "gongzhu-curves"
    title = "Wu et al., Figs. 4 and 5: loss and reward by place over training"
    made_by = "paiyou.reproduce.gongzhu_curves makes them from the log of a training run"
    read = "the kept log of a training run; nothing is trained or played anew"

    def __init__(self, path: Path = KEPT) -> None:
        super().__init__(path)

    def findings(self, results: dict[str, Any], scale: float, seed: int) -> Findings:
        """Whether the loss falls, and how the place that leads first does against the others."""
        del scale, seed
        events = self.lines(results)
        lines = lines_of(events)
        if len(lines) < 8:
            raise ValueError(f"{self.path} has {len(lines)} lines of training; a curve needs 8 or more")
        about = tuple(f"The run: {event['run']}." for event in events if event["event"] == "about")
        return Findings(tuple(_rows(lines)), _plot(lines), (*about, *NOTES))


def _rows(lines: Sequence[Line]) -> Iterator[Row]:
    quarter = max(2, len(lines) // 4)
    early, late = lines[:quarter], lines[-quarter:]
    frames = f"{lines[-1].frames / 1e6:,.0f} million frames"

    def loss(line: Line) -> float:
        return fmean(line.losses)

    yield Row(f"loss, late less early, of {frames}", _change(early, late, loss), Claim.below("falls"), percent=False)

    def ahead(line: Line) -> float:
        return _ahead(line.points) / 100

    if all(line.points for line in lines):
        for place, name in enumerate(PLACES):
            own = [line.points[place] / 100 for line in late]
            yield Row(f"place {name}: reward, late", Estimate.of(own), percent=False)
        own_change = _change(early, late, lambda line: line.points[0] / 100)
        yield Row("place A: reward, late less early", own_change, Claim.below("falls"), percent=False)
        first, last = (Estimate.of([ahead(line) for line in part]) for part in (early, late))
        yield Row("place A less the others: reward, early", first, Claim.above("better at first"), percent=False)
        yield Row("place A less the others: reward, late", last, Claim.below("worse later on"), percent=False)
    for place, name in enumerate(PLACES):
        yield Row(f"place {name}: top score, late", Estimate.of([line.wins[place] for line in late]))
    change = _change(early, late, lambda line: _ahead(line.wins))
    yield Row("place A less the others: top score, late less early", change)


def _ahead(by_place: Sequence[float]) -> float:
    """What the first place has more than the others on average."""
    return by_place[0] - fmean(by_place[1:])


def _change(early: Sequence[Line], late: Sequence[Line], of: Callable[[Line], float]) -> Estimate:
    one, other = (Estimate.of([of(line) for line in part]) for part in (late, early))
    change, give = one.mean - other.mean, hypot(one.high - one.mean, other.high - other.mean)
    return Estimate(change, change - give, change + give)


def _plot(lines: Sequence[Line]) -> Panels:
    along = tuple(line.frames / 1e6 for line in lines)

    def by_place(of: Callable[[Line], Sequence[float]], unit: float = 1.0) -> tuple[Series, ...]:
        return tuple(
            Series(f"place {name}", along, tuple(exact(of(line)[place] / unit) for line in lines))
            for place, name in enumerate(PLACES)
        )

    networks = len(lines[0].losses)
    losses = tuple(
        Series(
            f"place {PLACES[number]}" if networks > 1 else "all places",
            along,
            tuple(exact(line.losses[number]) for line in lines),
        )
        for number in range(networks)
    )
    x_label = "million frames"
    second = (
        Plot("Reward (Fig. 5)", x_label, "points / 100", by_place(lambda line: line.points, 100), percent=False)
        if all(line.points for line in lines)
        else Plot("Top score by place", x_label, "games, %", by_place(lambda line: line.wins), level=0.25)
    )
    # The legend is that of the first panel, so the one with the places stands there.
    return Panels((second, Plot("Loss (Fig. 4)", x_label, "loss", losses, percent=False)))


def main(arguments: Sequence[str]) -> str:
    """The text of the file to keep, from the log of a run, or its folder, and a sentence about it."""
    run, about = Path(arguments[0]), arguments[1]
    lines = joined(lines_of(list(read_lines(run / "log.jsonl" if run.is_dir() else run))))
    kept = [{"event": "about", "run": about}, *(line.to_json() for line in lines)]
    return "".join(json.dumps(line) + "\n" for line in kept)


if __name__ == "__main__":
    sys.stdout.write(main(sys.argv[1:]))
