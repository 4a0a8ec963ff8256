"""A run goes on exactly where it stopped, and begins with what others have learnt; what does not fit is refused."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.dmc.arguments import ARGUMENTS, arguments_of  # noqa: E402
from paiyou.learn.dmc.targets.registry import TARGETS  # noqa: E402
from paiyou.learn.dmc.trainer import train  # noqa: E402
from paiyou.learn.nets.networks import sizes_of  # noqa: E402
from paiyou.learn.runs import checkpoints  # noqa: E402
from training_runs import OPEN, PRELUDE, QUICK, SHORT, SMALL, assert_same, has_learnt, lines, whole  # noqa: E402

KILLED = (
    PRELUDE
    + """
import os, signal, torch
save, learnt = torch.save, 0
def save_until_killed(content, draft):
    global learnt
    learnt += "learners" in content and all(learner["optimizer"]["state"] for learner in content["learners"])
    if learnt == 3:
        draft.write_bytes(b"half a checkpoint")
        os.kill(os.getpid(), signal.SIGKILL)
    save(content, draft)
torch.save = save_until_killed
"""
)
"""A process that is killed while it writes its third checkpoint after every network has learnt something."""


def test_a_run_that_was_killed_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    """`kill -9` in a checkpoint: weights, optimiser, games, random state and log are those of a run in one piece."""
    run = replace(QUICK, frames=4000)
    in_one = train(replace(run, folder=str(tmp_path / "in one")))
    killed = replace(run, folder=str(tmp_path / "killed"), checkpoint_every=1e-9)
    process = subprocess.run([sys.executable, "-c", f"{KILLED}\ntrainer.train({killed!r})"], check=False)
    assert process.returncode == -signal.SIGKILL
    assert has_learnt(tmp_path / "killed")
    frames = whole(tmp_path / "killed")["frames"]
    assert 0 < frames < run.frames
    before = len(lines(tmp_path / "killed", "progress"))
    train(replace(killed, folder="", resume=killed.folder, checkpoint_every=1000.0))
    assert_same(whole(in_one), whole(tmp_path / "killed"))
    expected = [line for line in lines(in_one, "progress") if line["frames"] > frames]
    found = lines(tmp_path / "killed", "progress")[before:]
    assert len(found) > 5
    assert_same(expected, found)
    weights = [torch.load(folder / checkpoints.WEIGHTS) for folder in (in_one, tmp_path / "killed")]
    assert_same(*weights)


@pytest.mark.parametrize("target", [name for name in TARGETS if name != "monte_carlo"])
def test_whatever_values_are_fitted_to_a_run_goes_on_exactly(target: str, tmp_path: Path) -> None:
    """What self-play kept for the target and what the target has learnt itself is in the checkpoint."""
    # The same learning rate throughout: a cosine would know that the second run was to end early.
    run = replace(QUICK, games=16, frames=1100, target=target, gamma=0.9, final_rate=1.0, opponents="")
    in_one = train(replace(run, folder=str(tmp_path / "in one")))
    stopped = train(replace(run, frames=800, folder=str(tmp_path / "stopped")))
    assert has_learnt(stopped)
    with pytest.raises(ValueError, match=f"trained with the target {target}, not with monte_carlo; begin another run"):
        train(arguments_of(stopped, target="monte_carlo", frames=1100))
    assert whole(stopped)["frames"] < whole(in_one)["frames"]
    train(arguments_of(stopped, frames=1100))
    assert_same(whole(in_one), whole(stopped))
    # Its weights are those of any network, to begin with and to be met.
    begun = replace(SHORT, start=str(in_one), rival=str(in_one), target=target, folder=str(tmp_path / "begun"))
    with pytest.raises(ValueError, match="nothing was learnt"):
        train(replace(begun, frames=0, hours=1e-9))
    weights = torch.load(in_one / checkpoints.WEIGHTS)["weights"]
    for learner, expected in zip(whole(tmp_path / "begun")["learners"], weights, strict=True):
        assert_same({name: value.half() for name, value in learner["network"].items()}, expected)
        # A critic begins with them, too.
        critic = {name.removeprefix("critic."): value.half() for name, value in learner["target"].items()}
        if target == "oracle":  # whose features of the hidden cards nobody listens to yet
            size = expected["state_in.weight"].shape[1]
            assert not critic["state_in.weight"][:, size:].any()
            critic["state_in.weight"] = critic["state_in.weight"][:, :size]
        assert_same(critic, expected if target in ("actor_critic", "oracle") else {})


def test_another_run_begins_with_the_weights_of_one(tmp_path: Path) -> None:
    first = train(replace(QUICK, frames=1500, folder=str(tmp_path / "first")))
    weights = torch.load(first / checkpoints.WEIGHTS)["weights"]
    for name, start in (("folder", first), ("file", first / checkpoints.WEIGHTS)):
        with pytest.raises(ValueError, match="nothing was learnt"):  # so the weights are those that it began with
            train(replace(QUICK, frames=0, hours=1e-9, seed=9, start=str(start), folder=str(tmp_path / name)))
        kept = whole(tmp_path / name)
        assert kept["frames"] <= QUICK.games
        for learner, expected in zip(kept["learners"], weights, strict=True):
            for part in ("network", "average"):
                assert_same({name: value.half() for name, value in learner[part].items()}, expected)
            assert learner["optimizer"]["state"] == {}
    # A larger network may begin with them, and one of open sizes is as large as they are.
    wider = {"width": 40, "state_width": 0, "depth": 3}
    larger = replace(SHORT, start=str(first), folder=str(tmp_path / "larger"), **wider)
    assert json.loads((train(larger) / ARGUMENTS).read_text())["state_width"] == SMALL["state_width"]
    again = train(replace(SHORT, start=larger.folder, folder=str(tmp_path / "again"), **OPEN))
    for folder in (Path(larger.folder), again):
        for weights in torch.load(folder / checkpoints.WEIGHTS)["weights"]:
            assert sizes_of(weights) == {"width": 40, "state_width": 32, "depth": 3}
    with pytest.raises(ValueError, match=r"a network can grow and not shrink: width 40, .* cannot become width 32, "):
        train(replace(SHORT, start=larger.folder, folder=str(tmp_path / "smaller")))
    with pytest.raises(ValueError, match="holds networks of other sizes; go on with the sizes that they have"):
        train(replace(SHORT, width=41, resume=larger.folder))
    # Another objective may begin with them too.
    train(replace(SHORT, objective="adp", start=str(first), folder=str(tmp_path / "third")))


def test_checkpoints_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    folder = train(replace(SHORT, folder=str(tmp_path / "run")))
    other = replace(SHORT, game="doudizhu", games=2, minibatch=2, frames=333, evaluation_deals=1)
    doudizhu = train(replace(other, folder=str(tmp_path / "other")))
    for way in ("resume", "start", "rival"):
        with pytest.raises(ValueError, match="was trained on mini-doudizhu, not on zhengshangyou"):
            train(replace(other, game="zhengshangyou", **{way: str(folder)}))
    for way in ("resume", "start"):
        with pytest.raises(ValueError, match="holds networks of the kind facts"):
            train(replace(other, network="paper", **OPEN, **{way: str(doudizhu)}))
    with pytest.raises(ValueError, match="holds 4 games; go on with as many"):
        train(replace(SHORT, games=8, resume=str(folder)))
    for name, way in ((checkpoints.run_file(), "resume"), (checkpoints.WEIGHTS, "start")):
        kept = (folder / name).read_bytes()
        for broken in (kept[: len(kept) // 2], b"", b"not a checkpoint"):
            (folder / name).write_bytes(broken)
            with pytest.raises(ValueError, match="cannot be read as a checkpoint") as told:
                train(replace(QUICK, **{way: str(folder)}))
            assert "\n" not in str(told.value)
            assert ("empty" if broken == b"" else "torn or no checkpoint") in str(told.value)
        torch.save({"format": checkpoints.FORMAT}, folder / name)
        with pytest.raises(ValueError, match="says neither game nor network"):
            train(replace(QUICK, **{way: str(folder)}))
        torch.save({"format": 99}, folder / name)
        with pytest.raises(ValueError, match="no checkpoint of this version"):
            train(replace(QUICK, **{way: str(folder)}))


def test_what_other_rules_have_taught_is_refused(tmp_path: Path) -> None:
    """Files from before rules had versions are of the first, which are those of today."""
    folder = train(replace(SHORT, folder=str(tmp_path / "run")))
    for name, way in (
        (checkpoints.run_file(), "resume"),
        (checkpoints.WEIGHTS, "start"),
        (checkpoints.WEIGHTS, "rival"),
    ):
        kept = torch.load(folder / name)
        assert kept["version"] == 1
        torch.save({**kept, "version": 2}, folder / name)
        with pytest.raises(ValueError, match="by version 2 of the rules of mini-doudizhu; those here are version 1"):
            train(replace(SHORT, frames=1000, **{way: str(folder)}))
        torch.save({key: value for key, value in kept.items() if key != "version"}, folder / name)
        read = checkpoints.read(folder / name, spec=game_spec(SHORT.game), network="facts")
        assert "version" not in read
        torch.save(kept, folder / name)


def test_a_run_is_not_overwritten(tmp_path: Path) -> None:
    train(replace(SHORT, folder=str(tmp_path)))
    before = (tmp_path / "log.jsonl").read_bytes()
    with pytest.raises(ValueError, match="go on with it by resume, or name another folder"):
        train(replace(SHORT, folder=str(tmp_path)))
    assert (tmp_path / "log.jsonl").read_bytes() == before
