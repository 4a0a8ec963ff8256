"""Several servers behind nginx on one PostgreSQL, of which one after the other is killed and started again.

At each table somebody looks on who hangs up and comes again all the time, so that rooms go back to a server that is
there again while their players are still at another.

`python benchmarks/several_servers.py --servers 2 --minutes 5`; exit code 1 where a move is lost or somebody stuck.
Needs nginx and PostgreSQL (apt-get install nginx-light postgresql). docs/several-servers.md says what it shows.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from random import Random

from websockets.exceptions import ConnectionClosed

from paiyou.bench.postgres import PostgresProcess, postgres_programs
from paiyou.bench.soak import count_stuck, play_on
from paiyou.bench.table import GAMES, lost_moves
from paiyou.bench.table_person import Diary, Person
from paiyou.bench.table_server import GENEROUS, ServerProcess

NGINX = """
daemon off; pid FOLDER/nginx.pid; error_log FOLDER/error.log crit; worker_processes 1;
events { worker_connections 4096; }
http {
  access_log off;
  client_body_temp_path FOLDER/body; proxy_temp_path FOLDER/proxy; fastcgi_temp_path FOLDER/fastcgi;
  uwsgi_temp_path FOLDER/uwsgi; scgi_temp_path FOLDER/scgi;
  map $uri $room { "~^/api/rooms/(?<id>[^/]+)" $id; default $request_id; }
  map $http_upgrade $connection_upgrade { default upgrade; "" close; }
  upstream tables { hash $room consistent; SERVERS }
  server {
    listen 127.0.0.1:PORT;
    location / {
      proxy_pass http://tables; proxy_http_version 1.1; proxy_connect_timeout 2s; proxy_read_timeout 75s;
      proxy_set_header Host $host; proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $connection_upgrade;
    }
  }
}
"""
AWAY = 4.0
"""Seconds that a killed server stays away."""
LOOKS = 3.0
"""Seconds that an onlooker stays."""
QUIET = 10.0
"""Seconds at the end after which everybody has to see the same table."""


class Onlooker(Person):
    """Looks at somebody's table, by another connection of the same chair."""

    async def follow(self, person: Person, stopping: asyncio.Event) -> None:
        self.room, self._token = person.room, person._token
        await self._come_back()
        until = time.monotonic() + LOOKS
        while True:
            try:
                async with asyncio.timeout_at(asyncio.get_running_loop().time() + LOOKS):
                    await self._hear()
            except ConnectionClosed:
                await self._come_back()
            except TimeoutError:
                pass
            if not stopping.is_set() and time.monotonic() > until:
                await self.stand_up()
                await self._come_back()
                until = time.monotonic() + LOOKS

    @property
    def place(self) -> tuple[int, int]:
        return self._table["game"], self._table["index"]


def places(server: ServerProcess) -> dict[str, tuple[int, int]]:
    """How far all rooms have come, by the database; a game that was dealt and has no move is at index 0."""
    newest = "SELECT DISTINCT ON (room) room, game, number FROM actions ORDER BY room, game DESC, number DESC"
    return {room: (game, number + 1) for room, game, number in server.stored(newest)}


async def play(servers: list[ServerProcess], address: str, tables: int, seconds: float) -> dict[str, float]:
    diary, stopping, random, kills = Diary(killed=True, patience=120.0), asyncio.Event(), Random(1), 0
    people = [Person(address, GAMES[at % len(GAMES)], at, diary) for at in range(tables)]
    await asyncio.gather(*(person.sit_down() for person in people))
    onlookers = [Onlooker(address, person._game, at, diary) for at, person in enumerate(people)]
    looking = [
        asyncio.create_task(onlooker.follow(person, stopping))
        for onlooker, person in zip(onlookers, people, strict=True)
    ]
    playing = [asyncio.create_task(play_on(person, 0.3, stopping)) for person in people]
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        await asyncio.sleep(AWAY)
        killed = random.choice(servers)
        await asyncio.to_thread(killed.kill)
        await asyncio.sleep(AWAY)
        await asyncio.to_thread(killed.start)
        kills += 1
    stuck = await count_stuck(people, diary)
    stopping.set()
    await asyncio.gather(*playing)
    await asyncio.sleep(QUIET)
    stored = await asyncio.to_thread(places, servers[0])
    behind = sum(onlooker.place != stored[onlooker.room] for onlooker in onlookers)
    for task in looking:
        task.cancel()
    await asyncio.gather(*looking, return_exceptions=True)
    await asyncio.gather(*(person.stand_up() for person in people))
    print(*diary.errors[:20], sep="\n", file=sys.stderr)
    return {
        "kills": kills, "reconnected": diary.reconnected, "moves_sent": diary.sent,
        "moves_acknowledged": len(diary.acknowledged), "games_finished": diary.games, "errors": len(diary.errors),
        "moves_lost": len(await asyncio.to_thread(lost_moves, servers[0], diary)), "stuck": stuck,
        "onlookers_behind": behind,
    }  # fmt: skip


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--servers", type=int, default=2)
    asked.add_argument("--tables", type=int, default=10)
    asked.add_argument("--minutes", type=float, default=5.0)
    asked.add_argument("--port", type=int, default=18_999)
    given = asked.parse_args()
    programs = postgres_programs()
    assert programs is not None, "PostgreSQL is not installed here: apt-get install postgresql"
    with ExitStack() as things:
        folder = Path(things.enter_context(tempfile.TemporaryDirectory()))
        postgres = things.enter_context(PostgresProcess(programs))
        servers = []
        for number in range(given.servers):
            own = folder / str(number)
            own.mkdir()
            limits = replace(GENEROUS, forwarded=True)
            servers.append(
                things.enter_context(ServerProcess(own, database=postgres.url, bot_pause=0.05, limits=limits))
            )
        lines = " ".join(f"server {server.address} max_fails=1 fail_timeout=2s;" for server in servers)
        told = NGINX.replace("FOLDER", str(folder)).replace("SERVERS", lines).replace("PORT", str(given.port))
        (folder / "nginx.conf").write_text(told)
        nginx = things.enter_context(subprocess.Popen(["nginx", "-c", str(folder / "nginx.conf")]))
        things.callback(nginx.terminate)
        time.sleep(1.0)
        figures = asyncio.run(play(servers, f"127.0.0.1:{given.port}", given.tables, 60 * given.minutes))
    print(json.dumps(figures))
    return any(figures[wrong] for wrong in ("moves_lost", "errors", "stuck", "onlookers_behind"))


if __name__ == "__main__":
    sys.exit(main())
