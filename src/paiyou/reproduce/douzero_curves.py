"""DouZero, section 3.3: WP and ADP over training time.

Nothing is trained here: the curves are those of the runs that made the shipped models, kept in
`data/douzero-curves.jsonl` (`training_log.py` made it from their logs). To see those of a run of one's own:
`reproduce(DouzeroCurves(path))` with a file made the same way.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from pathlib import Path
from typing import Any

from paiyou.arena.statistics import Estimate
from paiyou.reproduce.claims import Claim, Row
from paiyou.reproduce.douzero import NOT_RUN
from paiyou.reproduce.kept_log import KeptLog
from paiyou.reproduce.plots import Panels, Plot, Series
from paiyou.reproduce.report import Findings
from paiyou.reproduce.training_log import OBJECTIVES, Point

KEPT = Path(__file__).parent / "data" / "douzero-curves.jsonl"
RULE_BASED = ("rules", "rlcard")
HALF_A_DAY = 12 * 60.0
"""Minutes after which the paper's player was ahead of CQN and of rule-based programs."""
NAMES = {"wp": "WP", "adp": "ADP"}
NOTES = (
    "These figures come from a kept file, whatever the scale and the seed. `paiyou train` trains anew, and takes a GPU "
    "to get this far; docs/training.md has the commands.",
    "Time is that of training with the evaluations by the way, on the hardware that the models' cards name; where a "
    "run began with the weights of another, frames and time are those of both. The player for WP is measured by WP, "
    "the one for ADP by ADP. Ahead for good: in that evaluation and all later ones the whole interval is above a half, "
    "or above 0 points; the interval of the time reaches back to the evaluation before.",
    f"{NOT_RUN} The paper's player passed SL after 1 day in WP and 2 in ADP, DeltaDou after 3 and 10, on 4 GPUs.",
)


class DouzeroCurves(KeptLog):
    """The curves of the shipped models' training."""

    name = "douzero-curves"
    title = "DouZero, 3.3: WP and ADP over training time"
    made_by = "paiyou.reproduce.training_log makes them from the logs of training runs"
    read = "the kept logs of the runs that made the shipped models; nothing is trained or played anew"

    def __init__(self, path: Path = KEPT) -> None:
        super().__init__(path)

    def findings(self, results: dict[str, Any], scale: float, seed: int) -> Findings:
        """Where the curves end, when they passed the rule-based players, and whether they still rose."""
        del scale, seed
        curves = curves_of([Point.from_json(line) for line in self.lines(results)])
        passed = {name: minutes_to_pass(curve) for name, curve in curves.items() if name[1] in RULE_BASED}
        rows = [*_ends(curves), *_passing(passed), *_rising(curves)]
        never = tuple(f"The {_who(*name)} was not ahead for good." for name, at in passed.items() if at is None)
        return Findings(tuple(rows), _plot(curves), (*NOTES, *never))


Curves = dict[tuple[str, str], list[Point]]
"""Evaluations in their order, by objective and opponent."""


def curves_of(points: list[Point]) -> Curves:
    """The evaluations sorted out."""
    curves: Curves = {}
    for point in sorted(points, key=lambda point: (OBJECTIVES.index(point.objective), point.frames)):
        curves.setdefault((point.objective, point.opponent), []).append(point)
    return curves


def _who(objective: str, opponent: str) -> str:
    return f"player for {NAMES[objective]} v {opponent}"


def _ends(curves: Curves) -> Iterator[Row]:
    for (objective, opponent), curve in curves.items():
        last = curve[-1]
        when = f"after {last.seconds / 60:,.0f} min, {last.frames / 1e6:,.0f} million frames"
        yield Row(f"{_who(objective, opponent)}: {NAMES[objective]} {when}", value(last), percent=objective == "wp")


def _passing(passed: dict[tuple[str, str], Estimate | None]) -> Iterator[Row]:
    claim = Claim.below("rule-based programs within half a day", HALF_A_DAY)
    for name, minutes in passed.items():
        if minutes is not None:
            yield Row(f"{_who(*name)}: minutes until it was ahead for good", minutes, claim, percent=False)
    for opponent in RULE_BASED:
        wins, points = passed.get(("wp", opponent)), passed.get(("adp", opponent))
        if wins is not None and points is not None:
            later = Estimate(points.mean - wins.mean, points.low - wins.high, points.high - wins.low)
            claim = Claim.above("ADP takes longer than WP")
            yield Row(f"v {opponent}: minutes in ADP less minutes in WP", later, claim, percent=False)


def _rising(curves: Curves) -> Iterator[Row]:
    for (objective, opponent), curve in curves.items():
        gained = second_half(curve)
        if gained is not None:
            asked = objective == "adp" and opponent != "random"  # whom a player cannot beat by more and more
            claim = Claim.above("still rises after half of the time") if asked else None
            what = f"{_who(objective, opponent)}: gain in the second half of the time"
            yield Row(what, gained, claim, percent=objective == "wp")


def value(point: Point) -> Estimate:
    """What the player aims at."""
    return point.wp if point.objective == "wp" else point.adp


def minutes_to_pass(curve: list[Point]) -> Estimate | None:
    """The time of the first evaluation from which on it is ahead; it may have been ahead since the one before."""
    even = 0.5 if curve[0].objective == "wp" else 0.0
    behind = [place for place, point in enumerate(curve) if not value(point).low > even]
    first = behind[-1] + 1 if behind else 0
    if first == len(curve):
        return None
    at, before = curve[first].seconds / 60, curve[first - 1].seconds / 60 if first else 0.0
    return Estimate(at, before, at)


def second_half(curve: list[Point]) -> Estimate | None:
    """How much better the last evaluation is than the one in the middle of the time.

    Both are on the same deals; taken as if they were independent, which makes the interval too wide if anything.
    """
    last = curve[-1]
    middle = min(curve, key=lambda point: abs(point.seconds - last.seconds / 2))
    if middle is last:
        return None
    one, other = value(last), value(middle)
    gain = one.mean - other.mean
    return Estimate(
        gain,
        gain - hypot(one.mean - one.low, other.high - other.mean),
        gain + hypot(one.high - one.mean, other.mean - other.low),
    )


def _plot(curves: Curves) -> Panels:
    opponents = list(dict.fromkeys(opponent for _, opponent in curves))
    alone = f" v {opponents[0]}" if len(opponents) == 1 else ""  # one line has no legend

    def panel(objective: str, *, over_time: bool) -> Plot:
        series = []
        for opponent in opponents:
            curve = curves.get((objective, opponent), [])
            along = tuple(point.seconds / 60 if over_time else point.frames / 1e6 for point in curve)
            series.append(Series(f"v {opponent}", along, tuple(map(value, curve))))
        return Plot(
            title=f"{NAMES[objective]} of the player for {NAMES[objective]}{alone}",
            x_label="minutes of training" if over_time else "million frames",
            y_label="games won, %" if objective == "wp" else "points a game",
            series=tuple(series),
            percent=objective == "wp",
            level=0.5 if objective == "wp" else 0.0,
        )

    return Panels(
        tuple(panel(objective, over_time=over_time) for objective in OBJECTIVES for over_time in (False, True))
    )
