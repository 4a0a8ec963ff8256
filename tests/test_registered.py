"""What a running program registers is known to all that work for it: processes, the server, records, the terminal."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from patience import PATIENCE

GAME = """
import paiyou
from paiyou.games import zhengshangyou
from dataclasses import replace

def make(bombs: bool = True):
    return replace(zhengshangyou.spec(), name="sprint", hand_size=5, title="Sprint 短跑")

LEVELS = {"beginner": "random", "steady": "isuct:iterations=500", "strong": "rules"}
INFO = replace(zhengshangyou.INFO, name="sprint", make=make, title=paiyou.Text("Sprint", "短跑"), presets=())
INFO = replace(INFO, levels=LEVELS, strongest="rules")
BARE = replace(make(), name="bare", title="Bare 光秃秃", version=3)

class First(paiyou.Agent):
    name, line, quick, remote = "first", "its first move", True, True

    def choose(self, view):
        return view.moves()[0]
"""

USE = """
if __name__ == "__main__":
    import asyncio, json, multiprocessing, sys
    paiyou.register_game(INFO)
    paiyou.register_game(BARE)
    paiyou.register_agent(First)
    paiyou.register_agent(First, "second")

    def points(game, **options):
        result = paiyou.match(game, "first", "second", "random", deals=3, seed=5, **options)
        return [str(player.measures["points"]) for player in result.players]

    told = {"one": [points(game, cores=1) for game in ("sprint", "bare")]}
    told["fork"] = [points(game, cores=2, save="games.jsonl") for game in ("sprint", "bare")]
    multiprocessing.get_all_start_methods = lambda: ["spawn"]
    told["spawn"] = [points(game, cores=2) for game in ("sprint", "bare")]

    from paiyou.records import read_records
    from paiyou.server.bots.pool import Bots
    told["replayed"] = [list(record.replay().state.payoffs) for record in read_records("games.jsonl")]
    told["result"] = [list(record.result.payoffs) for record in read_records("games.jsonl")]
    told["versions"] = sorted({(record.game, record.version) for record in read_records("games.jsonl")})

    async def ask():
        bots = Bots()
        try:
            question = {"game": "sprint", "seed": 1, "moves": [], "seat": 0, "agent": "second", "word": 1}
            return await bots.run("choose", question, PATIENCE)
        finally:
            await bots.close()

    state = paiyou.game("sprint").deal(1)
    told["asked"] = [asyncio.run(ask())["move"], state.moves()[0]]

    from paiyou.server.catalog import make_catalog
    catalog = make_catalog()
    told["served"] = [game["name"] for game in catalog.games]
    told["left_out"] = catalog.left_out
    print(json.dumps(told))
"""


def run(folder: Path, script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    (folder / "script.py").write_text(script.replace("PATIENCE", str(PATIENCE)), encoding="utf-8")
    return subprocess.run(
        [sys.executable, *arguments, "script.py"], cwd=folder, capture_output=True, text=True, check=False,
        timeout=PATIENCE,
    )  # fmt: skip


@pytest.mark.parametrize("place", ["a module", "the script itself"])
def test_it_is_known_in_processes_records_and_the_server(place: str, tmp_path: Path) -> None:
    if place == "a module":
        (tmp_path / "sprints.py").write_text(GAME, encoding="utf-8")
        script = "from sprints import *\n" + USE
    else:
        script = GAME + USE
    done = run(tmp_path, script)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["one"] == told["fork"] == told["spawn"]
    assert told["replayed"] == told["result"]
    assert len(told["result"]) == 2 * 3 * 6
    assert told["versions"] == [["bare", 3], ["sprint", 1]]
    assert told["asked"][0] == told["asked"][1]
    assert {"sprint", "bare", "doudizhu"} <= set(told["served"])
    assert told["left_out"] == []


def test_what_cannot_travel_is_said(tmp_path: Path) -> None:
    """A class made within a function can be forked, but not sent."""
    done = run(
        tmp_path,
        """
import asyncio, multiprocessing, paiyou
from paiyou.server.bots.pool import Bots

def inside():
    class Local(paiyou.Agent):
        def choose(self, view):
            return view.moves()[0]
    return Local

paiyou.register_agent(inside(), "local")
print(paiyou.match("mini-doudizhu", "local", "random", deals=2, cores=2).deals)
multiprocessing.get_all_start_methods = lambda: ["spawn"]
try:
    paiyou.match("mini-doudizhu", "local", "random", deals=2, cores=2)
except ValueError as error:
    print(error)

async def ask(agent):
    bots = Bots()
    try:
        question = {"game": "mini-doudizhu", "seed": 1, "moves": [], "seat": 0, "agent": agent, "word": 1}
        return await bots.run("choose", question, PATIENCE)
    finally:
        await bots.close()

assert asyncio.run(ask("rules"))["move"]
try:
    asyncio.run(ask("local"))
except ValueError as error:
    print(error)
""",
    )
    assert done.returncode == 0, done.stderr
    played, processes, server = done.stdout.splitlines()
    assert played == "2"
    assert processes.startswith("this cannot be sent to worker processes (")
    assert server.startswith("unknown agent 'local'")
    said = set(done.stderr.splitlines())
    assert len(said) == 1
    assert "cannot be sent to the bots' processes" in said.pop()


def test_a_script_that_serves_without_a_guard_does_not_serve_in_its_workers(tmp_path: Path) -> None:
    script = (
        GAME
        + """
import asyncio
paiyou.register_agent(First)
from paiyou.server.bots.pool import Bots

async def ask():
    bots = Bots()
    try:
        question = {"game": "mini-doudizhu", "seed": 1, "moves": [], "seat": 0, "agent": "first", "word": 1}
        print(await bots.run("choose", question, PATIENCE))
    except ValueError as error:
        print(error)
    finally:
        await bots.close()

asyncio.run(ask())
"""
    )
    done = run(tmp_path, script)
    assert done.stdout.startswith("{'move': "), done.stderr
    assert "must serve under: if __name__ == '__main__'" in done.stderr
    assert "Traceback" not in done.stderr


def test_names_that_are_taken_and_things_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "sprints.py").write_text(GAME, encoding="utf-8")
    done = run(
        tmp_path,
        """
from dataclasses import replace
import paiyou, sprints

class Abstract(paiyou.Agent): pass
class Shouting(sprints.First): name = "LOUD"

before = dict(paiyou.list_games()), dict(paiyou.list_agents())
paiyou.register_game(sprints.INFO)
paiyou.register_game(sprints.INFO)
for work in (
    lambda: paiyou.register_game(replace(sprints.INFO, name="gongzhu")),
    lambda: paiyou.register_game(replace(sprints.INFO, version=2)),
    lambda: paiyou.register_game("gongzhu"),
    lambda: paiyou.register_game(None),
    lambda: paiyou.register_game(type(sprints.BARE)),
    lambda: paiyou.register_game(replace(sprints.INFO, name="other", about=None)),
    lambda: paiyou.register_agent(sprints.First, "rules"),
    lambda: paiyou.register_agent(sprints.First(paiyou.game("gongzhu"))),
    lambda: paiyou.register_agent(Abstract, "abstract"),
    lambda: paiyou.register_agent(Shouting),
    lambda: paiyou.register_agent(lambda game: None, "function"),
):
    try:
        work()
        print("registered")
    except ValueError as error:
        print(error)
assert set(paiyou.list_games()) == {*before[0], "sprint"} and paiyou.list_agents() == before[1]
""",
    )
    assert done.returncode == 0, done.stderr
    reasons = [
        "there is a game 'gongzhu' already; give it another name",
        "there is a game 'sprint' already; give it another name",
        "a game is a GameInfo or a spec, not \"'gongzhu'\"",
        "a game is a GameInfo or a spec, not 'None'",
        'a game is a GameInfo or a spec, not "<class ',
        "the game 'other' has no about: a Text in English and Chinese",
        "there is an agent 'rules' already; give it another name",
        "an agent is a subclass of paiyou.Agent that can choose, not '<sprints.First object",
        "an agent is a subclass of paiyou.Agent that can choose, not \"<class '__main__.Abstract'>\"",
        "an agent's name is small letters and digits, words joined by hyphens, not 'LOUD'",
        "an agent is a subclass of paiyou.Agent that can choose, not '<function",
    ]
    for line, reason in zip(done.stdout.splitlines(), reasons, strict=True):
        assert line.startswith(reason), line
