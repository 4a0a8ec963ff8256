"""SIGTERM ends a server that people are connected to, whatever they are in the middle of."""

from __future__ import annotations

import signal
import socket
from pathlib import Path

from paiyou.bench.table_server import ServerProcess
from patience import PATIENCE
from server.wire import Client, open_room


def test_half_a_request_does_not_keep_a_server_from_stopping(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        opened = open_room(server.address, "mini-doudizhu", [{"kind": "bot", "agent": "rules"}])
        host, _, port = server.address.rpartition(":")
        with (
            Client(server.address, opened["room"], opened["token"]) as person,
            socket.create_connection((host, int(port)), PATIENCE) as half,
        ):
            person.wait_for((0, 0))
            half.sendall(b"POST /api/moves HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{")
            process = server._process
            assert process is not None
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) in (0, -signal.SIGTERM)
