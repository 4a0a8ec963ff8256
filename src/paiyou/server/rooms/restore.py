"""A room from its stored actions: what is stored is what happened."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from paiyou.games.registry import game as find_game
from paiyou.server.rooms.refusals import RefusedError
from paiyou.server.rooms.room import Chair, Room
from paiyou.server.rooms.stored_room import DEALT, StoredRoom

log = logging.getLogger("paiyou.server")


def restored(stored: StoredRoom) -> Room:
    """A room as its actions left it."""
    room = empty_room(stored)
    with damage_is_ours(room.id):
        for action in stored.actions:
            if action["number"] == DEALT:
                room.next_game()
            else:
                room.play(action["move"], action["note"])
    return room


@contextmanager
def damage_is_ours(room: str) -> Iterator[None]:
    """Stored actions that cannot be played again are not the fault of the client who asks for the room."""
    try:
        yield
    except (AssertionError, LookupError, TypeError, ValueError) as error:
        log.error("the stored room %s is damaged: %s", room, error or type(error).__name__)
        raise RefusedError("damaged", "this room is damaged where it is stored; tell who runs the server") from None


def empty_room(stored: StoredRoom) -> Room:
    """A room as it was before its first action, with those who sit there now.

    RefusedError where its game is not there any more, or is played by other rules than then.
    """
    row = stored.room
    try:
        game = find_game(row["game"])
    except ValueError as error:
        raise RefusedError("old_rules", f"this room's game cannot be played here any more: {error}") from None
    if row["version"] != game.spec.version:
        raise RefusedError(
            "old_rules",
            f"this room plays version {row['version']} of {game.name}; the rules here are version {game.spec.version}",
        )
    with damage_is_ours(row["id"]):
        chairs = [Chair(**{name: chair[name] for name in Chair.__dataclass_fields__}) for chair in stored.chairs]
        return Room(row["id"], game, bytes.fromhex(row["secret"]), chairs, row["invite"])
