"""Experiments that train networks by a plan, or take over what was trained elsewhere by the same plan."""

from __future__ import annotations

from paiyou.reproduce.experiment import Experiment, Task
from paiyou.reproduce.training_tasks import PLANS, Plan


class TrainedExperiment(Experiment):
    """Runs of a plan, some for each of its arms; `findings` compares the arms."""

    recorded = 1.0

    def __init__(self, plan: Plan | None = None) -> None:
        self.plan = plan or PLANS[self.name]

    def tasks(self, scale: float, seed: int) -> list[Task]:
        """One run of each arm after another."""
        return list(self.plan.at(scale).runs(seed))

    def size(self, scale: float) -> str:
        """How long each trains."""
        return self.plan.at(scale).size
