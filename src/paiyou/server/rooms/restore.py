"""A room from its stored actions: what is stored is what happened."""

from __future__ import annotations

from paiyou.games.registry import game as find_game
from paiyou.server.rooms.refusals import RefusedError
from paiyou.server.rooms.room import Chair, Room
from paiyou.server.rooms.store import DEALT, StoredRoom


def restored(stored: StoredRoom) -> Room:
    """A room as its actions left it."""
    room = empty_room(stored)
    for action in stored.actions:
        if action["number"] == DEALT:
            room.next_game()
        else:
            room.play(action["move"], action["note"])
    return room


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
    chairs = [Chair(**{name: chair[name] for name in Chair.__dataclass_fields__}) for chair in stored.chairs]
    return Room(row["id"], game, bytes.fromhex(row["secret"]), chairs, row["invite"])
