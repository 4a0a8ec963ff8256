"""Rooms as the store has them after an evening of play, for tests."""

from __future__ import annotations

import asyncio

import paiyou
from paiyou.server.rooms.room import BOT, PERSON, Chair, Room
from paiyou.server.rooms.store import Store
from paiyou.server.rooms.stored_room import DEALT, StoredRoom

SECRET = bytes(32)


def evening(name: str, number: int = 0, *, declined: int = 0, moves: int = 10_000) -> StoredRoom:
    """A game of a room as the store has it: the first legal moves, after some deals that everybody declined."""
    game = paiyou.game(name)
    chairs = [Chair(PERSON, "Ann"), *(Chair(BOT, level="strong", agent="rules") for _ in range(game.seats - 1))]
    room = Room("r1", game, SECRET, chairs, number=number)
    actions = [{"game": number, "number": DEALT, "seat": 0, "move": "next", "note": None}] if number else []
    while not room.over and room.index < moves:
        legal = room.state.moves()
        move = legal[0] if room.redeals < declined else legal[-1]
        note = "rules" if room.index == 1 else None
        actions.append({"game": number, "number": room.index, "seat": room.state.turn, "move": move, "note": note})
        room.play(move, note)
    row = {"id": "r1", "game": name, "version": 1, "secret": SECRET.hex(), "invite": None, "created": 0.0}
    return StoredRoom(row, [{"room": "r1", "chair": at, **vars(chair)} for at, chair in enumerate(chairs)], actions)


def filled(stored: StoredRoom) -> Store:
    """A store with a room in it."""
    store = Store("sqlite://")

    async def fill() -> None:
        await store.add_room(stored.room, stored.chairs)
        for action in stored.actions:
            rest = {name: action[name] for name in ("seat", "move", "note")}
            await store.add_action("r1", action["game"], action["number"], **rest)

    asyncio.run(fill())
    return store


def whole_evening(name: str, games: int, *, running: bool = True) -> StoredRoom:
    """So many finished games one after the other, and a running one."""
    parts = [evening(name, number) for number in range(games)]
    if running:
        parts.append(evening(name, games, moves=3))
    return StoredRoom(parts[0].room, parts[0].chairs, [action for part in parts for action in part.actions])
