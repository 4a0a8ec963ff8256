"""Learning to bid by commands, at the smallest size: every piece is that of the large run."""

import json

import pytest
import torch

from commands import paiyou
from paiyou.games.registry import game_spec
from paiyou.learn.nets.networks import make_network
from paiyou.learn.runs.weights import write_weights
from training_runs import SMALL

GAME = "doudizhu:bidding=call-rob"


@pytest.fixture(scope="module")
def weights(tmp_path_factory):
    """The folder of a run that has learnt nothing, on another preset than the hands are played out with."""
    folder, spec = tmp_path_factory.mktemp("run"), game_spec("doudizhu:douzero")
    torch.manual_seed(1)
    networks = [make_network("facts", spec, position, **SMALL) for position in range(3)]
    write_weights(
        folder, networks, {"game": spec.name, "version": spec.version, "network": "facts", "objective": "adp"}
    )
    return folder


def test_hands_are_played_out_and_a_bidder_is_made_of_them(weights, tmp_path):
    file, folder = tmp_path / "playouts.npz", tmp_path / "bidder"
    command = ("bidding-playouts", str(file), "--model", str(weights), "--hands", "6", "--fillings", "5", "--json")
    told = json.loads(paiyou(*command, "--device", "cpu").stdout)
    assert told["deals"] == 30
    assert 0 < told["landlord_wins"] < 1
    again = paiyou(*command)
    assert again.returncode == 2
    assert "name another" in again.stderr

    classes = json.loads(paiyou("bidding-classes", str(file), "--json").stdout)["classes"]
    assert sum(each["hands"] for each in classes if each["kind"] == "twos") == 6
    assert "points as landlord" in paiyou("bidding-classes", str(file)).stdout

    command = ("train-bidder", str(file), str(folder), "--rounds", "1", "--passes", "1", "--paper-epochs", "1")
    done = paiyou(*command, "--device", "cpu", "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert 0 <= told["paper_accuracy"] <= 1
    assert (folder / "paper" / "log.jsonl").exists()
    again = paiyou(*command)
    assert again.returncode == 2
    assert "there is a run" in again.stderr

    advised = paiyou(
        "advise", "3456789TJQKA222BR", "--game", GAME, "--agent", f"dmc:bidder={told['file']}", "--json"
    )  # fmt: skip
    said = json.loads(advised.stdout)
    assert {each["move"] for each in said["moves"]} == {"call", "decline"}
    assert said["unit"] == "points"


def test_what_is_no_model_or_no_file_of_playouts_is_refused(tmp_path):
    for command in (
        ("bidding-playouts", str(tmp_path / "a.npz"), "--model", "nobody"),
        ("train-bidder", str(tmp_path / "none.npz"), str(tmp_path / "b")),
    ):
        done = paiyou(*command, "--device", "cpu")
        assert done.returncode == 2
        assert done.stderr.startswith("paiyou: ")
    assert not list(tmp_path.iterdir())
