"""Which Paiyou this is: the version that the newest tag gave it when it was installed."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, version

UNKNOWN = "0.0"
"""The version of a source folder that is used without being installed."""


def installed_version() -> str:
    """Such as `0.1.0`, or `0.1.1.dev3+g747a925` three commits after it."""
    try:
        return version("paiyou")
    except PackageNotFoundError:
        return UNKNOWN


def same_release(one: str, other: str) -> bool:
    """Whether two versions are of one release, the commits that lead to it included; an unknown one is of any."""
    return UNKNOWN in (one, other) or _release(one) == _release(other)


def _release(text: str) -> list[int]:
    """The numbers of the release, without zeros at the end: 0.1.dev7 leads to 0.1, which is 0.1.0."""
    found = re.match(r"\d+(\.\d+)*", text)
    numbers = [int(number) for number in found[0].split(".")] if found else []
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return numbers
