"""Databases for the tests of the table: SQLite in a file, and a real PostgreSQL started for the session."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from patience import PATIENCE


def _postgres_folder() -> Path | None:
    """Where Debian puts the server's programs, newest first."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]), reverse=True)
    named = shutil.which("initdb")
    return found[0].parent if found else Path(named).parent if named else None


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of an empty PostgreSQL of our own, on a Unix socket."""
    programs = _postgres_folder()
    if programs is None:
        assert not os.environ.get("CI_POSTGRES"), "PostgreSQL must be there in CI: apt-get install postgresql"
        pytest.skip("PostgreSQL is not installed here")
    folder = Path(tempfile.mkdtemp(prefix="paiyou-postgres-"))
    # PostgreSQL refuses to run as root, as which containers usually run.
    as_other = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.geteuid() == 0 else []
    if as_other:
        shutil.chown(folder, "nobody", "nogroup")
    environment = {**os.environ, "HOME": str(folder), "LC_ALL": "C"}

    def run(*command: str) -> None:
        done = subprocess.run(
            [*as_other, *command],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr

    data = folder / "data"
    run(str(programs / "initdb"), "-D", str(data), "-U", "paiyou", "--auth=trust", "--encoding=UTF8", "--no-sync")
    options = f"-k {folder} -c listen_addresses='' -c fsync=off -c max_connections=40"
    run(str(programs / "pg_ctl"), "-D", str(data), "-o", options, "-l", str(folder / "log"), "-w", "start")
    try:
        yield f"postgresql://paiyou@/postgres?host={folder}"
    finally:
        run(str(programs / "pg_ctl"), "-D", str(data), "-m", "immediate", "-w", "stop")
        shutil.rmtree(folder, ignore_errors=True)


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
