"""A PostgreSQL of our own in a folder, on a Unix socket: to be tested with, killed and started again."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType

PATIENCE = 120.0
"""Seconds for one of its programs."""


def postgres_programs() -> Path | None:
    """The folder of the server's programs, the newest where Debian puts them; None where it is not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]), reverse=True)
    named = shutil.which("initdb")
    return found[0].parent if found else Path(named).parent if named else None


class PostgresProcess:
    """An empty PostgreSQL, gone with its folder at the end.

    Example: `with PostgresProcess(programs) as postgres: postgres.kill(); postgres.start()`.
    """

    def __init__(self, programs: Path, *options: str) -> None:
        self._programs, self._options = programs, options
        self._folder = Path(tempfile.mkdtemp(prefix="paiyou-postgres-"))
        self._data = self._folder / "data"
        # PostgreSQL refuses to run as root, as which containers usually run.
        self._as_other = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.geteuid() == 0 else []
        if self._as_other:
            shutil.chown(self._folder, "nobody", "nogroup")

    @property
    def url(self) -> str:
        """As a server takes it."""
        return f"postgresql://paiyou@/postgres?host={self._folder}"

    def __enter__(self) -> PostgresProcess:
        self._run("initdb", "-U", "paiyou", "--auth=trust", "--encoding=UTF8", "--no-sync")
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._run("pg_ctl", "-m", "immediate", "-w", "stop")
        shutil.rmtree(self._folder, ignore_errors=True)

    def start(self) -> None:
        """Start it, and wait until it answers; what is left of one that was killed may take a moment to go."""
        options = " ".join([f"-k {self._folder}", "-c listen_addresses=''", *(f"-c {each}" for each in self._options)])
        last = time.monotonic() + PATIENCE
        while True:
            try:
                self._run("pg_ctl", "-o", options, "-l", str(self._folder / "log"), "-w", "start")
                return
            except RuntimeError:
                if time.monotonic() > last:
                    raise
                time.sleep(0.5)

    def kill(self) -> None:
        """End it as a power cut would: `kill -9` of the first process, and the others end themselves."""
        os.kill(int((self._data / "postmaster.pid").read_text().splitlines()[0]), signal.SIGKILL)

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [*self._as_other, str(self._programs / program), "-D", str(self._data), *arguments],
            cwd=self._folder,
            env={**os.environ, "HOME": str(self._folder), "LC_ALL": "C"},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        if done.returncode != 0:
            raise RuntimeError(f"{program}: {done.stdout}{done.stderr}")
