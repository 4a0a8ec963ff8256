"""The example client plays whole games at a real server: with bots, with a person, and after a kill."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from paiyou.bench.table_server import ServerProcess
from patience import PATIENCE
from server.wire import Client, http, open_room

PROGRAM = Path(__file__).parents[2] / "examples" / "socket_player.py"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path, bot_pause=0.0, bot_seconds=PATIENCE, question_seconds=PATIENCE) as running:
        yield running
        assert "Traceback" not in running.log.read_text()


def started(server: ServerProcess, link: str, game: str, games: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(PROGRAM), f"http://{server.address}{link}", game, str(games)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def finished(playing: subprocess.Popen[str]) -> str:
    said, trouble = playing.communicate(timeout=PATIENCE)
    assert (playing.returncode, trouble) == (0, "")
    return said


def check_points(server: ServerProcess, said: str, games: int) -> None:
    """What it says it has won is what the records of the room say."""
    room = re.match(r"room (\S+)\n", said)
    assert room is not None
    lines = http(server.address, f"/api/rooms/{room[1]}/records")[1]["records"]
    assert len(lines) == games
    for number, line in enumerate(lines):
        assert line["agents"].count("person Robot") == 1
        payoff = line["result"]["payoffs"][line["agents"].index("person Robot")]
        assert f"game {number + 1}: {payoff:+} points" in said.splitlines()


def test_it_plays_every_game_of_the_table(server: ServerProcess) -> None:
    listed = http(server.address, "/api/games")[1]["games"]
    for name in [variant["name"] for one in listed for variant in one["variants"]]:
        games = 1 + (name == "doudizhu")
        check_points(server, finished(started(server, "", name, games)), games)


def test_it_takes_the_chair_of_an_invitation(server: ServerProcess) -> None:
    opened = open_room(server.address, "doudizhu", [{"kind": "open"}, {"kind": "bot", "agent": "rules"}])
    playing = started(server, f"/#room={opened['room']}&invite={opened['invite']}", "", 1)
    with Client(server.address, opened["room"], opened["token"]) as ann:
        ann.hear_until(lambda _: ann.table.get("phase") == "play")
        while ann.table["phase"] != "over":
            ann.wait_for_turn()
            if ann.to_move:
                ann.move(ann.table["you"]["moves"][0])
        record = http(server.address, f"/api/rooms/{opened['room']}/records")[2]
    check_points(server, finished(playing), 1)
    assert "person Ann" in record


def test_it_comes_back_to_a_server_that_was_killed(server: ServerProcess) -> None:
    playing = started(server, "", "zhengshangyou", 200)
    assert playing.stdout is not None
    room = playing.stdout.readline()
    first = playing.stdout.readline()
    server.kill()
    server.start()
    # It may be anywhere in a game by now; that it finishes further ones shows that it is back at its chair.
    further = [playing.stdout.readline() for _ in range(20)]
    playing.kill()
    playing.communicate()
    lines = http(server.address, f"/api/rooms/{room.split()[1]}/records?most=100")[1]["records"]
    numbers = [int(line.split()[1].rstrip(":")) for line in [first, *further]]
    assert len(lines) >= len(set(numbers))
    assert numbers[0] == 1
    assert numbers[-1] > 15, "the same game is told again at most once, when it comes back"


def test_a_wrong_invitation_is_told(server: ServerProcess) -> None:
    opened = open_room(server.address, "doudizhu", [{"kind": "open"}, {"kind": "open"}])
    playing = started(server, f"/#room={opened['room']}&invite=wrong", "", 1)
    _, trouble = playing.communicate(timeout=PATIENCE)
    assert playing.returncode != 0
    assert "403" in trouble
