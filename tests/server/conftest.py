"""Databases for the tests of the table: SQLite in a file, and a real PostgreSQL started for the session."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest

from paiyou.bench.postgres import PostgresProcess, postgres_programs


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of an empty PostgreSQL of our own, on a Unix socket."""
    programs = postgres_programs()
    if programs is None:
        assert not os.environ.get("CI_POSTGRES"), "PostgreSQL must be there in CI: apt-get install postgresql"
        pytest.skip("PostgreSQL is not installed here")
    with PostgresProcess(programs, "fsync=off", "max_connections=40") as started:
        yield started.url


@pytest.fixture(scope="session")
def new_database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """Makes an empty database of a kind, sqlite or postgres, and tells its URL; there is only one PostgreSQL."""

    def make(kind: str) -> str:
        if kind == "sqlite":
            return f"sqlite:///{tmp_path_factory.mktemp('database') / 'table.db'}"
        url: str = request.getfixturevalue("postgres")
        _empty(url)
        return url

    return make


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, new_database: Callable[[str], str]) -> str:
    """A database's URL, once of each kind; PostgreSQL's tables are emptied before each test."""
    return new_database(request.param)


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def module_database(request: pytest.FixtureRequest, new_database: Callable[[str], str]) -> str:
    """The same for all tests of a file."""
    return new_database(request.param)


def _empty(url: str) -> None:
    from sqlalchemy import MetaData, create_engine

    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://", 1))
    there = MetaData()
    there.reflect(engine)
    there.drop_all(engine)
    engine.dispose()
