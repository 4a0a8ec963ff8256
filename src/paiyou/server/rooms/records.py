"""The finished games of a room as records."""

from __future__ import annotations

import itertools
from dataclasses import replace

from paiyou.records.record import Record
from paiyou.server.rooms.restore import empty_room, refuse_damaged
from paiyou.server.rooms.room import Room
from paiyou.server.rooms.stored_room import DEALT, StoredRoom


def finished_records(stored: StoredRoom) -> dict[int, str]:
    """The records of a room's finished games as lines, by the game's number; agents and people by name, by seat."""
    lines: dict[int, str] = {}
    room = empty_room(stored)
    for number, made in itertools.groupby(stored.actions, key=lambda action: action["game"]):
        room = replace(room, number=number, index=0, redeals=0)
        with refuse_damaged(room.id):
            for action in made:
                if action["number"] != DEALT:
                    room.play(action["move"], action["note"])
        if room.over:
            lines[number] = record_of(room).to_line()
    return lines


def record_of(room: Room) -> Record:
    """The record of a room's finished game; `stand_ins` in its notes are the places of moves that others made."""
    players = [room.player_at(seat) for seat in range(room.seats)]
    agents = [player.agent or f"person {player.name}" for player in players]
    replaced = [str(place) for place, played in enumerate(room.history) if played.note is not None]
    info = {"stand_ins": " ".join(replaced)} if replaced else {}
    begun = {"seed": room.deal_seed} if room.opened is None else room.opened.start
    return Record.of(room.game, room.state, agents=agents, info=info, **begun)
