"""The kinds of values a record is made of: each function returns the value, or says what would be right."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, TypeVar

from paiyou.options import shown, unknown
from paiyou.records.strict_json import kind_of

Number = TypeVar("Number", int, float)


def string(name: str, value: object) -> str:
    """A string of printable characters: names and reasons end up on a terminal, where others do harm."""
    if not isinstance(value, str):
        raise ValueError(f"{name} must be a string, not {kind_of(value)}")
    if not value.isprintable():
        raise ValueError(f"{name} must be a string of printable characters, not {shown(value)}")
    return value


def flag(name: str, value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise ValueError(f"{name} must be true or false, not {kind_of(value)}")
    return value


def integer(name: str, value: object) -> int:
    """A whole number of at most 64 bits, with a sign or without."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(f"{name} must be a whole number, not {kind_of(value)}")
    return _of_64_bits(name, value)


def number(name: str, value: object) -> float:
    """A number, whole or not, that does not run away when many are added up."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{name} must be a number, not {kind_of(value)}")
    return _of_64_bits(name, value)


def seconds(name: str, value: object) -> float:
    """A number of seconds, 0 or more."""
    result = number(name, value)
    if result < 0:
        raise ValueError(f"{name} must be seconds, 0 or more, not {result}")
    return result


def items(name: str, value: object) -> list[tuple[str, Any]]:
    """The items of a list, each with its name for a sentence: `moves[0]`, `moves[1]`."""
    if not isinstance(value, list | tuple):
        raise ValueError(f"{name} must be a list, not {kind_of(value)}")
    return [(f"{name}[{place}]", item) for place, item in enumerate(value)]


def strings(name: str, value: object) -> tuple[str, ...]:
    """A list of strings."""
    return tuple(string(*item) for item in items(name, value))


def keys(what: str, value: object, known: Collection[str], needed: Collection[str]) -> dict[str, Any]:
    """An object with no keys but the known ones, and all of the needed ones."""
    if not isinstance(value, dict):
        raise ValueError(f"{what} must be an object, not {kind_of(value)}")
    for key in value:
        if key not in known:
            raise unknown(f"key of {what}", key, known)
    for key in needed:
        if key not in value:
            raise ValueError(f"{what} lacks the key {key}; it needs {', '.join(needed)}")
    return value


def _of_64_bits(name: str, value: Number) -> Number:
    if not -(2**63) <= value < 2**64:  # nor NaN, which is not between any two
        raise ValueError(f"{name} must be a number of at most 64 bits, not {shown(str(value))}")
    return value
