"""Spec strings: `NAME`, `NAME:preset,option=value`. Games and agents are both named this way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

Value = str | int | float | bool


@dataclass(frozen=True)
class Option:
    """An option of a game or an agent: its kind, what it does, and the words it takes if it takes only some."""

    kind: type[str] | type[int] | type[float] | type[bool]
    help: str
    choices: tuple[str, ...] = ()
    remote: bool | float = False
    """Whether a remote client may set it on a server, or for a number the most he may ask for."""

    def read(self, name: str, text: str) -> Value:
        """The value that a string stands for, or a ValueError that says what would be right."""
        if self.choices and text not in self.choices:
            raise ValueError(f"{name} must be one of {', '.join(self.choices)}, not {shown(text)}")
        if self.kind is bool:
            if text not in ("on", "off"):
                raise ValueError(f"{name} must be on or off, not {shown(text)}")
            return text == "on"
        if self.kind is str:
            return text
        try:
            # Only plain digits: int() would also take 1_000 and Chinese numerals.
            if not text.isascii() or "_" in text:
                raise ValueError
            return self.kind(text)
        except ValueError:
            wanted = "a whole number" if self.kind is int else "a number"
            raise ValueError(f"{name} must be {wanted}, not {shown(text)}") from None

    def check_remote(self, name: str, value: Value) -> None:
        """ValueError where a remote client may not ask for this value."""
        if self.remote is False:
            raise ValueError(f"the option {name} is not offered here: leave it out")
        if self.remote is not True and isinstance(value, int | float) and not 0 <= value <= self.remote:
            raise ValueError(f"{name} must be 0 to {self.remote:,} on this server, not {value:,}")


def shown(text: str) -> str:
    """A string of unknown origin, quoted and short enough for one line."""
    cut = text if len(text) <= 40 else text[:40] + "..."
    return repr(cut)


def unknown(what: str, text: str, known: Iterable[str]) -> ValueError:
    """The error for a name that does not exist: the nearest names, or all of them."""
    names = list(known)
    near = get_close_matches(text[:40], names, n=3)
    hint = (
        f"did you mean {' or '.join(near)}?" if near else f"there is {', '.join(names)}" if names else "there is none"
    )
    return ValueError(f"unknown {what} {shown(text)}: {hint}")


def split_spec(text: str) -> tuple[str, list[str]]:
    """The name and the comma-separated parts behind the colon."""
    name, colon, rest = text.partition(":")
    if colon and not rest:
        raise ValueError(f"{shown(text)} ends with a colon: leave it out, or name an option behind it")
    return name.strip(), [part.strip() for part in rest.split(",")] if colon else []


def read_options(
    owner: str, parts: list[str], options: Mapping[str, Option], presets: Iterable[str] = ()
) -> tuple[str | None, dict[str, Value]]:
    """The preset, if one was named, and the values of the options; ValueError for anything unknown or said twice."""
    preset: str | None = None
    values: dict[str, Value] = {}
    for part in parts:
        name, equals, text = part.partition("=")
        if not equals and name in options and options[name].kind is bool:
            equals, text = "=", "on"  # a switch may be named alone
        if not equals:
            if name not in presets:
                raise unknown(
                    f"preset or option of {owner}", name, [*presets, *(f"{option}=..." for option in options)]
                )
            if preset is not None:
                raise ValueError(f"{owner} takes one preset, not both {preset} and {name}")
            preset = name
            continue
        if name not in options:
            raise unknown(f"option of {owner}", name, options)
        if name in values:
            raise ValueError(f"{name} is given twice")
        values[name] = options[name].read(name, text)
    return preset, values
