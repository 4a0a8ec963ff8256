"""The program of the first tutorial serves its game: the table knows it, and a room of it begins."""

import json
import re
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import Request, urlopen

from patience import PATIENCE

PAGE = Path(__file__).parents[2] / "docs" / "tutorials" / "climbing-game.md"


def ask(address, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = Request(address, data=data, headers={"Content-Type": "application/json"})
    with urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


def test_the_game_is_at_the_table(tmp_path):
    program = re.search(r'```python title="tien_len.py"\n(.*?)```', PAGE.read_text(encoding="utf-8"), re.DOTALL)[1]
    (tmp_path / "tien_len.py").write_text(program, encoding="utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        sys.executable,
        "tien_len.py",
        "serve",
        "--port",
        str(port),
        "--database",
        f"sqlite:///{tmp_path}/table.db",
    ]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL) as running:
        try:
            wait_for(port, running)
            games = {game["name"]: game for game in ask(f"http://127.0.0.1:{port}/api/games")["games"]}
            assert games["tien-len"]["title"] == {"en": "Tiến lên", "zh": "进军"}
            chairs = [{"kind": "you"}, *({"kind": "bot", "level": "strong"} for _ in range(3))]
            room = ask(f"http://127.0.0.1:{port}/api/rooms", {"game": "tien-len", "name": "Ann", "chairs": chairs})
            assert room["room"]
        finally:
            running.terminate()


def wait_for(port, running):
    end = time.monotonic() + PATIENCE
    while True:
        with socket.socket() as asking:
            if asking.connect_ex(("127.0.0.1", port)) == 0:
                return
        assert running.poll() is None, "the server has ended"
        assert time.monotonic() < end, "the server does not listen"
        time.sleep(0.05)
