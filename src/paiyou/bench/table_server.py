"""A real server in a process of its own, to be measured, killed and started again.

The process is this module: `python -m paiyou.bench.table_server '{"port": 0, "settings": {"database": "sqlite://"}}'`.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any

from sqlalchemy import text

from paiyou.server.http.limits import Limits
from paiyou.server.rooms.store import engine_of
from paiyou.server.serve import LOCAL, serve
from paiyou.server.settings import Settings

STOP_SECONDS = 10.0
MUCH = 1_000_000
GENEROUS = Limits(
    requests_per_second=MUCH, request_burst=MUCH, rooms_per_hour=3600 * MUCH, room_burst=MUCH,
    messages_per_second=MUCH, message_burst=MUCH, sockets_per_client=MUCH, spectators_per_room=MUCH,
    sockets_per_chair=MUCH, connections_per_client=MUCH,
)  # fmt: skip
"""Limits count by address, and here everybody has the same one."""


class ServerProcess:
    """A server with its database and its log in a folder; it keeps them, and its port, when it is started again.

    Example: `with ServerProcess(folder) as server: server.kill(); server.start()`.
    """

    def __init__(
        self, folder: Path, *, database: str | None = None, limits: Limits = GENEROUS,
        python: str | Path = sys.executable, clock: Path | None = None, **settings: float,
    ) -> None:  # fmt: skip
        """`clock` is a file with the seconds by which its clock is wrong, now and whenever it is written again."""
        self.database = f"sqlite:///{folder / 'table.db'}" if database is None else database
        self.log = folder / "server.log"
        self._settings = {"database": self.database, "limits": asdict(limits), **settings}
        self._python = str(python)
        self._clock = None if clock is None else str(clock)
        # While the server is down nobody else is given its port: bound here, and listened on there.
        self._kept = socket.socket()
        self._kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._kept.bind((LOCAL, 0))
        self._port = int(self._kept.getsockname()[1])
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> ServerProcess:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        self._kept.close()

    @property
    def address(self) -> str:
        """Host and port."""
        return f"{LOCAL}:{self._port}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = json.dumps({"port": self._port, "settings": self._settings, "clock": self._clock})
        with self.log.open("a") as log:
            self._process = subprocess.Popen(
                [self._python, "-m", __name__, options], stdout=subprocess.PIPE, stderr=log, text=True
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            self.kill()
            raise RuntimeError(f"the server did not start: {self.log.read_text()[-2000:]}")

    def stop(self) -> None:
        """Tell it to end, as one does at the end of a day; one that does not is killed."""
        if self._process is not None:
            self._process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(STOP_SECONDS)
            self.kill()

    def kill(self) -> None:
        """End it as a power cut would: `kill -9`."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            assert self._process.stdout is not None
            self._process.stdout.close()
            self._process = None

    def stored(self, query: str, **values: object) -> list[tuple[Any, ...]]:
        """Rows of its database, read past it: what is there whatever it says."""
        engine = engine_of(self.database)
        try:
            with engine.connect() as connection:
                return [tuple(row) for row in connection.execute(text(query), values)]
        finally:
            engine.dispose()

    @property
    def resident_bytes(self) -> int:
        """Its memory, without that of the worker processes."""
        assert self._process is not None
        status = Path(f"/proc/{self._process.pid}/status")
        if not status.exists():
            raise ValueError("memory is measured on Linux only: there is no /proc here")
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS:"))
        return int(line.split()[1]) * 1024

    @property
    def cpu_seconds(self) -> float:
        """What it and its worker processes have spent of the processor's time; on Linux only, 0 elsewhere."""
        assert self._process is not None
        return sum(map(_cpu_seconds, [self._process.pid, *self.workers()]))

    def workers(self) -> list[int]:
        """The ids of its worker processes; on Linux only, none elsewhere."""
        assert self._process is not None
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
        return [int(child) for child in children.read_text().split()] if children.exists() else []


def _cpu_seconds(process: int) -> float:
    try:
        # After the name, which may have spaces, the 12th and 13th: in the program, and in the system for it.
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except OSError:  # it has just ended, or there is no /proc
        return 0.0


def _set_wrong(clock: Path) -> None:
    """Let the clock of this process jump as a file says; the one that only counts seconds stays as it is."""
    right = time.time
    time.time = lambda: right() + float(clock.read_text() or 0)


def main() -> None:
    """Serve as told until killed."""
    options = json.loads(sys.argv[1])
    settings = options["settings"]
    settings["limits"] = Limits(**settings["limits"])
    if options["clock"] is not None:
        _set_wrong(Path(options["clock"]))
    serve(Settings(**settings), port=options["port"], say=lambda line: print(line, flush=True))


if __name__ == "__main__":
    main()
