"""The log of a run: JSON Lines, TensorBoard, and a callback (the progress bar)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

LOG = "log.jsonl"


class Log:
    """One line per event in `log.jsonl`, the numbers in TensorBoard where it is installed."""

    def __init__(self, folder: Path, report: Callable[[dict[str, Any]], None], writes: bool) -> None:
        self.report = report
        self.writes = writes
        self.board: Any = None
        if writes:
            folder.mkdir(parents=True, exist_ok=True)
            self.path = folder / LOG
            try:
                from torch.utils.tensorboard import SummaryWriter
            except ImportError:
                return
            self.board = SummaryWriter(str(folder))

    def write(self, event: str, **values: Any) -> None:
        """One event."""
        if not self.writes:
            return
        line = {"event": event, **values}
        with self.path.open("a") as file:
            file.write(json.dumps(line) + "\n")
        if self.board is not None and event in ("progress", "evaluation"):
            name = f"{event}/{values['opponent']}" if "opponent" in values else event
            for key, value in values.items():
                value = value.get("mean") if isinstance(value, dict) else value
                if isinstance(value, list):
                    for position, each in enumerate(value):
                        if each is None:
                            continue
                        self.board.add_scalar(f"{name}/{key}/{position}", each, values["frames"])
                elif key not in ("frames", "deals") and isinstance(value, int | float):
                    self.board.add_scalar(f"{name}/{key}", value, values["frames"])
            self.board.flush()
        self.report(line)
