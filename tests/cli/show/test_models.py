"""`paiyou models`."""

import json

import pytest
from typer.testing import CliRunner

from networks import card_for
from paiyou.cli import app
from paiyou.models import Figure, Result, folders
from trick_networks import trick_card

RESULT = Result("rules", "doudizhu", 1000, 1, "paiyou match dmc rules --deals 1000", wp=Figure(0.8, 0.75, 0.85))


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    monkeypatch.setattr(folders, "SHIPPED", tmp_path)
    (tmp_path / "tiny").mkdir()
    card = card_for("doudizhu", results=(RESULT,), notes=("[a] note",), frames=12_345_678, seconds=3661)
    card.save(tmp_path / "tiny")
    return card


def run(*words):
    return CliRunner().invoke(app, ["models", *words])


def test_the_list(shipped):
    assert "12.3 M" in run().stdout
    assert json.loads(run("--json").stdout) == {"models": {"tiny": shipped.to_json()}}


def test_a_card_of_one_network_that_is_told_no_moves(shipped):  # noqa: ARG001
    trick_card("gongzhu:partners=on", shared=True).save(folders.SHIPPED / "tiny")
    said = run("tiny").stdout
    assert "one for all positions" in said
    assert "moves" not in said


def test_one_card(shipped, tmp_path):
    said = run("tiny").stdout
    for part in ("a random network", "1:01:01", "0.800 [0.750, 0.850]", RESULT.command, "[a] note"):
        assert part in said
    assert json.loads(run("tiny", "--json").stdout) == shipped.to_json()
    assert run(str(tmp_path / "tiny")).stdout == said


@pytest.mark.usefixtures("shipped")
def test_an_unknown_model_is_one_line_and_exit_code_2():
    result = run("tniy")
    assert result.exit_code == 2
    assert "did you mean tiny" in result.output


def test_nothing_is_shipped(tmp_path, monkeypatch):
    monkeypatch.setattr(folders, "SHIPPED", tmp_path)
    assert "no model is shipped" in run().stdout
