"""A stored room comes back by the rules it was played by, or not at all."""

from typing import Any

import pytest

from paiyou.server.rooms.refusals import RefusedError
from paiyou.server.rooms.restore import empty_room
from paiyou.server.rooms.stored_room import StoredRoom

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
