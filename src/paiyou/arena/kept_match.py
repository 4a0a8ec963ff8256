"""A match that is kept on disk while it is played: stopped or killed, the same match goes on where it was."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

SECONDS = 10.0
"""Between two writes: what a kill costs."""


class MatchFile:
    """One small file of JSON: what is played (`about`) and how it stands."""

    def __init__(self, path: str | Path, about: Mapping[str, Any]) -> None:
        self.path, self.about = Path(path), dict(about)
        self._written = time.monotonic()

    def read(self) -> dict[str, Any] | None:
        """How the match stood; None where it begins. ValueError where the file holds another."""
        try:
            kept = json.loads(self.path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except (OSError, ValueError):
            raise ValueError(f"{self.path} does not hold a match: name another file to keep it in") from None
        if not isinstance(kept, dict) or kept.get("match") != self.about:
            raise ValueError(f"{self.path} holds another match: name another file to keep this one in")
        return kept

    def is_due(self) -> bool:
        """Whether it is time to write."""
        return time.monotonic() - self._written >= SECONDS

    def write(self, standing: Mapping[str, Any]) -> None:
        """Replace the file as a whole, so that there is a whole one at any time."""
        whole = self.path.with_name(f"{self.path.name}.new")
        try:
            with whole.open("w", encoding="utf-8") as file:
                json.dump({"match": self.about, **standing}, file)
                file.flush()
                os.fsync(file.fileno())
            whole.replace(self.path)
        except OSError as error:
            raise ValueError(f"the match cannot be kept in {self.path}: {error.strerror}") from None
        self._written = time.monotonic()
