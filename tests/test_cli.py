"""The command as a person or a script runs it: in a process of its own."""

import json
import subprocess
import sys

import pytest


def paiyou(*arguments, text=None):
    return subprocess.run(
        [sys.executable, "-m", "paiyou", *arguments],
        check=False,
        capture_output=True,
        text=True,
        input=text,
        env={"PATH": "/usr/bin:/bin", "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"},
        timeout=120,
    )


def test_a_match_as_json_is_one_object_and_nothing_else():
    run = paiyou("match", "random", "random", "--game", "doudizhu:douzero", "--deals", "40", "--seed", "2", "--json")
    assert run.returncode == 0
    result = json.loads(run.stdout)
    assert {"game", "a", "b", "deals", "seed", "wp", "adp", "unit", "seconds"} == set(result)
    assert (result["game"], result["deals"], result["seed"]) == ("doudizhu:douzero", 40, 2)
    assert set(result["wp"]) == {"mean", "low", "high"}
    assert result["wp"]["low"] <= result["wp"]["mean"] <= result["wp"]["high"]


def test_one_deal_has_no_interval():
    result = json.loads(paiyou("match", "random", "random", "--deals", "1", "--json").stdout)
    assert result["wp"]["low"] is None


def test_a_match_for_people():
    run = paiyou("match", "random", "random", "--game", "zhengshangyou", "--deals", "20")
    assert run.returncode == 0
    assert "WP" in run.stdout
    assert "points per seat and game" in run.stdout


@pytest.mark.parametrize("command", ["games", "agents"])
def test_lists(command):
    assert "doudizhu" in paiyou("games").stdout
    listed = json.loads(paiyou(command, "--json").stdout)
    assert {"games": "doudizhu", "agents": "random"}[command] in listed[command]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["match", "random", "rndom"], "did you mean random"),
        (["match", "random", "random", "--game", "dodizhu"], "did you mean doudizhu"),
        (["match", "random", "random", "--deals", "0"], "deals must be 1 or more"),
        (["match", "random", "random", "--deals", "many"], "--deals"),
        (["match", "random", "random", "--cores", "0"], "cores must be 1 or more"),
        (["match", "random", "random", "--on", "mars"], "local or ray"),
        (["match", "human", "random", "--json"], "a person cannot play"),
        (["match", "random"], "Missing argument"),
        (["nosuch"], "No such command"),
        (["play", "--against", "human"], "one person"),
        (["play", "--seat", "7"], "no seat 7"),
        (["bench", "nothing"], "unknown benchmark"),
        (["bench", "engine", "--seconds", "0"], "seconds must be"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(arguments, words):
    run = paiyou(*arguments)
    assert run.returncode == 2
    assert words in run.stderr
    assert len(run.stderr.strip().splitlines()) == 1
    assert run.stdout == ""
    assert "Traceback" not in run.stderr


@pytest.mark.parametrize("command", [[], ["match"], ["play"], ["bench"], ["games"], ["agents"]])
def test_every_command_has_help(command):
    run = paiyou(*command, "--help")
    assert run.returncode == 0
    assert "Usage" in run.stdout


def test_bench_has_the_keys_of_the_contract():
    run = paiyou("bench", "engine", "--seconds", "0.02", "--json")
    assert run.returncode == 0
    report = json.loads(run.stdout)
    assert set(report) == {"figures"}
    assert {
        "playout_moves_per_s/doudizhu",
        "python_moves_per_s/doudizhu",
        "encodings_per_s/doudizhu",
    } <= set(report["figures"])
    assert all(figure > 0 for figure in report["figures"].values())


def test_the_portable_build_gives_the_same_results():
    """Whatever the processor: the same moves, the same samples, the same games."""
    script = (
        "import paiyou\n"
        "from paiyou._core import ClimbingGame\n"
        "print(ClimbingGame.__module__)\n"
        "for name in ('doudizhu:douzero', 'paodekuai', 'mini-doudizhu'):\n"
        "    game = paiyou.game(name)\n"
        "    print(game.core.playouts(3000, 7))\n"
        "    for seed in range(20):\n"
        "        state = game.deal(seed)\n"
        "        while not state.over:\n"
        "            moves = state.moves()\n"
        "            print(moves, state.view(state.turn).sample(seed))\n"
        "            state.play(moves[len(state.history) * 7 % len(moves)])\n"
    )
    outputs = [
        subprocess.run(
            [sys.executable, "-c", script], check=True, capture_output=True, text=True, env={"PAIYOU_CORE": core}
        ).stdout.splitlines()
        for core in ("", "portable")
    ]
    assert outputs[1][0].endswith("portable")
    assert outputs[0][1:] == outputs[1][1:]
