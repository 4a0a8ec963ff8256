"""What the theory is given, read in one place: tables of numbers, probabilities, names; and libraries of the extra."""

from __future__ import annotations

import importlib
import numbers
import operator
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

Numbers = NDArray[np.float64]
Action = int | str
"""An action by its number or its name."""
Given = TypeVar("Given")

LARGEST = 1e100
"""The largest number in a table. Sums and differences of larger ones could be infinite, and nothing compares then."""
ROUNDING = 1e-8
"""How far probabilities may be from adding up to 1."""


def read_numbers(table: ArrayLike, what: str) -> Numbers:
    """An array of its own that nobody can write to; ValueError for anything but finite real numbers."""
    try:
        given = np.asarray(table)
        if given.dtype.kind not in "biuf":
            given = given.astype(object)  # fractions and the like; text and complex numbers fail below
            if not all(isinstance(number, numbers.Real) for number in given.flat):
                raise TypeError
        read = np.array(given, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{what} must be a full table of numbers: rows of equal length, no text") from None
    if not np.isfinite(read).all():
        raise ValueError(f"{what} must be finite numbers: there is a NaN or an infinity among them")
    if (abs(read) > LARGEST).any():
        raise ValueError(f"{what} must be numbers up to {LARGEST:g}, so that sums of them are finite")
    read.setflags(write=False)
    return read


def read_distributions(table: ArrayLike, shape: tuple[int, ...], what: str) -> Numbers:
    """Probabilities along the last axis; ValueError where they are negative or do not add up to 1."""
    read = read_numbers(table, what)
    if read.shape != shape:
        raise ValueError(f"{what} must have the shape {shape}, not {read.shape}")
    if (read < 0).any():
        raise ValueError(f"{what} must not be negative: {read.min():g} is among them")
    sums = read.sum(axis=-1)
    if (abs(sums - 1) > ROUNDING).any():
        wrong = float(sums.flat[np.argmax(abs(sums - 1))])
        raise ValueError(f"{what} must add up to 1, not {wrong:g}")
    # To the last digit: in a game with a discount of nearly 1 a little too much would make values grow without end.
    exact: Numbers = read / sums[..., np.newaxis]
    exact.setflags(write=False)
    return exact


def read_each(given: Iterable[Given], count: int, what: str, each: str = "player") -> list[Given]:
    """One thing for each player, or for each of something else."""
    try:
        read = list(given)
    except TypeError:
        read = []
    if len(read) != count:
        raise ValueError(f"one is needed for each {each}: {what} must be a list of {count}")
    return read


def read_names(names: Sequence[str] | None, size: int, what: str) -> tuple[str, ...]:
    """One name for each; the numbers from 0 where none are given."""
    if names is None:
        return tuple(str(number) for number in range(size))
    try:
        texts = not isinstance(names, str) and all(isinstance(name, str) for name in names)
    except TypeError:
        texts = False
    if not texts:
        raise ValueError(f"names of {what} must be a list of {size} strings")
    if len(names) != size or len(set(names)) != size:
        raise ValueError(f"{what} must have {size} different names, not {', '.join(names) or 'none'}")
    return tuple(names)


def read_actions(names: Sequence[Sequence[str]] | None, sizes: Sequence[int]) -> tuple[tuple[str, ...], ...]:
    """Names of every player's actions."""
    given = [None] * len(sizes) if names is None else read_each(names, len(sizes), "names of actions")
    return tuple(
        read_names(own, size, f"actions of player {player}")
        for player, (own, size) in enumerate(zip(given, sizes, strict=True))
    )


def read_number(given: object, size: int, what: str) -> int:
    """A number from 0 to size - 1."""
    try:
        number = operator.index(given)  # type: ignore[arg-type]
    except TypeError:
        number = -1
    if not 0 <= number < size:
        raise ValueError(f"{what} must be a number from 0 to {size - 1}, not {given!r}")
    return number


def read_count(given: object, what: str) -> int:
    """A whole number from 1 up."""
    try:
        count = operator.index(given)  # type: ignore[arg-type]
    except TypeError:
        count = 0
    if count < 1:
        raise ValueError(f"{what} must be 1 or more, not {given}")
    return count


def read_action(given: Action, names: Sequence[str], what: str) -> int:
    """The number of an action, or of whatever else has names."""
    if isinstance(given, str):
        if given not in names:
            raise ValueError(f"unknown {what} {given!r}: there is {', '.join(names)}")
        return list(names).index(given)
    return read_number(given, len(names), what)


def read_tolerance(given: float) -> float:
    """A number that is not negative."""
    if isinstance(given, numbers.Real) and 0 <= given < float("inf"):
        return float(given)
    raise ValueError(f"tolerance must be a number from 0 up, not {given!r}")


def need(module: str) -> Any:
    """A library of the extra `experiments`; ValueError where it is not installed."""
    try:
        return importlib.import_module(module)
    except ImportError:
        library = module.partition(".")[0]
        raise ValueError(f"this needs {library}, which is not installed: pip install 'paiyou[experiments]'") from None
