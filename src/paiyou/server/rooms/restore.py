"""Restores a room by replaying its stored actions (event sourcing).

Actions are read some games at a time: a room with weeks of games must not fill the memory.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from paiyou.games.registry import game as find_game
from paiyou.records.position import Position
from paiyou.server.rooms.refusals import RefusedError
from paiyou.server.rooms.room import Chair, Room
from paiyou.server.rooms.store import Store
from paiyou.server.rooms.stored_room import DEALT, StoredRoom

log = logging.getLogger("paiyou.server")

AT_ONCE = 25
"""Games whose actions are in memory at once."""


async def restore(store: Store, room_id: str) -> Room | None:
    """A room as its actions left it; None where there is none of that id."""
    stored = await store.load(room_id, 0, AT_ONCE)
    if stored is None:
        return None
    room = await asyncio.to_thread(empty_room, stored)  # which may build a game's tables first
    done = (0, DEALT)
    while stored is not None:
        # The last game of the page before is read again: another server may have added to it meanwhile.
        new = [action for action in stored.actions if _place(action) > done]
        if not new:
            break
        await asyncio.to_thread(_play_on, room, new)
        done = _place(new[-1])
        stored = await store.load(room_id, done[0], AT_ONCE)
    return room


def _place(action: Mapping[str, Any]) -> tuple[int, int]:
    return action["game"], action["number"]


def _play_on(room: Room, actions: Iterable[Mapping[str, Any]]) -> None:
    with refuse_damaged(room.id):
        for action in actions:
            if action["number"] == DEALT:
                room.next_game()
            else:
                room.play(action["move"], action["note"])


@contextmanager
def refuse_damaged(room: str) -> Iterator[None]:
    """Turn errors of replaying into a refusal: damaged data is not the client's fault, and is logged."""
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
    with refuse_damaged(row["id"]):
        chairs = [
            Chair(**{name: chair[name] for name in Chair.__dataclass_fields__ if name in chair})
            for chair in stored.chairs
        ]
        said = row.get("opening")
        opening = None if said is None else Position.from_json(json.loads(said))
        return Room(row["id"], game, bytes.fromhex(row["secret"]), chairs, row["invite"], opening=opening)
