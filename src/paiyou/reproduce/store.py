"""Results kept on disk as they come, so that an experiment that was killed goes on where it was.

One JSON object a line: the key of a task, its result, and the seconds it took. A last line that was cut off in the
middle is dropped.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import paiyou


class Store:
    """The kept results of one experiment under one seed."""

    def __init__(self, path: Path, *, fresh: bool = False) -> None:
        self.path = path
        self.results: dict[str, Any] = {}
        self.seconds: dict[str, float] = {}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if fresh:
                path.unlink(missing_ok=True)
            self._read()
        except OSError as error:
            raise ValueError(f"results cannot be kept in {path}: {error.strerror}") from None

    def _read(self) -> None:
        if not self.path.exists():
            self.path.write_text(json.dumps({"paiyou": paiyou.__version__}) + "\n", encoding="utf-8")
            return
        text = self.path.read_bytes()
        whole = text.rfind(b"\n") + 1
        for number, line in enumerate(text[:whole].splitlines()):
            try:
                kept = json.loads(line)
                if number == 0:
                    self._check(kept)
                else:
                    self.results[kept["key"]] = kept["result"]
                    self.seconds[kept["key"]] = kept["seconds"]
            except (ValueError, KeyError, TypeError) as error:
                if isinstance(error, WrongVersionError):
                    raise
                raise ValueError(
                    f"line {number + 1} of {self.path} is not a kept result; --fresh begins anew"
                ) from None
        if whole < len(text):
            os.truncate(self.path, whole)

    def _check(self, header: dict[str, Any]) -> None:
        """Results of another version may be those of other players."""
        if header["paiyou"] != paiyou.__version__:
            raise WrongVersionError(
                f"{self.path} is by version {header['paiyou']}, this is {paiyou.__version__}; --fresh begins anew"
            )

    def add(self, key: str, result: Any, seconds: float) -> None:
        """Keep a result for good before going on."""
        line = json.dumps({"key": key, "result": result, "seconds": round(seconds, 3)}, separators=(",", ":"))
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(line + "\n")
        except OSError as error:
            raise ValueError(f"results cannot be kept in {self.path}: {error.strerror}") from None
        self.results[key] = result
        self.seconds[key] = seconds


class WrongVersionError(ValueError):
    """Kept results that another version made."""
