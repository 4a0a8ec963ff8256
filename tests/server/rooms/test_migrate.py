"""Databases of every past version, written by the code of that version: they are brought up to date, or left alone."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import threading
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect

from paiyou.records.record import Record
from paiyou.server.rooms.migrate import FOLDER
from paiyou.server.rooms.records import finished_records
from paiyou.server.rooms.restore import restore
from paiyou.server.rooms.store import Store, engine_of
from paiyou.server.rooms.tables import tables

FILES = sorted(Path(__file__).with_name("databases").glob("*.db"))
"""Of each schema a room with two finished games of Mini Dou Dizhu and a running one."""
SCHEMAS = ScriptDirectory(str(FOLDER))
NEWEST = SCHEMAS.get_current_head()


def put(file: Path, url: str) -> None:
    """Make a database what a file is: the file itself, or the same tables and rows in PostgreSQL."""
    if url.startswith("sqlite"):
        shutil.copyfile(file, url.removeprefix("sqlite:///"))
        return
    engine, old = engine_of(url), sqlite3.connect(file)
    with engine.begin() as connection:
        made = old.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY rowid").fetchall()
        for _, statement in made:
            connection.exec_driver_sql(statement)
        for name, _ in made:
            for row in old.execute(f"SELECT * FROM {name}"):
                places = ", ".join(["%s"] * len(row))
                connection.exec_driver_sql(f"INSERT INTO {name} VALUES ({places})", row)
    old.close()
    engine.dispose()


def version_of(url: str) -> str | None:
    engine = engine_of(url)
    with engine.connect() as connection:
        version = MigrationContext.configure(connection).get_current_revision()
    engine.dispose()
    return version


def test_there_is_a_file_of_every_schema() -> None:
    schemas = sorted(int(script.revision) for script in SCHEMAS.walk_revisions())
    assert schemas == list(range(1, len(schemas) + 1))
    assert [file.name for file in FILES] == [f"schema-{schema}.db" for schema in schemas]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_database_of_a_past_version_is_played_on(file: Path, database: str) -> None:
    put(file, database)
    for _ in range(2):
        store = Store(database)
        stored = asyncio.run(store.load("r1"))
        assert stored is not None
        assert stored.room["version"] == 1
        room = asyncio.run(restore(store, "r1"))
        assert room is not None
        assert (room.number, room.over, [len(room.results)]) == (2, False, [2])
        for line in finished_records(stored).values():
            Record.from_line(line).replay()
        move, seat = room.state.moves()[0], room.state.turn
        asyncio.run(store.add_action("r1", 2, room.index, seat=seat, move=move))
        asyncio.run(store.add_room({**stored.room, "id": f"new {room.index}"}, []))
        store.close()
        assert version_of(database) == NEWEST


def test_all_steps_together_are_the_tables_of_today(database: str) -> None:
    Store(database).close()
    engine = engine_of(database)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, tables) == []
    engine.dispose()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_database_of_a_newer_version_is_refused_and_left_as_it_is(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "table.db"
    shutil.copyfile(file, copy)
    with sqlite3.connect(copy) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS alembic_version (version_num VARCHAR(32) NOT NULL)")
        connection.execute("DELETE FROM alembic_version")
        connection.execute("INSERT INTO alembic_version VALUES ('999')")
    connection.close()
    before = dump(copy)
    with pytest.raises(ValueError, match=r"by a newer Paiyou \(schema 999, .*\); update Paiyou$") as refused:
        Store(f"sqlite:///{copy}")
    assert str(copy) in str(refused.value)
    assert dump(copy) == before


@pytest.mark.parametrize(
    "statement", ["CREATE TABLE rooms (id INTEGER)", "CREATE TABLE actions (x TEXT)", "CREATE VIEW chairs AS SELECT 1"]
)
def test_what_is_no_database_of_ours_is_refused_and_left_as_it_is(statement: str, tmp_path: Path) -> None:
    """In the middle of the steps, too: they are one transaction."""
    file = tmp_path / "table.db"
    with sqlite3.connect(file) as connection:
        connection.execute(statement)
    connection.close()
    with pytest.raises(ValueError, match="cannot be used") as refused:
        Store(f"sqlite:///{file}")
    assert "\n" not in str(refused.value)
    assert dump(file) == ["BEGIN TRANSACTION;", f"{statement};", "COMMIT;"]


def test_servers_that_start_at_once_wait_for_each_other(database: str) -> None:
    failed: list[BaseException] = []

    def start() -> None:
        try:
            Store(database).close()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    engine = engine_of(database)
    assert {*tables.tables} < {*inspect(engine).get_table_names()}
    engine.dispose()


def dump(file: Path) -> list[str]:
    """All that is in a file."""
    connection = sqlite3.connect(file)
    try:
        return list(connection.iterdump())
    finally:
        connection.close()
