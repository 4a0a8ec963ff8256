"""A room in memory: what is told of it is drawn once for all who look from a chair, and again after every change."""

from __future__ import annotations

import json

import pytest

from paiyou.games.registry import game as find_game
from paiyou.server.rooms import live_room
from paiyou.server.rooms.live_room import LiveRoom
from paiyou.server.rooms.room import PERSON, Chair, Room


def test_a_hundred_spectators_cost_one_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("mini-doudizhu")
    live = LiveRoom(Room("r", game, b"secret", [Chair(PERSON, name) for name in ["Ann", "Bob"]]))
    drawn: list[int | None] = []
    draw = live_room.table_for
    monkeypatch.setattr(live_room, "table_for", lambda *seen: drawn.append(seen[1]) or draw(*seen))
    before = {chair: live.message_for(chair) for chair in [None] * 100 + [0, 1, 0]}
    assert drawn == [None, 0, 1]
    assert len(set(before.values())) == 3  # nobody is told what another sees
    live.room.play(live.room.state.moves()[0])
    live.notify()
    for chair in (None, 0, 1):
        assert live.message_for(chair) != before[chair]
        assert json.loads(live.message_for(chair)) == json.loads(
            json.dumps({"type": "table", "table": live.table(chair)})
        )
