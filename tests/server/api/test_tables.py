"""Several tables in one request, and finished games that are played again from a move."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from paiyou.server.api.schemas.rooms import RoomCreated
from paiyou.server.api.schemas.tables import Tables
from paiyou.server.http.app import create_app
from paiyou.server.rooms.play_again import finished_position
from paiyou.server.rooms.refusals import RefusedError
from paiyou.server.rooms.restore import restore
from paiyou.server.rooms.room import Room
from paiyou.server.rooms.store import Store
from server.api_apps import PATIENT, client_of
from server.stored_rooms import evening


def test_many_tables_are_one_request() -> None:
    with client_of(create_app(replace(PATIENT, bot_pause=0.0))) as client:
        chairs = [{"kind": "you"}, {"kind": "open"}]
        rooms = [
            client.post("/api/rooms", json={"game": "mini-doudizhu", "chairs": chairs, "name": "Ann"}).json()["room"]
            for _ in range(12)
        ]
        answer = client.post("/api/tables", json={"rooms": [*rooms, "nowhere"]})
        Tables.model_validate(answer.json())
        told = answer.json()["tables"]
        assert [one["room"] for one in told] == [*rooms, "nowhere"]
        assert {one.get("phase") for one in told[:-1]} == {"waiting"}
        assert told[-1] == {"room": "nowhere", "trouble": "no_room"}


@pytest.mark.parametrize("game", ["doudizhu", "doudizhu:bidding=call-rob", "gongzhu", "zhengshangyou"])
def test_the_same_hidden_cards_are_dealt_again(game: str) -> None:
    stored = evening(game, 1, declined=1 if "call" in game else 0)
    whole = restored_game(stored)
    history = [played.move for played in whole.history]
    seen: Any = None
    for place in (0, 5, len(history) - 1):
        opening, chairs = finished_position(stored, 1, place, 1, "Bob")
        room = Room("r2", whole.game, b"other", chairs, opening=opening)
        assert (room.seat_of(1), room.chairs[1].name, room.index) == (1, "Bob", 0)
        assert all(chair.kind == "bot" for at, chair in enumerate(chairs) if at != 1)
        assert [played.move for played in room.history] == history[:place]
        for move in history[place:]:
            room.play(move)
        assert room.state.payoffs == whole.state.payoffs
        room.next_game()
        seen = seen or room.deal_seed
        assert room.deal_seed == seen != whole.deal_seed
    with pytest.raises(ValueError, match="moves 0 to"):
        finished_position(stored, 1, len(history), 1, "Bob")
    with pytest.raises(RefusedError):
        finished_position(evening(game, 1, moves=3), 1, 0, 1, "Bob")


def restored_game(stored: Any) -> Room:
    from dataclasses import replace

    from paiyou.server.rooms.restore import empty_room

    room = replace(empty_room(stored), number=1)
    for action in stored.actions:
        if action["number"] >= 0:
            room.play(action["move"], action["note"])
    return room


def test_such_a_room_comes_back_from_the_store() -> None:
    app = create_app(replace(PATIENT, bot_pause=0.0))
    with client_of(app) as client:
        stored = evening("doudizhu")
        client.portal.call(app.state.hub._store.add_room, stored.room, stored.chairs)  # type: ignore[union-attr]
        wanted = {"move": 6, "seat": 0, "name": "Ann"}
        assert client.post("/api/rooms/r1/games/0/again", json=wanted).status_code == 409
        for action in stored.actions:
            rest = {name: action[name] for name in ("seat", "move", "note")}
            client.portal.call(_add, app.state.hub._store, action, rest)  # type: ignore[union-attr]
        answer = client.post("/api/rooms/r1/games/0/again", json=wanted)
        assert answer.status_code == 201, answer.text
        made = RoomCreated.model_validate(answer.json())
        room = client.portal.call(restore, app.state.hub._store, made.room)  # type: ignore[union-attr]
        assert [one.move for one in room.history[:6]] == [action["move"] for action in stored.actions[:6]]
        assert not room.rated
        assert client.post("/api/rooms/r1/games/7/again", json=wanted).status_code == 404
        assert client.post("/api/rooms/r1/games/0/again", json=wanted | {"move": 400}).status_code == 422


async def _add(store: Store, action: Any, rest: Any) -> None:
    await store.add_action("r1", action["game"], action["number"], **rest)
