"""A stored room comes back by the rules it was played by, or not at all."""

import asyncio
from typing import Any

import pytest

from paiyou.server.rooms.refusals import RefusedError
from paiyou.server.rooms.restore import AT_ONCE, empty_room, restore
from paiyou.server.rooms.stored_room import DEALT, StoredRoom
from server.stored_rooms import evening, filled, whole_evening

CHAIRS = [
    {"room": "r1", "chair": number, "kind": "bot", "name": None, "level": None, "agent": "rules", "key": None}
    for number in range(2)
]


def stored(**changes: Any) -> StoredRoom:
    room = {"id": "r1", "game": "mini-doudizhu", "version": 1, "secret": "00", "invite": None, "created": 1.5}
    return StoredRoom(room | changes, CHAIRS, [])


def test_a_room_comes_back_by_its_rules() -> None:
    assert empty_room(stored()).game.name == "mini-doudizhu"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"version": 2}, "version 2 of mini-doudizhu; the rules here are version 1"),
        ({"game": "gone"}, "cannot be played here any more: unknown game 'gone'"),
    ],
)
def test_a_room_of_other_rules_is_refused_in_one_sentence(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(RefusedError) as refused:
        empty_room(stored(**changes))
    assert refused.value.refusal.code == "old_rules"
    assert words in refused.value.refusal.message


@pytest.mark.parametrize(
    ("games", "running"),
    [(0, True), *((games, running) for games in (1, AT_ONCE, 3 * AT_ONCE) for running in (False, True))],
)
def test_a_room_of_many_games_comes_back_whole_and_in_parts(games: int, running: bool) -> None:
    """What it takes in memory does not grow with the evening: never more than some games are read at once."""
    kept = whole_evening("mini-doudizhu", games, running=running) if games else evening("mini-doudizhu", moves=3)
    expected = empty_room(kept)
    for action in kept.actions:
        if action["number"] == DEALT:
            expected.next_game()
        else:
            expected.play(action["move"], action["note"])
    store = filled(kept)
    load, read = store.load, []

    async def counted(*words: Any) -> StoredRoom | None:
        found = await load(*words)
        read.append({action["game"] for action in found.actions} if found is not None else set())
        return found

    store.load = counted  # type: ignore[method-assign]
    room = asyncio.run(restore(store, "r1"))
    store.close()
    assert room is not None
    assert max(map(len, read)) <= AT_ONCE
    for name in ("number", "index", "redeals", "scores", "results", "history", "deal_seed"):
        assert getattr(room, name) == getattr(expected, name), name
    assert room.state.history == expected.state.history


def test_what_another_server_adds_while_a_room_is_read_does_no_harm() -> None:
    """It ends the game that was read last, and deals the next."""
    kept = whole_evening("mini-doudizhu", AT_ONCE)
    later = [action for action in kept.actions if (action["game"], action["number"]) >= (AT_ONCE - 1, 3)]
    store = filled(StoredRoom(kept.room, kept.chairs, [action for action in kept.actions if action not in later]))
    load, read = store.load, []

    async def raced(*words: Any) -> StoredRoom | None:
        found = await load(*words)
        if not read:
            for action in later:
                rest = {name: action[name] for name in ("seat", "move", "note")}
                await store.add_action("r1", action["game"], action["number"], **rest)
        read.append(1)
        return found

    store.load = raced  # type: ignore[method-assign]
    room = asyncio.run(restore(store, "r1"))
    store.close()
    assert room is not None
    assert (room.number, room.index) == (AT_ONCE, 3)
