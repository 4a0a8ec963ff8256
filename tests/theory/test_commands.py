"""`paiyou equilibrium` and `paiyou exploit`."""

import json

import pytest
from typer.testing import CliRunner

from paiyou.cli import app

SMALL = "mini-doudizhu:ranks=2,hand=3"


def run(*arguments):
    return CliRunner(env={"COLUMNS": "120"}).invoke(app, arguments)


def test_an_equilibrium_as_json_and_for_people():
    done = run("equilibrium", SMALL, "--iterations", "50", "--json")
    assert done.exit_code == 0
    found = json.loads(done.stdout)
    assert found["low"] < found["value"] < found["high"]
    assert found["value"] == pytest.approx(0.7629, abs=0.01)
    assert [step["iterations"] for step in found["steps"]] == [1, 2, 4, 8, 16, 32, 50]
    shown = run("equilibrium", SMALL, "--iterations", "50").stdout
    assert f"{found['value']:+.6f}" in shown
    assert "145 and 213" in shown


def test_exploitability_as_json_and_for_people():
    agents = ["random", "rules"]
    done = run("exploit", *agents, "--game", SMALL, "--cores", "1", "--json")
    assert done.exit_code == 0
    found = json.loads(done.stdout)
    assert [policy["policy"] for policy in found["policies"]] == ["equilibrium, 100 iterations", *agents]
    equilibrium, random, rules = (policy["exploitability"] for policy in found["policies"])
    assert 0 <= equilibrium < rules < random
    shown = run("exploit", *agents, "--game", SMALL, "--cores", "2").stdout
    assert f"{random:.4f}" in shown
    assert f"{rules:.4f}" in shown


def test_a_best_opponent_without_an_equilibrium():
    (with_tree,) = json.loads(run("exploit", "rules", "--game", SMALL, "--json").stdout)["policies"][1:]
    (walked,) = json.loads(run("exploit", "rules", "--game", SMALL, "--walk", "--json").stdout)["policies"]
    assert walked["exploitability"] == pytest.approx(with_tree["exploitability"])
    assert walked["value"] is None
    shown = run("exploit", "rules", "--game", SMALL, "--walk").stdout
    assert f"{walked['exploitability']:.4f}" in shown


@pytest.mark.parametrize(
    "arguments",
    [
        ["equilibrium", "gongzhu"],
        ["equilibrium", SMALL, "--iterations", "0"],
        ["exploit", "nobody"],
        ["exploit", "cheat-uct"],
        ["exploit", "random", "--game", SMALL, "--walk"],
        ["exploit", "rules", "--game", "four-card", "--walk"],
        ["exploit", "rules", "--game", SMALL, "--samples", "0"],
        ["exploit", "rules", "--game", SMALL, "--cores", "0"],
        ["exploit", "rules", "--game", SMALL, "--iterations", "0"],
    ],
)
def test_bad_input_is_exit_code_2(arguments):
    done = run(*arguments)
    assert done.exit_code == 2
    assert done.stdout == ""


@pytest.mark.parametrize("option", ["--samples", "--cores"])
def test_what_is_wrong_is_said_before_the_work(option, monkeypatch):
    monkeypatch.setattr("paiyou.theory.find_equilibrium", lambda *_, **__: pytest.fail("the work has begun"))
    done = run("exploit", "rules", "--game", SMALL, option, "0")
    assert done.exit_code == 2
    assert done.stderr == f"paiyou: {option[2:]} must be 1 or more, not 0\n"
