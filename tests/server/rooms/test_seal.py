"""With a key, the database alone tells neither deals nor invitations."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from paiyou.server.rooms.refusals import RefusedError
from paiyou.server.rooms.seal import Seal, read_key
from paiyou.server.rooms.store import Store
from paiyou.server.rooms.tables import rooms

SECRET, INVITE = "00112233445566778899aabbccddeeff" * 2, "an-invitation_16"
ROOM = {"id": "r1", "game": "doudizhu", "version": 1, "secret": SECRET, "invite": INVITE, "created": 1.5}
KEY = b"k" * 32


def test_secrets_are_sealed_and_opened_by_one_key_alone(database: str) -> None:
    store = Store(database, KEY)
    asyncio.run(store.add_room(ROOM, []))
    asyncio.run(store.add_room({**ROOM, "id": "r2", "invite": None}, []))
    with store._engine.connect() as connection:
        rows = [dict(row) for row in connection.execute(rooms.select()).mappings()]
    assert not any(SECRET in str(row.values()) or INVITE in str(row.values()) for row in rows)
    assert rows[0]["secret"] != rows[1]["secret"], "equal secrets do not look equal"
    stored = asyncio.run(store.load("r1"))
    assert stored is not None
    assert stored.room == ROOM
    store.close()
    for other in (None, b"x" * 32):
        store = Store(database, other)
        with pytest.raises(RefusedError, match="sealed by a key"):
            asyncio.run(store.load("r1"))
        store.close()


def test_rooms_from_before_there_was_a_key_open_with_one(database: str) -> None:
    store = Store(database)
    asyncio.run(store.add_room(ROOM, []))
    store.close()
    store = Store(database, KEY)
    stored = asyncio.run(store.load("r1"))
    assert stored is not None
    assert stored.room == ROOM
    store.close()


def test_a_seal_is_its_own_opposite_and_says_nothing_of_its_key() -> None:
    seal = Seal(KEY)
    for what in ("secret", "invite"):
        assert seal.apply("r1", what, seal.apply("r1", what, b"data")) == b"data"
    assert seal.apply("r1", "secret", b"data") != seal.apply("r1", "invite", b"data")
    assert seal.name == Seal(KEY).name != Seal(b"x" * 32).name


def test_a_key_is_made_once_for_its_owner(tmp_path: Path) -> None:
    file = tmp_path / "key"
    key = read_key(file)
    assert len(key) == 32
    assert read_key(file) == key
    assert file.stat().st_mode & 0o777 == 0o600
    file.write_bytes(b"short")
    with pytest.raises(ValueError, match="has 5 bytes"):
        read_key(file)
    with pytest.raises(ValueError, match="cannot be read or made"):
        read_key(tmp_path / "no" / "key")
