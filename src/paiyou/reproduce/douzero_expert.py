"""DouZero, 3.3 and 3.5: self-play against a supervised player and a searcher, and its likeness to records.

Nothing is trained here: see `douzero_fig13.py` and `supervised_course.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from statistics import NormalDist
from typing import Any

from paiyou.arena.statistics import Z95, Estimate
from paiyou.reproduce.claims import Claim, Row, estimate_from_json
from paiyou.reproduce.douzero_fig13 import SupervisedLog, share
from paiyou.reproduce.plots import Panels, Plot, Series
from paiyou.reproduce.report import Findings

NAMES = {"wp": "WP", "adp": "ADP"}
EVEN = {"wp": 0.5, "adp": 0.0}

Lines = list[dict[str, Any]]


class DouzeroExpert(SupervisedLog):
    """Learning curves of self-play with the supervised player and a searcher as opponents."""

    name = "douzero-expert"
    title = "DouZero, 3.3 and 3.5: self-play against a supervised player and a searcher, and its likeness to records"

    def findings(self, results: dict[str, Any], scale: float, seed: int) -> Findings:
        """When it passed them, and whether agreement with the records rises and falls."""
        del scale, seed
        lines = self.lines(results)
        snapshots = [line for line in lines if line["event"] == "snapshot"]
        searched = [line for line in lines if line["event"] == "searcher"]
        rows = [*_passing(snapshots, "supervised"), *_passing(searched, "the searcher"), *_agreement(snapshots)]
        notes = (
            f"One run of self-play from nothing for {snapshots[-1]['seconds']:.0f} s, the usual network and arguments, "
            f"measured as it was after some seconds: against the supervised player of douzero-fig13 on "
            f"{snapshots[0]['deals']:,} duplicate deals"
            + (
                f", against {searched[0]['opponent']} in DeltaDou's place on {searched[0]['deals']:,}."
                if searched
                else "."
            )
            + (
                " The looks at the searcher are of an earlier run that was told the same."
                if any(line.get("earlier") for line in searched)
                else ""
            )
            + " The paper's player passed its supervised one after 1 day in WP and 2 in ADP, and DeltaDou after 3 and "
            "10, on 4 GPUs; ours is trained for WP alone.",
            "Agreement: how often the player makes the recorded move where there are several, all positions together. "
            "The paper's records are of people; its agreement rises for five days and falls then. Ours are of "
            f"{' and of '.join(snapshots[-1]['agreement'])}. The highest before the end is one of several, so the "
            "interval of the change from there is wide enough for all of them.",
        )
        return Findings(tuple(rows), _plot(snapshots, searched), notes)


def _passing(lines: Lines, name: str) -> Iterator[Row]:
    for measure, words in NAMES.items():
        if not lines:
            return
        last = lines[-1]
        end = estimate_from_json(last[measure])
        yield Row(f"{words} v {name} after {last['seconds']:.0f} s", end, percent=measure == "wp")
    passed = _ahead(lines)
    if passed is not None:
        claim = Claim.below("within days", 24 * 3600.0)
        yield Row(f"seconds until it was ahead of {name} in WP for good", passed, claim, percent=False)


def _ahead(lines: Lines) -> Estimate | None:
    """When the whole interval was above a half, in that measurement and all later ones; None: never."""
    behind = [place for place, line in enumerate(lines) if not (line["wp"]["low"] or 0.0) > EVEN["wp"]]
    first = behind[-1] + 1 if behind else 0
    if first == len(lines):
        return None
    at = float(lines[first]["seconds"])
    return Estimate(at, float(lines[first - 1]["seconds"]) if first else 0.0, at)


def _agreement(lines: Lines) -> Iterator[Row]:
    """Whether agreement falls in the end: the last measurement beside the highest before it.

    The highest of several is too high by chance, so the interval of the difference is one that holds for all of them
    at once (Bonferroni); and the row is there whether agreement fell or rose.
    """
    for who in lines[-1]["agreement"]:
        *before, last = (_agreed(line, who) for line in lines)
        yield Row(f"agreement with the games of {who}, at the end", last)
        if not before:
            continue
        best = max(range(len(before)), key=lambda place: before[place].mean)
        when = f"after {lines[best]['seconds']:.0f} s"
        yield Row(f"agreement with the games of {who}, first measured", before[0])
        yield Row(f"agreement with the games of {who}, highest before the end, {when}", before[best])
        change = last.mean - before[best].mean
        half = hypot(last.high - last.low, before[best].high - before[best].low) / 2
        half *= NormalDist().inv_cdf(1 - 0.025 / len(before)) / Z95
        yield Row(
            f"agreement with the games of {who}: from there to the end",
            Estimate(change, change - half, change + half),
            Claim.below("falls in the end"),
        )


def _agreed(line: dict[str, Any], who: str) -> Estimate:
    """All positions together."""
    agreement = line["agreement"][who]
    number = sum(agreement["decisions"])
    right = sum(part * of for part, of in zip(agreement["accuracy"], agreement["decisions"], strict=True))
    return share(right / number, number)


def _plot(snapshots: Lines, searched: Lines) -> Panels:
    def panel(measure: str) -> Plot:
        series = [
            Series(f"v {name}", _times(lines), tuple(estimate_from_json(line[measure]) for line in lines))
            for name, lines in (("supervised", snapshots), (searched[0]["opponent"] if searched else "", searched))
            if lines
        ]
        y_label = "games won, %" if measure == "wp" else "points a game"
        title = f"{NAMES[measure]} of self-play"
        return Plot(
            title, "seconds of training", y_label, tuple(series), log_x=True, percent=measure == "wp",
            level=EVEN[measure],
        )  # fmt: skip

    agreed = Plot(
        "Likeness to records", "seconds of training", "recorded moves made, %",
        tuple(
            Series(f"games of {who}", _times(snapshots), tuple(_agreed(line, who) for line in snapshots))
            for who in snapshots[-1]["agreement"]
        ),
        log_x=True,
    )  # fmt: skip
    return Panels((panel("wp"), panel("adp"), agreed))


def _times(lines: Sequence[dict[str, Any]]) -> tuple[float, ...]:
    return tuple(float(line["seconds"]) for line in lines)
