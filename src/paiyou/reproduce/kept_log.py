"""Experiments that train and play nothing: they read a log that was kept of a training run."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar

from paiyou.reproduce.experiment import Experiment, Task
from paiyou.reproduce.training_log import read_lines


@dataclass(frozen=True)
class ReadLog:
    """The kept file, read. Its contents are part of the key: another file has other results."""

    path: Path
    holds: str
    """What is in it, in words."""
    made_by: str
    """What makes such a file."""

    steps = 1

    @property
    def key(self) -> str:
        """The contents."""
        try:
            contents = self.path.read_bytes()
        except OSError:
            raise ValueError(f"there are no {self.holds} in {self.path}: {self.made_by}") from None
        return f"{self.holds} | {sha256(contents).hexdigest()}"

    def run(self) -> list[dict[str, Any]]:
        """Every line."""
        return list(read_lines(self.path))


class KeptLog(Experiment):
    """One that reads a kept log, or another file made the same way."""

    recorded = 1.0
    holds: ClassVar[str] = "training curves"
    made_by: ClassVar[str]
    read: ClassVar[str]
    """What is read, in words."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def tasks(self, scale: float, seed: int) -> list[Task]:
        """One: to read."""
        del scale, seed  # nothing is played
        return [ReadLog(self.path, self.holds, self.made_by)]

    def size(self, scale: float) -> str:
        """What is read."""
        del scale
        return self.read

    def lines(self, results: dict[str, Any]) -> list[dict[str, Any]]:
        """What was read."""
        (task,) = self.tasks(1.0, 0)
        lines: list[dict[str, Any]] = results[task.key]
        return lines
