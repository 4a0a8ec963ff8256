"""JSON as strictly as records need it: one object, no key twice, no NaN, no number or nesting without end."""

from __future__ import annotations

import json
from typing import Any

from paiyou.options import shown

MOST_DIGITS = 20
"""Enough for 64 bits and a sign."""


def read_object(text: str) -> dict[str, Any]:
    """The object that a JSON string stands for, or a ValueError of one sentence."""
    try:
        value = _decoder.decode(text)
    except json.JSONDecodeError as error:
        raise ValueError(_what_is_wrong(text, error)) from None
    except RecursionError:
        raise ValueError("the JSON is nested too deeply; a record is an object of plain values and lists") from None
    if not isinstance(value, dict):
        raise ValueError(f"a record is a JSON object, {{...}}, not {kind_of(value)}")
    return value


def kind_of(value: object) -> str:
    """What a value is, in words for a sentence that wanted something else."""
    if value is None:
        return "null"
    if isinstance(value, str):
        return f"the string {shown(value)}"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return f"the number {value}"
    if isinstance(value, list | tuple):
        return "a list"
    return "an object" if isinstance(value, dict) else f"a Python {type(value).__name__}"


def _what_is_wrong(text: str, error: json.JSONDecodeError) -> str:
    # A string cannot go past the end of a line, so one without an end means that the line was cut too.
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
        return f"the line breaks off after {len(text)} characters, inside its JSON"
    return f"not JSON from character {error.pos + 1} on, {shown(text[error.pos :])}: {error.msg.lower()}"


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) == len(pairs):
        return result
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            break
        seen.add(key)
    raise ValueError(f"the key {shown(key)} is given twice; each is given once")


def _whole_number(text: str) -> int:
    # int() takes time that grows with the square of the digits, and beyond 4,300 refuses with advice to programmers.
    if len(text) > MOST_DIGITS:
        raise ValueError(f"the number {shown(text)} is too large; whole numbers have at most 64 bits")
    return int(text)


def _no_constant(text: str) -> float:
    raise ValueError(f"{text} is not a number of JSON; leave out what is not known")


_decoder = json.JSONDecoder(object_pairs_hook=_object, parse_int=_whole_number, parse_constant=_no_constant)
