"""What people read at 80 columns: the help of every command, and the tables of games and agents."""

import json

import pytest
import typer

import commands
from commands import paiyou
from paiyou.agents.registry import agent_classes
from paiyou.cli import app
from paiyou.cli.show.experiments import PAPERS
from paiyou.reproduce.registry import EXPERIMENTS

COMMANDS = typer.main.get_command(app).commands
COLUMNS = 80


@pytest.fixture(autouse=True)
def _narrow(monkeypatch):
    monkeypatch.setattr(commands, "WIDTH", COLUMNS)
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    monkeypatch.setattr("typer.rich_utils.MAX_WIDTH", COLUMNS)


def lines_of(*words):
    run = paiyou(*words)
    assert run.returncode == 0, run.stderr
    lines = run.stdout.splitlines()
    assert max(map(len, lines)) <= COLUMNS
    return lines


@pytest.mark.parametrize("command", COMMANDS)
def test_help_fits_and_begins_with_one_line(command):
    lines = lines_of(command, "--help")
    summary = COMMANDS[command].help.splitlines()[0]
    assert summary.endswith(".")
    assert any(summary in line for line in lines)


def test_commands_are_in_groups_with_a_line_each():
    lines = lines_of("--help")
    groups = [line.strip("╭─╮ ") for line in lines if line.startswith("╭")]
    assert groups == ["Options", "What there is", "Play", "Compare and measure", "Train networks", "Other programs"]
    for name, command in COMMANDS.items():
        assert any(line.split()[1:2] == [name] and command.help.splitlines()[0] in line for line in lines), name


def test_agents_are_a_table_and_one_is_shown_with_its_options():
    lines = lines_of("agents")
    assert len(lines) < 60
    for name in agent_classes():
        assert sum(line.split()[1:2] == [name] for line in lines) == 1
    shown = "\n".join(lines_of("agents", "isuct"))
    options = agent_classes()["isuct"].options
    assert all(name in shown for name in options)
    assert "isuct:" in shown
    told = json.loads(paiyou("agents", "isuct", "--json").stdout)
    assert (told["name"], list(told["options"])) == ("isuct", list(options))
    assert "did you mean isuct" in paiyou("agents", "isutc").stderr


def test_games_are_a_table_and_one_is_shown_with_its_presets_and_options():
    assert len(lines_of("games")) < 30
    shown = "\n".join(lines_of("games", "doudizhu"))
    assert "presets: default, douzero" in shown
    assert "none|call-rob|123" in shown
    told = json.loads(paiyou("games", "doudizhu", "--json").stdout)
    assert told["options"]["bidding"]["choices"] == ["none", "call-rob", "123"]
    assert "did you mean doudizhu" in paiyou("games", "doudizu").stderr


def test_experiments_are_a_table_paper_by_paper():
    lines = lines_of("reproduce")
    assert len(lines) < 130
    for name, experiment in EXPERIMENTS.items():
        [line] = [line for line in lines if line.split()[1:2] == [name]]
        assert line.split()[-2] == f"{experiment.recorded:g}"
    assert all(sum(paper in line for line in lines) == 1 for paper in PAPERS)
