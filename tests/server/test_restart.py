"""After `kill -9` in the middle of games every acknowledged move is there, once, and everybody plays on."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from paiyou.bench.table_server import ServerProcess
from patience import PATIENCE
from server.wire import Client, http, join_room, open_room

BOT = {"kind": "bot", "agent": "rules"}
OPEN = {"kind": "open"}
ROOMS = [
    ("doudizhu:bidding=123", [OPEN, BOT]), ("gongzhu", [OPEN, BOT, BOT]), ("gongzhu:expose=off", [OPEN, OPEN, OPEN]),
    ("mini-doudizhu", [BOT]), ("mini-doudizhu", [OPEN]),
]  # fmt: skip
MOVES = 3
"""Of everybody between two kills."""

Place = tuple[int, int]


@dataclass
class Chair:
    """A person who plays as fast as it goes and comes back after every break."""

    room: str
    token: str
    random: Random
    acknowledged: dict[Place, str] = field(default_factory=dict)
    unsure: dict[Place, str] = field(default_factory=dict)
    """Sent, but the connection broke before an answer."""
    returned: int = 0

    def play(self, address: str, stopped: Callable[[], bool]) -> None:
        while not stopped():
            try:
                with Client(address, self.room, self.token) as client:
                    client.wait_for((0, 0))
                    self._say_again(client)
                    self.returned += 1
                    while not stopped():
                        self._act(client)
            except (ConnectionClosed, InvalidHandshake, OSError, EOFError):
                time.sleep(0.02)

    def _say_again(self, client: Client) -> None:
        """What was not answered is said again, stored or not: it is done then, and once."""
        for (game, index), move in list(self.unsure.items()):
            answer = client.answer_to({"type": "move", "game": game, "index": index, "move": move}, "again")
            # It may have been the last move of its game, and another person may have dealt the next.
            assert answer["type"] == "ack" or client.table["game"] > game, answer
            del self.unsure[game, index]
            if answer["type"] == "ack":
                self.acknowledged[game, index] = move

    def _act(self, client: Client) -> None:
        client.wait_for_turn()
        game, index = client.place
        if client.table["phase"] == "over":
            client.answer_to({"type": "next", "game": game + 1})
            client.wait_for((game + 1, 0))
            return
        move = self.random.choice(client.table["you"]["moves"])
        self.unsure[game, index] = move
        answer = client.answer_to({"type": "move", "game": game, "index": index, "move": move})
        assert answer["type"] == "ack", answer
        del self.unsure[game, index]
        self.acknowledged[game, index] = move
        client.wait_for((game, index + 1))


def stored_moves(server: ServerProcess, room: str) -> dict[Place, str]:
    rows = server.stored("SELECT game, number, move FROM actions WHERE room = :room AND number >= 0", room=room)
    return {(game, number): move for game, number, move in rows}


@pytest.mark.parametrize("kills", [1, pytest.param(5, marks=pytest.mark.long)])
def test_nothing_acknowledged_is_lost_by_a_kill(tmp_path: Path, database: str, kills: int) -> None:
    """Another kill comes when all have stopped, so that nobody waits for one who has."""
    with ServerProcess(
        tmp_path, database=database, bot_pause=0.01, bot_seconds=PATIENCE, question_seconds=PATIENCE
    ) as server:
        chairs: list[Chair] = []
        for name, others in ROOMS:
            opened = open_room(server.address, name, others)
            tokens = [opened["token"]]
            tokens += [join_room(server.address, opened, "Bob")["token"] for other in others if other is OPEN]
            chairs += [Chair(opened["room"], token, Random(token)) for token in tokens]
        stopping = threading.Event()
        playing = [
            threading.Thread(target=chair.play, args=(server.address, stopping.is_set), daemon=True) for chair in chairs
        ]
        for thread in playing:
            thread.start()
        for kill in range(1, kills + 1):
            # Everybody has come back and moved since the last kill: then comes the next, at any moment of a move.
            wanted = {id(chair): len(chair.acknowledged) + MOVES for chair in chairs}
            wait_until(lambda wanted=wanted: all(len(chair.acknowledged) >= wanted[id(chair)] for chair in chairs))
            time.sleep(Random(kill).random() * 0.05)
            server.kill()
            for chair in chairs:
                stored = stored_moves(server, chair.room)
                assert all(stored[place] == move for place, move in list(chair.acknowledged.items()))
            server.start()
        wait_until(lambda: all(chair.returned > kills for chair in chairs))
        moves = {id(chair): len(chair.acknowledged) for chair in chairs}
        wait_until(lambda: all(len(chair.acknowledged) > moves[id(chair)] for chair in chairs))
        stopping.set()
        server.kill()
        server.start()
        for thread in playing:
            thread.join(PATIENCE)
            assert not thread.is_alive()
        check(server, chairs)
        assert sum(len(chair.acknowledged) for chair in chairs) > kills * MOVES * len(chairs) > 30


def check(server: ServerProcess, chairs: list[Chair]) -> None:
    for chair in chairs:
        stored = stored_moves(server, chair.room)
        for place, move in chair.acknowledged.items():
            assert stored[place] == move
        for game in {game for game, _ in stored}:
            numbers = sorted(number for at, number in stored if at == game)
            assert numbers == list(range(len(numbers)))  # none missing, none twice
        # The server shows what is stored, and the bots go on: it is a person's turn, or will be.
        status, table, text = http(server.address, f"/api/rooms/{chair.room}")
        assert status == 200, text
        first = table["index"] - len(table["history"])
        stored = stored_moves(server, chair.room)  # anew: bots have gone on since, and what is shown was stored before
        for number, played in enumerate(table["history"]):
            assert stored[table["game"], first + number] == played["move"]
        with Client(server.address, chair.room, chair.token) as client:
            client.hear_until(lambda heard: heard["type"] == "table")
            assert client.table["you"]["chair"] is not None
    assert server.log.read_text() == ""


def wait_until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, "somebody waits for ever"
        time.sleep(0.01)


def test_a_worker_whose_server_is_gone_ends_without_a_word() -> None:
    worker = subprocess.Popen(
        [sys.executable, "-m", "paiyou.server.bots.worker", "0"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert worker.stdin is not None
    assert worker.stdout is not None
    assert worker.stderr is not None
    assert worker.stdout.readline() == "ready\n"
    worker.stdout.close()  # before the question: its answer finds nobody
    worker.stdin.write('{"kind": "nothing", "payload": {}}\n')
    worker.stdin.close()
    assert worker.stderr.read() == ""
    worker.stderr.close()
    worker.wait(PATIENCE)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="only Linux shows what a process has open")
def test_workers_do_not_keep_the_port_of_a_server_that_was_killed(tmp_path: Path) -> None:
    """One that thinks on for seconds would keep the next server from starting."""
    with ServerProcess(tmp_path) as server:
        wait_until(lambda: bool(server.workers()))
        assert not sockets_of(server.workers()[0]) & listening_on(server.address)


def sockets_of(process: int) -> set[str]:
    """The inodes of what a process has open."""
    links = [str(file.readlink()) for file in Path(f"/proc/{process}/fd").iterdir()]
    return {link.removeprefix("socket:[").rstrip("]") for link in links if link.startswith("socket:")}


def listening_on(address: str) -> set[str]:
    """The inode of the socket that listens there."""
    port = int(address.rpartition(":")[2])
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    found = {line[9] for line in lines if line[3] == "0A" and line[1].endswith(f":{port:04X}")}
    assert found
    return found
