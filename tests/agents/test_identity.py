"""Who an agent is: the same name with other networks is another player."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from shutil import copytree

import pytest

import paiyou
from paiyou.agents.identity import _known_as, known_as, network_identity
from paiyou.agents.search.evaluation import default_weights
from paiyou.models.folders import find_model
from paiyou.models.playout_networks import PlayoutNetworkFile, shipped_playout_networks


def mark(agent: str) -> str:
    """The hash of its networks."""
    known = known_as(agent, "doudizhu")
    assert known.startswith(f"{agent} (")
    return known.removeprefix(agent)


def test_agents_without_networks_are_their_names() -> None:
    assert known_as("isuct:iterations=20", "doudizhu") == "isuct:iterations=20"


def test_other_networks_are_other_players() -> None:
    assert mark("dmc:model=doudizhu-wp") != mark("dmc:model=doudizhu-adp")
    assert mark("think:model=doudizhu-wp") != mark("think:model=doudizhu-adp")


def test_who_plays_games_out_with_another_network_is_another_player(tmp_path: Path) -> None:
    shipped = PlayoutNetworkFile.load(shipped_playout_networks()["doudizhu-wp"])
    shipped.save(tmp_path / "same.npz")
    first, *others = shipped.positions
    changed = {**first, "out_bias": first["out_bias"] + 1}
    replace(shipped, positions=(changed, *others)).save(tmp_path / "other.npz")
    same, other = (mark(f"think:model=doudizhu-wp,weights={tmp_path / name}.npz") for name in ("same", "other"))
    assert same == mark("think:model=doudizhu-wp") != mark("dmc:model=doudizhu-wp")
    assert other != same


def test_searchers_that_believe_a_network_are_known_by_it(tmp_path: Path) -> None:
    """Folders of the same name, one after the other, as a model that was trained anew."""
    marks = []
    for number, model in enumerate(("doudizhu-wp", "doudizhu-adp", "doudizhu-wp")):
        folder = tmp_path / str(number) / "model"
        copytree(find_model(model), folder)
        for text in (f"isuct:iterations=9,infer=belief/model={folder}", f"isuct:iterations=9,infer=dmc/model={folder}"):
            marks.append(known_as(text, "doudizhu").rpartition(" ")[2])
    assert marks[:2] == marks[4:]
    assert marks[0] == marks[1] != marks[2]
    assert known_as("isuct:infer=rules", "doudizhu") == "isuct:infer=rules"


def test_what_a_thinker_believes_counts_beside_its_own_networks(tmp_path: Path) -> None:
    copytree(find_model("doudizhu-adp"), tmp_path / "model")
    plain, believing = mark("think"), mark(f"think:infer=belief/model={tmp_path / 'model'}")
    assert plain != believing


def test_weights_and_bidders_from_files_count(tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    weights = default_weights(paiyou.game("doudizhu"))
    marks = []
    for changed in (weights, replace(weights, points={role: (9.0, *row[1:]) for role, row in weights.points.items()})):
        changed.save(file)
        network_identity.cache_clear()
        _known_as.cache_clear()
        marks.append(known_as(f"alphabeta:weights={file}", "doudizhu"))
    assert marks[0] != marks[1]
    auction = "doudizhu:bidding=123"
    assert known_as("dmc:bidder=rules", auction).endswith(") rules")
    assert known_as("dmc", auction) != known_as("dmc:bidder=rules", auction).replace(":bidder=rules", "")


def test_a_function_that_an_option_names_is_known_by_its_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    known = []
    for number, result in enumerate((1, 2, 1)):
        # A module of another name each time: what was imported once stays as it was.
        (tmp_path / f"theirs{number}.py").write_text(f"def make():\n    return {result}\n")
        known.append(known_as(f"rlcard-model:model=theirs{number}:make", "doudizhu").rpartition(" ")[2])
    assert known[0] == known[2] != known[1]
    assert known_as("rlcard-model:model=not.there:make", "doudizhu") == "rlcard-model:model=not.there:make"
