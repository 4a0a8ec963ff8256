"""What an experiment is: tasks that can be done in any order and kept, and what follows from their results."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Protocol

from paiyou.reproduce.report import Findings


class Task(Protocol):
    """A piece of an experiment, small enough to be lost when it is killed."""

    @property
    def key(self) -> str:
        """All that its result depends on; the result is kept under it."""

    @property
    def steps(self) -> int:
        """How far it moves the progress bar: the number of games, or of deals looked at."""

    def run(self) -> Any:
        """Its result, as JSON can hold it. It depends on nothing but the task."""


class Experiment(ABC):
    """A table or a figure of a paper. A new one is one file with a subclass, and one line in `registry.py`."""

    name: str
    """Under which the command line knows it."""
    title: str
    """What it is, and of which paper."""
    recorded: float
    """The scale in docs/reproduction.md, and the one that is taken when none is given."""

    @abstractmethod
    def tasks(self, scale: float, seed: int) -> Sequence[Task]:
        """What there is to do. A larger scale has the tasks of a smaller one among its own where that is possible."""

    @abstractmethod
    def size(self, scale: float) -> str:
        """How much is played at a scale, in words."""

    @abstractmethod
    def findings(self, results: dict[str, Any], scale: float, seed: int) -> Findings:
        """What follows from the results of all tasks, which are under their keys."""


def scaled(full: int, scale: float, least: int = 2) -> int:
    """A number of deals at a scale: at least two, since one deal has no interval."""
    return max(least, round(full * scale))
