"""Training runs of the methods that paper 003 compares (section 3.4, its Fig. 7), each with the curve that it left.

`python -m paiyou.reproduce.method_runs FOLDER --scale 1 --seed 1 --numbers 0` makes them one after another on a machine
that has torch and nothing else, and keeps them in FOLDER, where `paiyou reproduce douzero-fig7 --scale 1 --seed 1`
finds them. Files of several machines become one: the first line of any, then all other lines of all.
"""

from __future__ import annotations

import argparse
import gc
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from paiyou.models.folders import find_model
from paiyou.reproduce.douzero import GAME, identity
from paiyou.reproduce.store import Store

NAME = "douzero-fig7"
METHODS = {
    "monte_carlo": "DMC",
    "sarsa": "SARSA",
    "dqn": "DQN",
    "bootstrapped": "Q-learning",
    "actor_critic": "actor-critic",
}
"""By target, as figures call them."""
MOST_SEED = (1 << 22) - 1
"""Of a training run."""


@dataclass(frozen=True)
class Plan:
    """How every method is trained: all that does not depend on the method."""

    game: str = GAME
    frames: int = 1_000_000_000
    seconds: float = 100.0
    """On a GPU, where time is up first; a CPU would hardly begin to learn in it, and goes by the frames alone."""
    seeds: int = 3
    looks: int = 12
    """Evaluations by the way on a GPU."""
    deals: int = 4000
    """Of an evaluation."""
    opponent: str = "doudizhu-wp"
    """A model that never learns; empty: random play."""
    told: dict[str, Any] = field(default_factory=lambda: {"final_rate": 1.0})
    """Other arguments of the trainer. The learning rate stays as it is: runs end at different frames."""

    def at(self, scale: float) -> Plan:
        """The plan of so large a share of the frames and the seconds."""
        return replace(self, frames=max(round(self.frames * scale), 1), seconds=self.seconds * scale)

    def runs(self, seed: int) -> list[MethodRun]:
        """All runs, the first of each method first: what is there after a part of the time compares them all."""
        return [MethodRun(self, target, seed, number) for number in range(self.seeds) for target in METHODS]


@dataclass(frozen=True)
class MethodRun:
    """One run of one method: a task of the experiment."""

    plan: Plan
    target: str
    seed: int
    number: int

    @property
    def key(self) -> str:
        """All that was said to the trainer."""
        plan = self.plan
        against = identity(f"dmc:model={plan.opponent}") if plan.opponent else "random"
        return (
            f"train {plan.game} | {self.target} | seed {self.seed}, run {self.number} | {plan.frames} frames, "
            f"{plan.seconds:g} s on a GPU | {plan.deals} deals v {against} | {json.dumps(plan.told, sort_keys=True)}"
        )

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
                    "game": plan.game, "target": self.target, "seed": 1 + (100 * self.seed + self.number) % MOST_SEED,
                    "frames": plan.frames, "hours": plan.seconds / 3600 if on_gpu else 0.0,
                    "folder": f"{folder}/run", "checkpoint_every": 0.0, "evaluation_deals": plan.deals,
                    "evaluate_every": plan.seconds / plan.looks if on_gpu else 60.0,
                    "opponents": "rival" if plan.opponent else "random", **rival, **plan.told,
                }
            )  # fmt: skip
            log = train(arguments) / "log.jsonl"
            events = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
        gc.collect()  # a captured step holds on to its memory
        if on_gpu:
            torch.cuda.empty_cache()
        return result_of(events)


def result_of(events: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What is kept of a run's log."""
    looks = [
        {"frames": event["frames"], "seconds": event["seconds"], "wp": event["wp"]["mean"]}
        for event in events
        if event["event"] == "evaluation"
    ]
    learnt = [event for event in events if event["event"] == "progress" and event["error"] is not None]
    (end,) = (event for event in events if event["event"] == "end")
    return {
        "looks": sorted(looks, key=lambda look: look["frames"]),
        "frames": end["frames"],
        "seconds": end["seconds"],
        "bias": learnt[-1]["bias"],
        "error": learnt[-1]["error"],
    }


def waiting(plan: Plan, seed: int, numbers: Sequence[int], store: Store) -> Iterator[MethodRun]:
    """The runs that are not kept yet."""
    return (run for run in plan.runs(seed) if run.number in numbers and run.key not in store.results)


def main(arguments: Sequence[str] | None = None, plan: Plan | None = None) -> None:
    """Make the runs and keep them; first a short one or two that compile the kernels, whose time is nobody's."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--numbers", type=int, nargs="*", default=[0, 1, 2], help="which runs of every method")
    parser.add_argument("--warm", type=int, default=16_000_000, help="frames of the short runs; 0: none")
    told = parser.parse_args(arguments)
    plan = (plan or Plan()).at(told.scale)
    store = Store(told.folder / f"{NAME}-seed{told.seed}.jsonl")
    for target in ("sarsa", "actor_critic") if told.warm else ():
        MethodRun(replace(plan, frames=told.warm, seconds=0.0, deals=64), target, 0, 0).run()
    for run in waiting(plan, told.seed, told.numbers, store):
        begun = time.perf_counter()
        store.add(run.key, run.run(), time.perf_counter() - begun)
        print(f"{time.perf_counter() - begun:.0f} s", store.results[run.key]["looks"][-1], run.key, flush=True)


if __name__ == "__main__":
    main()
