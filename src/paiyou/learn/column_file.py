"""Dataclasses of arrays and plain values in one compressed NumPy file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np


def save_columns(path: Path, **columns: Any) -> None:
    """Write a compressed file, atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(path.name + ".draft")
    with draft.open("wb") as file:  # a path alone would be given the ending .npz
        np.savez_compressed(file, **columns)
    draft.replace(path)


def load_columns(path: Path, names: Sequence[str]) -> dict[str, Any]:
    """Read columns that `save_columns` wrote, single values as themselves; ValueError where they are not there."""
    try:
        with path.open("rb") as opened, np.load(opened) as file:
            columns = {name: file[name] for name in names}
        return {name: value.item() if value.ndim == 0 else value for name, value in columns.items()}
    except (OSError, TypeError, KeyError, AttributeError, EOFError, BadZipFile) as error:
        raise ValueError(f"{path} has not the columns {', '.join(names)}") from error
