"""Results kept on disk as they come, so that an experiment that was killed goes on where it was.

One JSON object a line: the key of a task, its result, and the seconds it took. A last line that was cut off in the
middle is dropped.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from paiyou.version import installed_version, same_release


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
        text = self.path.read_bytes() if self.path.exists() else b""
        whole = text.rfind(b"\n") + 1
        if whole == 0:  # new, or killed before its first line
            self.path.write_text(json.dumps({"paiyou": installed_version()}) + "\n", encoding="utf-8")
            return
        header, *lines = text[:whole].splitlines()
        self._check(header)
        for number, line in enumerate(lines, start=2):
            try:
                kept = json.loads(line)
                self.results[kept["key"]] = kept["result"]
                self.seconds[kept["key"]] = kept["seconds"]
            except (ValueError, KeyError, TypeError):
                raise ValueError(
                    f"line {number} of {self.path} is not a kept result: take it out, or begin anew with --fresh"
                ) from None
        if whole < len(text):
            os.truncate(self.path, whole)

    def _check(self, header: bytes) -> None:
        """Results of another version may be those of other players."""
        try:
            version = json.loads(header)["paiyou"]
        except (ValueError, KeyError, TypeError):
            raise ValueError(f"{self.path} does not hold kept results; --fresh begins anew") from None
        if not same_release(version, installed_version()):
            raise ValueError(f"{self.path} is by version {version}, this is {installed_version()}; --fresh begins anew")

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
