"""A room as the store keeps it: rows as plain data, which a worker process can be sent as well."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

DEALT = -1
"""The number of the action that deals a game after the first; moves are counted from 0."""


@dataclass(frozen=True)
class StoredRoom:
    """All that is known of a room."""

    room: Mapping[str, Any]
    """With the `version` of the rules by which it plays, and the `opening` of its first game, if it was set up."""
    chairs: list[Mapping[str, Any]]
    actions: list[Mapping[str, Any]]
    """In the order they were made."""


class Newest(NamedTuple):
    """A room's last action, and its owner."""

    owner: str | None
    """The server; None where nobody has entered the room yet."""
    place: tuple[int, int] | None
    """Game and number of the last action; None before the first."""
    chairs: list[tuple[str, str | None]]
    """Their kinds and keys."""
