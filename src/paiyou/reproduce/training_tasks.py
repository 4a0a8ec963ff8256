"""Training runs as tasks of experiments: the same plan for several arms, which differ in a few arguments.

`python -m paiyou.reproduce.training_tasks douzero-fig7 FOLDER --scale 1 --seed 1 --numbers 0` makes the first run of
each arm on a machine that has torch and nothing else, one after another, and keeps them in FOLDER, where
`paiyou reproduce douzero-fig7 --scale 1 --seed 1` finds them. Files of several machines become one: the first line of
any, then all other lines of all.
"""

from __future__ import annotations

import argparse
import gc
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from paiyou.models.folders import find_model
from paiyou.reproduce.douzero import GAME, identity
from paiyou.reproduce.store import Store

MOST_SEED = (1 << 22) - 1
"""Of a training run."""


@dataclass(frozen=True)
class Plan:
    """How every arm is trained, and in what the arms differ."""

    arms: dict[str, dict[str, Any]]
    """Arguments of the trainer for each arm, by its name in figures."""
    game: str = GAME
    frames: int = 1_000_000_000
    seconds: float = 90.0
    """On a GPU, where time is up first; a CPU would hardly begin to learn in it, and goes by the frames alone."""
    seeds: int = 3
    looks: int = 12
    """Evaluations by the way on a GPU."""
    deals: int = 4000
    """Of an evaluation."""
    opponent: str = "doudizhu-wp"
    """A model that never learns; empty: random play."""
    options: dict[str, Any] = field(default_factory=lambda: {"final_rate": 1.0})
    """Other arguments of the trainer. The learning rate stays as it is: runs end at different frames."""

    def at(self, scale: float) -> Plan:
        """The plan of so large a share of the frames and the seconds."""
        return replace(self, frames=max(round(self.frames * scale), 1), seconds=self.seconds * scale)

    @property
    def size(self) -> str:
        """How much is trained, in words."""
        return (
            f"{len(self.arms)} ways to train, {self.seeds} runs of each, {self.frames:,} frames or on a GPU "
            f"{self.seconds:g} s at most, {self.deals:,} deals an evaluation"
        )

    def runs(self, seed: int) -> list[TrainingRun]:
        """All runs, the first of each arm first: what is there after a part of the time compares them all."""
        return [TrainingRun(self, arm, seed, number) for number in range(self.seeds) for arm in self.arms]

    def results(self, results: dict[str, Any], seed: int) -> dict[str, list[dict[str, Any]]]:
        """By arm, the results of its runs in their order."""
        return {arm: [results[run.key] for run in self.runs(seed) if run.arm == arm] for arm in self.arms}


@dataclass(frozen=True)
class TrainingRun:
    """One run of one arm: a task of an experiment. Runs of the same number have the same seed in all arms."""

    plan: Plan
    arm: str
    seed: int
    number: int

    @property
    def key(self) -> str:
        """All that was said to the trainer."""
        plan = self.plan
        against = identity(f"dmc:model={plan.opponent}") if plan.opponent else "random"
        return (
            f"train {plan.game} | seed {self.seed}, run {self.number} | {plan.frames} frames, "
            f"{plan.seconds:g} s on a GPU | {plan.deals} deals v {against} | {json.dumps(self.options, sort_keys=True)}"
        )

    @property
    def options(self) -> dict[str, Any]:
        """What the trainer is told of the plan and the arm."""
        return self.plan.options | self.plan.arms[self.arm]

    @property
    def steps(self) -> int:
        """Frames."""
        return self.plan.frames

    def run(self) -> dict[str, Any]:
        """The evaluations, and how far values were from results at the end."""
        try:
            import torch

            from paiyou.learn.dmc.arguments import Arguments
            from paiyou.learn.dmc.trainer import train
        except ModuleNotFoundError:
            raise ValueError("training needs the package torch: pip install 'paiyou[train]'") from None
        plan, on_gpu = self.plan, torch.cuda.is_available()
        rival = {"rival": str(find_model(plan.opponent)), "rival_share": 0.0} if plan.opponent else {}
        with TemporaryDirectory() as folder:
            arguments = Arguments(
                **{
                    "game": plan.game, "seed": 1 + (100 * self.seed + self.number) % MOST_SEED,
                    "frames": plan.frames, "hours": plan.seconds / 3600 if on_gpu else 0.0,
                    "folder": f"{folder}/run", "checkpoint_every": 0.0, "evaluation_deals": plan.deals,
                    "evaluate_every": plan.seconds / plan.looks if on_gpu else 60.0,
                    "opponents": "rival" if plan.opponent else "random", **rival, **self.options,
                }
            )  # fmt: skip
            log = train(arguments) / "log.jsonl"
            events = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
        if on_gpu:
            gc.collect()  # a captured step holds on to its memory
            torch.cuda.empty_cache()
        return result_of(events)


def result_of(events: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What is kept of a run's log."""
    looks = [
        {"frames": event["frames"], "seconds": event["seconds"], "wp": event["wp"]["mean"]}
        for event in events
        if event["event"] == "evaluation"
    ]
    progress = [event for event in events if event["event"] == "progress"]
    (end,) = (event for event in events if event["event"] == "end")
    # Of every figure the last that is known: a line may have seen no move of the kind.
    misses = {name: value for event in progress for name, value in event.items() if value is not None}
    misses = {name: value for name, value in misses.items() if name.endswith(("bias", "error"))}
    return {
        "looks": sorted(looks, key=lambda look: look["frames"]),
        "frames": end["frames"],
        "seconds": end["seconds"],
        **misses,
    }


METHODS = {
    "DMC": {"target": "monte_carlo"},
    "SARSA": {"target": "sarsa"},
    "DQN": {"target": "dqn"},
    "Q-learning": {"target": "bootstrapped"},
    "actor-critic": {"target": "actor_critic"},
}
"""What DouZero compares (3.4 and 5.3), and the update that Wu et al. 2022 print."""

PAPER_003 = ("DMC", "SARSA", "DQN", "actor-critic")
"""Those that DouZero speaks of."""

HELD_OUT = {
    f"{name}{', learnt' * learnt}{', random play' * at_random}": {"held_out": 0.1, "network": network}
    | ({"held_out_weight": 1.0} if learnt else {})
    | ({"epsilon": 1.0} if at_random else {})
    for at_random in (False, True)
    for name, network in (("features", "facts"), ("numbers", "numbers"))
    for learnt in (False, True)
}
"""A tenth of the actions is never learnt from, or as a comparison it is; in self-play, or in games at random."""

PLANS = {
    "douzero-fig7": Plan({name: METHODS[name] for name in PAPER_003}, seconds=60.0),
    # By frames, which are the same for all arms: the two networks are not equally fast.
    "douzero-generalisation": Plan(
        HELD_OUT, frames=40_000_000, seconds=60.0, looks=2, options={"final_rate": 1.0, "games": 32_768}
    ),
    "gongzhu-targets": Plan(
        {name: METHODS[name] for name in ("DMC", "Q-learning")}, game="gongzhu", opponent="gongzhu"
    ),
}
"""By experiment."""


def main(arguments: Sequence[str] | None = None, plans: Mapping[str, Plan] = PLANS) -> None:
    """Make the runs and keep them; first short ones that compile the kernels, whose time is nobody's."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("experiment", choices=plans)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--numbers", type=int, nargs="*", default=[0, 1, 2], help="which runs of every arm")
    parser.add_argument("--warm", type=int, default=13_000_000, help="frames of the short runs; 0: none")
    options = parser.parse_args(arguments)
    plan = plans[options.experiment].at(options.scale)
    store = Store(options.folder / f"{options.experiment}-seed{options.seed}.jsonl")
    waiting = [run for run in plan.runs(options.seed) if run.number in options.numbers and run.key not in store.results]
    first, *_, last = plan.arms
    for arm in (first, last) if options.warm and waiting else ():
        TrainingRun(replace(plan, frames=options.warm, seconds=0.0, deals=64), arm, 0, 0).run()
    for run in waiting:
        begun = time.perf_counter()
        store.add(run.key, run.run(), time.perf_counter() - begun)
        print(f"{time.perf_counter() - begun:.0f} s", store.results[run.key]["looks"][-1], run.key, flush=True)


if __name__ == "__main__":
    main()
