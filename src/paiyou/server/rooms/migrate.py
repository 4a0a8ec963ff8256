"""Migrates a database to this version's schema, by Alembic; refuses one that is newer, or is no database of ours.

The schema's version stands in the table `alembic_version`. Databases from before there was one are recognised by
their tables. All steps are one transaction, and servers that start at once on one database wait for each other.
"""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, Inspector, inspect

from paiyou.server.rooms.tables import tables

FOLDER = Path(__file__).parent / "migrations"
BEFORE_VERSIONS = {"room_versions": "2", "rooms": "1"}
"""The schema version of a database that does not name it, by the newest table that it has."""
LOCK = 0x7061_6979_6F75
"""Our key for PostgreSQL's advisory lock."""


def bring_up_to_date(engine: Engine) -> None:
    """Migrate a database and its data to this version's schema; ValueError where that is not possible."""
    with engine.begin() as connection:
        if connection.dialect.name == "sqlite":
            # Python's driver begins no transaction for CREATE TABLE by itself.
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        elif connection.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
        _require_known(connection, ScriptDirectory.from_config(config))
        unnamed = _schema_by_tables(connection)
        if unnamed is not None:
            command.stamp(config, unnamed)
        command.upgrade(config, "head")
        _require_tables(inspect(connection))


def _require_known(connection: Connection, scripts: ScriptDirectory) -> None:
    found, known = _schema(connection), [script.revision for script in scripts.walk_revisions()]
    if found is not None and found not in known:
        raise ValueError(
            f"it was written by a newer Paiyou (schema {found}, and this one knows {known[0]}); update Paiyou"
        )


def _schema(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _schema_by_tables(connection: Connection) -> str | None:
    """The schema of a database that has one and does not name it."""
    if _schema(connection) is not None:
        return None
    there = inspect(connection).get_table_names()
    return next((schema for table, schema in BEFORE_VERSIONS.items() if table in there), None)


def _require_tables(there: Inspector) -> None:
    """Refuse a database whose version is right and whose tables are not ours."""
    for table in tables.sorted_tables:
        has = {column["name"] for column in there.get_columns(table.name)} if there.has_table(table.name) else set()
        missing = [column.name for column in table.columns if column.name not in has]
        if missing:
            raise ValueError(f"it is no database of a table server: {table.name} has no {', '.join(missing)}")
