"""What is stored is there when the writer says so, on SQLite and on PostgreSQL alike."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError

from paiyou.server.rooms.store import Store
from paiyou.server.rooms.tables import versions
from paiyou.server.settings import usual_database

ROOM: Mapping[str, Any] = {
    "id": "r1", "game": "doudizhu", "version": 3, "secret": "00", "invite": None, "created": 1.5,
}  # fmt: skip


def chair(number: int, kind: str = "bot", room: str = "r1") -> Mapping[str, Any]:
    return {"room": room, "chair": number, "kind": kind, "name": None, "level": None, "agent": "rules", "key": None}


def test_what_was_stored_comes_back_in_order_to_another_process(database: str) -> None:
    store = Store(database)

    async def fill() -> None:
        await store.add_room(ROOM, [chair(0, "open"), chair(1), chair(2)])
        await store.take_chair("r1", 0, {"kind": "person", "name": "Ann 安", "key": "k" * 64})
        # Ten and more: numbers must be in the order of numbers, not of texts.
        for number in reversed(range(12)):
            await store.add_action(
                "r1", 0, number, seat=number % 3, move=f"m{number}", note="rules" if number else None
            )
        await store.add_action("r1", 1, -1, seat=0, move="next")
        await store.add_action("r1", 1, 0, seat=0, move="33")

    asyncio.run(fill())
    store.close()
    again = Store(database)
    stored = asyncio.run(again.load("r1"))
    assert stored is not None
    assert stored.room == ROOM
    assert [(row["kind"], row["name"]) for row in stored.chairs] == [("person", "Ann 安"), ("bot", None), ("bot", None)]
    assert stored.chairs[0]["key"] == "k" * 64
    assert [(row["game"], row["number"]) for row in stored.actions] == [
        *((0, number) for number in range(12)), (1, -1), (1, 0),
    ]  # fmt: skip
    assert [row["note"] for row in stored.actions[:3]] == [None, "rules", "rules"]
    assert asyncio.run(again.load("r2")) is None
    again.close()


def test_many_writers_at_once_lose_nothing_and_a_bad_one_stands_alone(database: str) -> None:
    store = Store(database)

    async def fill() -> list[BaseException | None]:
        await store.add_room(ROOM, [chair(0)])
        await store.add_action("r1", 0, 50, seat=0, move="first")
        writes = [store.add_action("r1", 0, number, seat=0, move=f"m{number}") for number in range(100)]
        return await asyncio.gather(*writes, return_exceptions=True)

    outcomes = asyncio.run(fill())
    assert [number for number, outcome in enumerate(outcomes) if outcome is not None] == [50]
    assert isinstance(outcomes[50], IntegrityError)
    stored = asyncio.run(store.load("r1"))
    assert stored is not None
    assert [row["move"] for row in stored.actions] == [f"m{n}" if n != 50 else "first" for n in range(100)]
    store.close()


def test_an_action_of_no_room_or_a_chair_twice_is_refused(database: str) -> None:
    store = Store(database)
    asyncio.run(store.add_room(ROOM, [chair(0)]))
    with pytest.raises(IntegrityError):
        asyncio.run(store.add_room({**ROOM, "id": "r2"}, [chair(0, room="r2"), chair(0, room="r2")]))
    # The room went with its chairs: half a room would be worse than none.
    assert asyncio.run(store.load("r2")) is None
    store.close()


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("nonsense", "is no database"),
        ("sqlite:////nowhere/at/all/table.db", "cannot be used"),
        ("postgresql://me:secret@127.0.0.1:1/none", "cannot be used"),
        ("oracle+nothing://x", "is no database"),
    ],
)
def test_a_database_that_cannot_be_used_is_said_in_one_sentence(url: str, said: str) -> None:
    with pytest.raises(ValueError, match=said) as refused:
        Store(url)
    assert "secret" not in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_database_in_memory_loses_nothing_while_others_read() -> None:
    store = Store("sqlite://")

    async def fill() -> None:
        await store.add_room(ROOM, [chair(0)])

        async def reads() -> None:
            for _ in range(60):
                await store.load("r1")

        writes = (store.add_action("r1", 0, number, seat=0, move="m") for number in range(300))
        await asyncio.gather(*writes, reads(), reads())

    asyncio.run(fill())
    stored = asyncio.run(store.load("r1"))
    assert stored is not None
    assert len(stored.actions) == 300
    store.close()


def test_a_taken_chair_is_not_taken_again(database: str) -> None:
    store = Store(database)

    async def take() -> list[bool]:
        await store.add_room(ROOM, [chair(0, "open"), chair(1)])
        return [
            await store.take_chair("r1", number, {"kind": "person", "name": name})
            for number, name in ((0, "A"), (0, "B"), (1, "C"))
        ]

    assert asyncio.run(take()) == [True, False, False]
    store.close()


def test_a_room_from_before_games_had_versions_is_of_the_first(database: str) -> None:
    store = Store(database)
    asyncio.run(store.add_room(ROOM, [chair(0)]))
    with store._engine.begin() as connection:
        connection.execute(versions.delete())
    stored = asyncio.run(store.load("r1"))
    assert stored is not None
    assert stored.room["version"] == 1
    store.close()


@pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX's")
def test_nobody_else_reads_the_file(tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    old.touch(0o664)
    for file in (old, tmp_path / "new.db"):
        store = Store(f"sqlite:///{file}")
        asyncio.run(store.add_room(ROOM, [chair(0)]))
        beside = [*tmp_path.glob(f"{file.name}*")]
        assert len(beside) == 3, "the write-ahead log, too"
        assert {each.stat().st_mode & 0o777 for each in beside} == {0o600}
        store.close()


@pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX's")
def test_a_new_file_is_nobody_elses_from_its_first_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not only once it was made: whoever opened it before would go on reading."""
    monkeypatch.setattr(Path, "chmod", lambda *_: None)
    Store(f"sqlite:///{tmp_path / 'table.db'}").close()
    assert (tmp_path / "table.db").stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX's")
def test_nobody_else_reads_the_usual_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "paiyou").mkdir(0o755)
    usual_database()
    assert (tmp_path / "paiyou").stat().st_mode & 0o777 == 0o700
