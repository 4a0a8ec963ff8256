"""DouZero, section 3.4 and Fig. 7: Deep Monte Carlo beside SARSA, actor-critic and Q-learning, by frames and by time.

All methods share the network, self-play and the optimiser, and differ in what the value of a move is fitted to
(`learn/dmc/targets/`). They are trained here (`training_tasks.py`); what a GPU has trained elsewhere is taken over by
its file of results.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from paiyou.arena.statistics import Estimate
from paiyou.reproduce.claims import Claim, Row
from paiyou.reproduce.plots import Panels, Plot, Series
from paiyou.reproduce.report import Findings
from paiyou.reproduce.trained_experiment import TrainedExperiment

OURS = "DMC"
ALONG = {"frames": "million frames", "seconds": "seconds of training"}
POINTS = 16
"""Along an axis, between which lines are straight."""
CLAIMS = {
    "SARSA": "DMC learns slightly faster",
    "DQN": "DQN is unstable and slow",
    "Q-learning": "returns shorten training (Wu et al.)",
    "actor-critic": "actor-critic performs worse",
}
NOTES = (
    "Intervals are over runs with different seeds; differences are of runs with the same seed. Mean: of the curve from "
    "the first evaluation of both to the end of the shorter one, which says who learns faster. Time is that of "
    "training with the evaluations by the way, one run at a time: give --cores 1.",
    "Bias and error: the mean difference, and the mean squared one, between the value of a move made in self-play and "
    "the result of its game, at the end of training, in wins (-1 to 1). An actor-critic's are its critic's.",
    "Learning rate, minibatch, exploration, discount (1) and network are the same for all; none was tuned for any. "
    "Our actor has action features like the critic; the paper's is a classifier over all actions. DQN's maximum is the "
    "one that self-play saw, by the weights of that time; Q-learning's (`gongzhu-targets` alone) by the weights of "
    "now, without a target network, and lists the next moves again.",
)


@dataclass(frozen=True)
class Curve:
    """WP of one run along frames or seconds."""

    x: tuple[float, ...]
    y: tuple[float, ...]

    def at(self, x: float) -> float:
        """Between two evaluations on a straight line; outside, as at the nearest."""
        if x <= self.x[0]:
            return self.y[0]
        for place in range(1, len(self.x)):
            begin, end = self.x[place - 1], self.x[place]
            if x <= end:
                return self.y[place - 1] + (self.y[place] - self.y[place - 1]) * (x - begin) / (end - begin)
        return self.y[-1]

    def mean(self, low: float, high: float) -> float:
        """Of its height between two places, by the points of a grid."""
        return fmean(self.at(x) for x in grid(low, high))


def grid(low: float, high: float) -> list[float]:
    """Places along an axis."""
    return [low + (high - low) * place / (POINTS - 1) for place in range(POINTS)]


Results = dict[str, list[dict[str, Any]]]
"""By method, those of its runs in their order."""


class DouzeroFig7(TrainedExperiment):
    """Learning curves of the methods."""

    name = "douzero-fig7"
    title = "DouZero, 3.4 and Fig. 7: Deep Monte Carlo, SARSA, DQN and actor-critic"
    level = 0.5
    """WP of equals."""

    def findings(self, results: dict[str, Any], scale: float, seed: int) -> Findings:
        """Who learns faster, by frames and by time, and how far values are from results."""
        by_method = self.plan.at(scale).results(results, seed)
        rows = [*_ends(by_method), *_differences(by_method), *_values(by_method)]
        against = f" v {self.plan.opponent or 'random play'}"
        return Findings(tuple(rows), _plot(by_method, against, self.level), NOTES)


def curves(runs: Sequence[dict[str, Any]], along: str) -> list[Curve]:
    """The curves of some runs; evaluations at one place are one point, the last of them."""
    found = []
    for run in runs:
        points = {look[along]: look["wp"] for look in run["looks"]}
        found.append(Curve(tuple(map(float, points)), tuple(points.values())))
    return found


def _ends(results: Results) -> Iterator[Row]:
    for method, runs in results.items():
        yield Row(f"{method}: WP at the end", Estimate.of([run["looks"][-1]["wp"] for run in runs]))
    for method, runs in results.items():
        speed = Estimate.of([run["frames"] / run["seconds"] / 1e6 for run in runs])
        yield Row(f"{method}: million frames a second", speed, percent=False, places=4)


def _differences(results: Results) -> Iterator[Row]:
    for method, theirs in results.items():
        if method == OURS:
            continue
        for along, name in (("frames", "frames"), ("seconds", "time")):
            claim = Claim.above(CLAIMS[method])
            means, last = [], []
            for one, other in zip(curves(results[OURS], along), curves(theirs, along), strict=True):
                low, high = max(one.x[0], other.x[0]), min(one.x[-1], other.x[-1])
                means.append(one.mean(low, high) - other.mean(low, high))
                last.append(one.at(high) - other.at(high))
            what = f"{OURS} less {method}: WP"
            yield Row(f"{what}, mean over equal {name}", Estimate.of(means), claim)
            yield Row(f"{what}, after equal {name}", Estimate.of(last))


def _values(results: Results) -> Iterator[Row]:
    for method, runs in results.items():
        claim = Claim.above("the maximum overestimates") if method in ("DQN", "Q-learning") else None
        bias = Estimate.of([run["bias"] for run in runs])
        yield Row(f"{method}: bias of values", bias, claim, percent=False, places=3)
        error = Estimate.of([run["error"] for run in runs])
        yield Row(f"{method}: squared error of values", error, percent=False, places=3)


def _plot(results: Results, against: str, level: float) -> Panels:
    def panel(along: str) -> Plot:
        unit = 1e6 if along == "frames" else 1.0
        series = []
        for method, runs in results.items():
            found = curves(runs, along)
            places = grid(max(curve.x[0] for curve in found), min(curve.x[-1] for curve in found))
            heights = tuple(Estimate.of([curve.at(x) for curve in found]) for x in places)
            series.append(Series(method, tuple(x / unit for x in places), heights))
        return Plot(f"WP{against}", ALONG[along], "games won, %", tuple(series), level=level)

    return Panels(tuple(map(panel, ALONG)))
