"""A game and an agent from an installed package do all that the package's own do."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from fresh_environment import PACKAGE, Environment, fresh_environment
from paiyou.bench.table_server import ServerProcess
from server.wire import Client, http, open_room

DEALS = 4
GAMES = DEALS * 6
"""Two agents share four seats in six ways."""


@pytest.fixture(scope="session")
def environment() -> Environment:
    return fresh_environment()


def test_it_is_a_short_model() -> None:
    for path in (PACKAGE / "src").rglob("*.py"):
        assert len(path.read_text(encoding="utf-8").splitlines()) < 80


def test_it_is_listed(environment: Environment) -> None:
    games = json.loads(environment.paiyou("games", "--json"))["games"]
    assert games["daifugo"]["line"].startswith("Daifugo 大富豪: ")
    assert "doudizhu" in games
    agents = json.loads(environment.paiyou("agents", "--json"))["agents"]
    assert list(agents["thrifty"]["options"]) == ["seed"]
    assert "rules" in agents


def test_its_levels_are_in_order(environment: Environment) -> None:
    program = """
import paiyou
print([paiyou.match("daifugo", a, b, deals=40, seed=1, cores=1).wp.low > 0.5
       for a, b in (("thrifty", "random"), ("rules", "thrifty"))])
print(paiyou.game_info("daifugo").trouble(), paiyou.game("daifugo").core is not None)
"""
    assert environment.run("-c", program) == "[True, True]\nNone True\n"


def test_it_is_matched_in_processes_and_recorded(environment: Environment) -> None:
    played = [
        json.loads(environment.paiyou(
            "match", "thrifty", "random", "--game", "daifugo", "--deals", str(DEALS), "--json", "--cores", cores,
            "--save", f"{cores}.jsonl",
        ))
        for cores in ("1", "2")
    ]  # fmt: skip
    assert played[0]["points"] == played[1]["points"]
    assert played[0]["forfeits"] == []
    lines = [(environment.folder / f"{cores}.jsonl").read_text(encoding="utf-8").splitlines() for cores in (1, 2)]
    moves = [[json.loads(line)["moves"] for line in each] for each in lines]
    assert moves[0] == moves[1]
    checked = json.loads(environment.paiyou("records", "2.jsonl", "--json"))
    assert (checked["games"], checked["broken_lines"]) == (GAMES, 0)
    assert set(checked["by_game"]["daifugo"]["agents"]) == {"thrifty", "random"}
    assert "thrifty" in environment.paiyou("records", "2.jsonl", "--show", "1")


RAY = """
import paiyou
import ray
from paiyou_daifugo.daifugo import INFO
from dataclasses import replace

class Last(paiyou.Agent):
    def choose(self, view):
        return view.moves()[-1]

# What the program itself defines and registers goes to the cluster with what is installed.
paiyou.register_agent(Last, "last")
paiyou.register_game(replace(INFO, name="daifugo-again"))
ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, configure_logging=False)
for game in ("daifugo", "daifugo-again"):
    results = [paiyou.match(game, "thrifty", "last", deals=2, seed=3, cores=1, on=on) for on in ("local", "ray")]
    assert results[0].points == results[1].points, results
    assert not results[1].forfeits
print("the same")
"""


@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed here")
def test_it_is_matched_on_ray(environment: Environment) -> None:
    (environment.folder / "on_ray.py").write_text(RAY, encoding="utf-8")
    assert environment.run("on_ray.py").endswith("the same\n")


def test_a_network_is_trained_for_it(environment: Environment) -> None:
    # A game of four seats with 13 cards each takes at most 212 steps, and then the first step is learnt from.
    sizes = ("games=2", "minibatch=2", "width=8", "state_width=8", "depth=1", "evaluation_deals=1", "device=cpu")
    told = environment.paiyou(
        "train", "daifugo", "--frames", "480", "--folder", "run", "--opponents", "thrifty", "--json",
        *(word for size in sizes for word in ("--set", size)),
    )  # fmt: skip
    assert json.loads(told) == {"folder": "run"}
    log = [json.loads(line) for line in (environment.folder / "run" / "log.jsonl").read_text().splitlines()]
    progress = [line for line in log if line["event"] == "progress"]
    assert progress[-1]["frames"] >= 480
    # One network plays all four seats, since the game tells no place from another.
    assert any(loss is not None for line in progress for [loss] in [line["losses"]])
    assert any(line["event"] == "evaluation" and line["opponent"] == "thrifty" for line in log)


@pytest.fixture(scope="module")
def server(environment: Environment, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server in the fresh environment, whose bots do not pause."""
    folder: Path = tmp_path_factory.mktemp("served")
    with ServerProcess(folder, python=environment.python, bot_pause=0.0) as running:
        yield running
        assert "Traceback" not in running.log.read_text()


def test_it_is_served(server: ServerProcess) -> None:
    listed: dict[str, Any] = {game["name"]: game for game in http(server.address, "/api/games")[1]["games"]}
    told = listed["daifugo"]
    assert told["title"] == {"en": "Daifugo", "zh": "大富豪"}
    assert [level["agent"] for level in told["levels"]] == ["random", "thrifty", "rules"]
    assert told["words"]["combo.quad"] == {"en": "four alike", "zh": "四条"}
    assert (told["seats"], told["teams"], told["version"]) == (4, [0, 1, 2, 3], 1)
    assert "doudizhu" in listed


def test_a_room_is_played_to_its_end_against_its_agent(server: ServerProcess) -> None:
    opened = open_room(server.address, "daifugo", [{"kind": "bot", "agent": "thrifty"}] * 3)
    with Client(server.address, opened["room"], opened["token"]) as client:
        client.wait_for_turn()
        while client.table["phase"] != "over":
            moves = client.table["you"]["moves"]
            assert client.move(moves[-1])["type"] == "ack"
            client.wait_for_turn()
        assert sum(client.table["result"]["payoffs"]) == 0
    advice = {"game": "daifugo", "seat": 0, "hand": "3333456789TJQ", "history": [], "bottom": "", "agent": "thrifty"}
    status, told, text = http(server.address, "/api/advise", advice)
    assert status == 200, text
    assert told["moves"][0]["move"] == "3333"
