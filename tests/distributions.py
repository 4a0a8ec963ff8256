"""Installed packages as far as Python's lists of them know: a folder on the path with entry points and modules."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent


def install(folder: Path, name: str, entry_points: Mapping[str, Mapping[str, str]] | str, **modules: str) -> Path:
    """Put a package into a folder: its entry points by group and name, or as the file is written; its modules by name.

    Example: `install(tmp_path, "spades", {"paiyou.games": {"spades": "spades:INFO"}}, spades="INFO = 1")`.
    """
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    if not isinstance(entry_points, str):
        entry_points = "".join(
            f"[{group}]\n" + "".join(f"{key} = {value}\n" for key, value in points.items())
            for group, points in entry_points.items()
        )
    (info / "entry_points.txt").write_text(entry_points)
    for module, source in modules.items():
        (folder / f"{module}.py").write_text(dedent(source), encoding="utf-8")
    return folder
