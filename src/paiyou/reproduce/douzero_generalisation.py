"""DouZero, 5.3.2, knowing 3KKK teaches 3JJJ: how well actions are valued that were never learnt from.

A tenth of all actions is left out of learning, though they stay legal and are played (`learn/dmc/held_out.py`). Our
network, which is told of an action by its cards and what they do, is beside one that knows actions by their numbers
alone (`learn/nets/numbered_network.py`), and each beside itself with that tenth learnt like the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from paiyou.arena.statistics import Estimate
from paiyou.reproduce.claims import Claim, Row
from paiyou.reproduce.report import Findings
from paiyou.reproduce.trained_experiment import TrainedExperiment

NETWORKS = ("features", "numbers")
NOTES = (
    "Features: our network, told of every action by its cards; numbers: the same without, an action being a number. "
    "Cost: what the tenth of the actions that is never learnt from is worse off than where it is learnt like the rest. "
    "Intervals are over runs with different seeds; differences are of runs with the same seed.",
    "Errors are mean squared ones between the value of a move and the result of its game, in wins (-1 to 1), at the "
    "end of training, in games whose moves are all drawn at random: so all networks see games of one kind, and have "
    "the same to predict. Bias: the mean difference of the same. WP is that of self-play, where values decide what is "
    "played.",
)


class DouzeroGeneralisation(TrainedExperiment):
    """Values of actions that were never learnt from."""

    name = "douzero-generalisation"
    title = "DouZero, 5.3.2: values of actions that were never learnt from"

    def findings(self, results: dict[str, Any], scale: float, seed: int) -> Findings:
        """What never learning costs, with features of actions and without."""
        by_arm = self.plan.at(scale).results(results, seed)

        def errors(arm: str) -> list[float]:
            runs = by_arm[f"{arm}, random play"]
            if any("held_out_error" not in run for run in runs):
                raise ValueError(f"too little was trained at scale {scale:g}: no action held out was played; give more")
            return [run["held_out_error"] for run in runs]

        def wins(arm: str) -> list[float]:
            return [run["looks"][-1]["wp"] for run in by_arm[arm]]

        def rows() -> Iterator[Row]:
            for name in NETWORKS:
                never, learnt = errors(name), errors(f"{name}, learnt")
                yield Row(f"{name}: error, never learnt", Estimate.of(never), percent=False, places=4)
                yield Row(f"{name}: error, learnt", Estimate.of(learnt), percent=False, places=4)
                yield Row(f"{name}: cost in error", _less(never, learnt), percent=False, places=4)
                bias = [run["held_out_bias"] for run in by_arm[f"{name}, random play"]]
                yield Row(f"{name}: bias, never learnt", Estimate.of(bias), percent=False, places=4)
            claim = Claim.below("features carry over to actions never seen")
            apart = _less(errors(NETWORKS[0]), errors(NETWORKS[1]))
            yield Row("features less numbers: error, never learnt", apart, claim, percent=False, places=4)
            for name in NETWORKS:
                yield Row(f"{name}: WP, a tenth never learnt", Estimate.of(wins(name)))
                yield Row(f"{name}: WP, all learnt", Estimate.of(wins(f"{name}, learnt")))
                yield Row(f"{name}: cost in WP", _less(wins(f"{name}, learnt"), wins(name)))

        return Findings(tuple(rows()), None, NOTES)


def _less(one: list[float], other: list[float]) -> Estimate:
    """The difference, run by run."""
    return Estimate.of([own - theirs for own, theirs in zip(one, other, strict=True)])
