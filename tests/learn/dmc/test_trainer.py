"""The trainer on the CPU, small and short: it learns, goes on exactly after a kill, and says clearly what is wrong."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.batch.batched_game import BatchedGame  # noqa: E402
from paiyou.learn.dmc import trainer  # noqa: E402
from paiyou.learn.dmc.arguments import ARGUMENTS, Arguments, arguments_of  # noqa: E402
from paiyou.learn.dmc.batch_sizes import batch_sizes  # noqa: E402
from paiyou.learn.dmc.checks import check  # noqa: E402
from paiyou.learn.dmc.experience import Experience  # noqa: E402
from paiyou.learn.dmc.learner import Learner, Settings  # noqa: E402
from paiyou.learn.dmc.team import Team  # noqa: E402
from paiyou.learn.dmc.trainer import train  # noqa: E402
from paiyou.learn.dmc.whole_run import restore, save  # noqa: E402
from paiyou.learn.nets.networks import make_network, sizes_of  # noqa: E402
from paiyou.learn.runs import checkpoints  # noqa: E402
from paiyou.learn.runs.weights import frozen_player  # noqa: E402
from patience import PATIENCE  # noqa: E402

SMALL = {"width": 32, "state_width": 32, "depth": 1}
QUICK = Arguments(
    game="mini-doudizhu", games=32, minibatch=16, frames=3000, device="cpu", learning_rate=2e-3, log_every=0.0,
    evaluate_every=1000.0, evaluation_deals=50, opponents="random", average=0.9, **SMALL,
)  # fmt: skip
"""A run of a second; a line of the log after every step."""
SHORT = replace(QUICK, games=4, minibatch=4, frames=153)
"""Hardly a run: every position learns once or twice."""
OPEN = dict.fromkeys(SMALL, 0)
"""Sizes that are not said."""
PRELUDE = """
from paiyou.learn.dmc import trainer
from paiyou.learn.dmc.arguments import Arguments
"""


def lines(folder: Path, event: str) -> list[dict[str, Any]]:
    told = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    return [line for line in told if line["event"] == event]


def whole(folder: Path, network: str = "facts", game: str = "mini-doudizhu") -> dict[str, Any]:
    return checkpoints.read(folder / checkpoints.whole(), spec=game_spec(game), network=network)


def assert_same(one: Any, two: Any, where: str = "") -> None:
    """Equal in every number, however deep; seconds are no part of it."""
    if isinstance(one, torch.Tensor):
        assert torch.equal(one, two), where
    elif isinstance(one, dict):
        assert one.keys() == two.keys(), where
        for key in one.keys() - {"seconds"}:
            assert_same(one[key], two[key], f"{where}/{key}")
    elif isinstance(one, list | tuple):
        assert len(one) == len(two), where
        for number, (a, b) in enumerate(zip(one, two, strict=True)):
            assert_same(a, b, f"{where}/{number}")
    else:
        assert one == two, where


def test_it_learns_to_beat_random_play(tmp_path: Path) -> None:
    train(replace(QUICK, games=64, minibatch=32, frames=20_000, evaluation_deals=500, folder=str(tmp_path)))
    *_, last = lines(tmp_path, "evaluation")
    assert last["opponent"] == "random"
    assert last["wp"]["mean"] > 0.65
    assert last["adp"]["mean"] > 0.3
    losses = [line["loss"] for line in lines(tmp_path, "progress") if line["loss"] > 0]
    assert sum(losses[-20:]) < 0.9 * sum(losses[:20])


def test_the_log_is_json_and_tensorboard_has_it_too(tmp_path: Path) -> None:
    heard: list[dict[str, Any]] = []
    train(replace(QUICK, frames=1500, folder=str(tmp_path), opponents="random; start; last"), heard.append)
    told = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert told == json.loads(json.dumps(heard))
    assert told[0]["event"] == "start"
    assert [line["event"] for line in told[-5:]] == ["progress", "end", *3 * ["evaluation"]]
    assert [line["frames"] for line in told[-5:]] == 5 * [told[-1]["frames"]], "the last lines are the last evaluation"
    assert told[0]["game"] == "mini-doudizhu"
    assert told[0]["processes"] == 1
    progress = lines(tmp_path, "progress")
    for line in progress:
        assert line.keys() == {"event", "frames", "seconds", "loss", "losses", "games", "wins"}
        assert sum(line["wins"]) == pytest.approx(int(line["games"] > 0), abs=1e-4)
        assert len(line["losses"]) == len(line["wins"]) == 2
    frames = [line["frames"] for line in progress]
    assert frames == sorted(frames)
    assert frames[-1] >= 1500
    evaluations = lines(tmp_path, "evaluation")
    assert {line["opponent"] for line in evaluations} == {"random", "start", "last"}
    for line in evaluations:
        assert line["deals"] == 50
        for measure in ("wp", "adp"):
            assert line[measure]["low"] <= line[measure]["mean"] <= line[measure]["high"]
    assert any(
        path.name.startswith("events.out.tfevents") and path.stat().st_size > 1000 for path in tmp_path.iterdir()
    )


def test_an_agent_by_name_is_measured_against(tmp_path: Path) -> None:
    """A match of the arena in a process of its own; one that cannot be played is a note in the log."""
    train(replace(SHORT, evaluation_deals=2, folder=str(tmp_path), opponents="rules; nobody-of-this-name"))
    first, last = lines(tmp_path, "evaluation")
    assert first["frames"] < last["frames"]
    for found in (first, last):
        assert found["opponent"] == "rules"
        assert found["deals"] == 2
    notes = lines(tmp_path, "note")
    assert len(notes) == 2
    assert all("nobody-of-this-name" in note["text"] for note in notes)
    told = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert told[-2:] == [notes[-1], last]


@pytest.mark.parametrize(
    ("network", "objective"),
    [("facts", "wp"), ("facts", "adp"), ("facts", "logadp"), ("paper", "wp"), ("paper", "adp")],
)
def test_every_objective_and_network_trains(network: str, objective: str, tmp_path: Path) -> None:
    game = "mini-doudizhu" if network == "facts" else "doudizhu:douzero"
    places, frames, sizes = (16, 1500, SMALL) if network == "facts" else (4, 800, OPEN)
    run = replace(QUICK, game=game, network=network, objective=objective, games=places, minibatch=4, **sizes)
    run = replace(run, frames=frames)
    train(replace(run, folder=str(tmp_path), evaluation_deals=2))
    kept = whole(tmp_path, network, game)
    assert kept["objective"] == objective
    assert kept["frames"] >= frames
    torch.manual_seed(run.seed)
    for position, learner in enumerate(kept["learners"]):
        fresh = make_network(network, game_spec(game), position, **sizes).state_dict()
        assert any(not torch.equal(learner["network"][name], fresh[name]) for name in fresh)
    assert all(line["loss"] < 50 for line in lines(tmp_path, "progress"))


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


def has_learnt(folder: Path) -> bool:
    """Whether every optimiser of a checkpoint has taken steps."""
    return all(learner["optimizer"]["state"] for learner in whole(folder)["learners"])


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


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"game": "whist"}, "whist"),
        ({"game": "gongzhu"}, "trick games cannot be trained yet; climbing games can"),
        ({"game": "doudizhu:bidding=123"}, "has an auction, which networks do not learn"),
        ({"objective": "fun"}, "there is no objective 'fun'; there are wp, adp, logadp"),
        ({"network": "brain"}, "there is no network 'brain'; there are facts, paper"),
        ({"frames": 0}, "say how long to train"),
        ({"seed": 0}, "seed must be 1 to 4,194,303, not 0"),
        ({"game": "zhengshangyou", "objective": "logadp"}, "zhengshangyou is paid by cards"),
        ({"network": "paper", **OPEN}, "the layout douzero has 3 positions and mini-doudizhu 2 seats"),
        ({"network": "paper", **OPEN, "depth": 5}, "the network paper has the sizes of the paper; leave out depth"),
        ({"width": -1}, "width must be at least 0, not -1"),
        ({"minibatch": 12}, "minibatch must divide the number of games, 32, without rest, not be 12"),
        ({"minibatch": 64}, "minibatch must divide the number of games, 32, without rest, not be 64"),
        ({"frames": 1216}, "1,216 frames are over before .* with 32 games .* 1,217 at least; .* by games=16"),
        ({"frames": 1216, "minibatch": 0}, "1,217 at least; give more frames, or fewer games by games=24"),
        ({"frames": 30}, "30 frames are over before anything is learnt: .* 1,217 at least; give more frames$"),
        ({"games": 512, "minibatch": 0, "frames": 19456}, "with 512 games .* takes 19,457 .* by games=504"),
        ({"game": "doudizhu", "games": 512, "minibatch": 0, "frames": 40_000}, "takes 84,993 at least; .* games=240"),
        ({"game": "doudizhu", "games": 0, "minibatch": 0, "frames": 10_624}, "with 64 games .* takes 10,625 at least"),
        (
            {"games": 0, "minibatch": 513, "frames": 10**6},
            "minibatch must divide the number of games, 512, without rest",
        ),
        ({"games": -1, "minibatch": 0}, "games must be at least 0, not -1"),
        ({"passes": 0}, "passes must be at least 1, not 0"),
        ({"temperature": float("nan")}, "temperature must be a number of at least 0, not nan"),
        ({"hours": float("inf"), "frames": 0}, "hours must be a number of at least 0, not inf"),
        ({"device": "abacus"}, "there is no device 'abacus'"),
        ({"learning_rate": float("nan")}, "learning_rate must be a number above 0"),
        ({"clip": 0.0}, "clip must be a number above 0"),
        ({"epsilon": 1.5}, "epsilon must lie between 0 and 1"),
        ({"resume": "nowhere"}, "there is no checkpoint nowhere"),
        ({"start": "nowhere"}, "there is no checkpoint nowhere"),
        ({"rival": "nowhere"}, "there is no checkpoint nowhere"),
        ({"opponents": "random; rival"}, "there is no rival to measure against; name one by rival"),
        ({"rival_share": 1.5}, "rival_share must lie between 0 and 1, not 1.5"),
        ({"rival_share": float("nan")}, "rival_share must lie between 0 and 1, not nan"),
        ({"rival": "any", "rival_share": 0.8, "weak": 0.3}, "weak and rival_share are shares .* at most 1, not 1.1"),
    ],
)
def test_what_cannot_be_is_refused(
    changes: dict[str, Any], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=sentence) as told:
        train(replace(QUICK, **changes))
    assert "\n" not in str(told.value)
    assert list(tmp_path.iterdir()) == []


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
    for name, way in ((checkpoints.whole(), "resume"), (checkpoints.WEIGHTS, "start")):
        kept = (folder / name).read_bytes()
        for broken in (kept[: len(kept) // 2], b"", b"not a checkpoint"):
            (folder / name).write_bytes(broken)
            with pytest.raises(ValueError, match="cannot be read as a checkpoint") as told:
                train(replace(QUICK, **{way: str(folder)}))
            assert "\n" not in str(told.value)
        torch.save({"format": 99}, folder / name)
        with pytest.raises(ValueError, match="no checkpoint of this version"):
            train(replace(QUICK, **{way: str(folder)}))


def test_what_other_rules_have_taught_is_refused(tmp_path: Path) -> None:
    """Files from before rules had versions are of the first, which are those of today."""
    folder = train(replace(SHORT, folder=str(tmp_path / "run")))
    for name, way in ((checkpoints.whole(), "resume"), (checkpoints.WEIGHTS, "start"), (checkpoints.WEIGHTS, "rival")):
        kept = torch.load(folder / name)
        assert kept["version"] == 1
        torch.save({**kept, "version": 2}, folder / name)
        with pytest.raises(ValueError, match="by version 2 of the rules of mini-doudizhu; those here are version 1"):
            train(replace(SHORT, frames=1000, **{way: str(folder)}))
        torch.save({key: value for key, value in kept.items() if key != "version"}, folder / name)
        read = checkpoints.read(folder / name, spec=game_spec(SHORT.game), network="facts")
        assert "version" not in read
        torch.save(kept, folder / name)


def test_a_loss_that_is_no_number_ends_the_run_and_spares_the_checkpoint(tmp_path: Path) -> None:
    """Poisoned weights; the log is far off, but checkpoints would be written after every step."""
    folder = train(replace(SHORT, folder=str(tmp_path / "run")))
    weights = torch.load(folder / checkpoints.WEIGHTS)
    for values in weights["weights"][0].values():
        values.fill_(float("nan"))
    torch.save(weights, tmp_path / "poisoned.pt")
    run = replace(QUICK, start=str(tmp_path / "poisoned.pt"), checkpoint_every=1e-9)
    for name, log_every in (("seldom", 1000.0), ("often", 0.0)):
        with pytest.raises(ValueError, match=r"the loss of \d+ steps was not a number; .* lower learning_rate"):
            train(replace(run, log_every=log_every, folder=str(tmp_path / name)))
        # Written while the ring filled, before anything was learnt.
        assert all(not learner["optimizer"]["state"] for learner in whole(tmp_path / name)["learners"])


def test_a_gpu_without_room_is_told_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise torch.cuda.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB\nand much more")

    monkeypatch.setattr(trainer.Learner, "learn", full)
    with pytest.raises(ValueError, match="32 games with minibatches of 16") as told:
        train(replace(QUICK, folder=str(tmp_path)))
    assert "\n" not in str(told.value)


def test_evaluations_that_take_long_leave_time_to_train(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next one is due so long after the last one's end, not its beginning."""
    now, evaluations = 0.0, 0

    def clock() -> float:
        nonlocal now
        now += 0.001
        return now

    def slow(*_: object) -> None:
        nonlocal now, evaluations
        now += 10.0
        evaluations += 1

    monkeypatch.setattr(trainer, "time", SimpleNamespace(monotonic=clock))
    for look in ("begin", "finish"):
        monkeypatch.setattr(trainer.Evaluation, look, slow)
    train(replace(QUICK, evaluate_every=1.0, folder=str(tmp_path)))
    assert len(lines(tmp_path, "progress")) > 80
    assert evaluations == 2  # when the ring was full, and at the end


TOGETHER = (
    PRELUDE
    + """
import os, sys, torch
rank, counted, count, progress = os.environ["RANK"], [], trainer.Tally.take_decisions, trainer.log_progress
def take_decisions(tally):
    counted.append(count(tally))
    return counted[-1]
def log_progress(log, frames, seconds, tally, learners):
    progress(log, frames, seconds, tally, learners)
    kept = {"learners": [learner.state() for learner in learners], "own": sum(counted), "frames": frames}
    torch.save(kept, f"{sys.argv[1]}/rank{rank}.pt")
trainer.Tally.take_decisions, trainer.log_progress = take_decisions, log_progress
"""
)
"""Every process leaves behind its weights, its own moves and the frames it knows of."""


def test_two_processes_learn_together(tmp_path: Path) -> None:
    run = replace(QUICK, games=16, minibatch=8, frames=1600, folder=str(tmp_path / "run"), log_every=1000.0)
    script = tmp_path / "together.py"
    script.write_text(f"{TOGETHER}\ntrainer.train({run!r})\n")
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc_per_node", "2"]
    done = subprocess.run(
        [*command, str(script), str(tmp_path)], capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    one, two = (torch.load(tmp_path / f"rank{rank}.pt") for rank in (0, 1))
    assert_same(one["learners"], two["learners"])
    assert one["frames"] == two["frames"] == one["own"] + two["own"] >= run.frames
    assert min(one["own"], two["own"]) > 0.4 * run.frames
    kept = whole(tmp_path / "run")
    assert_same(kept["learners"], one["learners"])
    assert lines(tmp_path / "run", "start")[0]["processes"] == 2
    assert any(learner["optimizer"]["state"] for learner in kept["learners"])


def test_a_team_that_goes_on_plays_games_of_its_own(tmp_path: Path) -> None:
    """Every process keeps its own games and draws; the networks are everybody's; teams of another size are refused."""
    spec = game_spec("mini-doudizhu")
    run = replace(QUICK, folder=str(tmp_path))

    def process(seed: int) -> tuple[BatchedGame, Experience, list[Learner]]:
        games = BatchedGame(spec, QUICK.games, seed=seed)
        experience = Experience(games)
        settings = Settings("wp", QUICK.minibatch, 1.0, 0.9, 0.02)
        networks = [make_network("facts", spec, seat, **SMALL) for seat in (0, 1)]
        return (
            games,
            experience,
            [Learner(s, network, experience, settings, None) for s, network in enumerate(networks)],
        )

    team = [process(1000), process(2000)]
    draws = []
    for rank, (games, experience, learners) in enumerate(team):
        torch.manual_seed(rank)
        save(tmp_path, run, Team(rank, 2), 77, 1.5, games, experience, learners)
        draws.append(torch.rand(()).item())
    for rank, (games, _, _) in enumerate(team):
        others = process(0)
        assert restore(tmp_path, run, Team(rank, 2), *others) == (77, 1.5)
        assert torch.equal(others[0].deal_seed, games.deal_seed)
        assert_same([learner.state() for learner in others[2]], [learner.state() for learner in team[0][2]])
        assert torch.rand(()).item() == draws[rank]
    with pytest.raises(ValueError, match="trained by 2 processes; go on with as many, not 1"):
        restore(tmp_path, run, Team(), *process(0))
    with pytest.raises(ValueError, match="trained for wp, not for adp"):
        restore(tmp_path, replace(run, objective="adp"), Team(0, 2), *process(0))


def test_as_few_frames_as_are_asked_for_let_every_position_learn(tmp_path: Path) -> None:
    """However few games wait: 3 games of 38 steps, and one step more."""
    train(replace(SHORT, games=3, minibatch=3, frames=115, folder=str(tmp_path)))
    assert has_learnt(tmp_path)
    assert any(line["loss"] > 0 for line in lines(tmp_path, "progress"))


@pytest.mark.parametrize(
    ("game", "frames", "number"),
    [
        ("doudizhu", 40_000, 64), ("doudizhu", 84_992, 256), ("doudizhu", 169_984, 512), ("doudizhu", 10**9, 512),
        ("mini-doudizhu", 100_000, 512), ("mini-doudizhu", 3000, 64), ("doudizhu", 0, 512),
    ],
)  # fmt: skip
def test_a_run_of_few_frames_has_few_games_at_once(game: str, frames: int, number: int) -> None:
    """Unless it says how many: half of the frames at least come after the first step that is learnt from."""
    left_open = Arguments(game=game, frames=frames, hours=1.0, device="cpu")
    assert batch_sizes(left_open, game_spec(game)) == (number, number // 8)
    check(left_open)
    assert batch_sizes(replace(left_open, resume="run"), game_spec(game)) == (512, 64)
    assert batch_sizes(replace(left_open, games=40), game_spec(game)) == (40, 5)


def test_a_run_ends_only_when_it_has_learnt(tmp_path: Path) -> None:
    """Hours that were too short leave no weights behind, and a run that can go on."""
    hasty = replace(QUICK, frames=0, hours=1e-9, folder=str(tmp_path))
    with pytest.raises(ValueError, match=rf"nothing was learnt: .* after \d+ frames, .* resume={tmp_path}$") as told:
        train(hasty)
    assert "\n" not in str(told.value)
    assert not (tmp_path / checkpoints.WEIGHTS).exists()
    with pytest.raises(ValueError, match="there is no checkpoint"):
        train(replace(QUICK, start=str(tmp_path), folder=str(tmp_path / "other")))
    log = (tmp_path / "log.jsonl").read_bytes()
    frames = whole(tmp_path)["frames"]
    for changes, sentence in (
        ({}, r"has had .* hours; go on with it for more in all"),
        ({"hours": 0.0, "frames": 900}, rf"has had {frames} frames; go on with it for 1,\d\d\d in all at least"),
    ):
        with pytest.raises(ValueError, match=sentence):
            train(arguments_of(tmp_path, **changes))
        assert (tmp_path / "log.jsonl").read_bytes() == log
    train(arguments_of(tmp_path, hours=0.0, frames=1300))
    assert any(line["loss"] > 0 for line in lines(tmp_path, "progress"))
    assert (tmp_path / checkpoints.WEIGHTS).exists()
    kept = whole(tmp_path)["frames"]
    with pytest.raises(ValueError, match=f"has had {kept:,} frames; go on with it for {kept + 1:,} in all at least"):
        train(arguments_of(tmp_path, hours=0.0, frames=kept))


def test_what_is_logged_of_wins_fits_the_game(tmp_path: Path) -> None:
    """By position and side: peasants win together, and where everybody is alone the shares add up."""
    for game, sides in (("doudizhu", 2), ("zhengshangyou", 3)):
        folder = train(
            replace(SHORT, game=game, games=2, minibatch=2, frames=333, opponents="", folder=str(tmp_path / game))
        )
        progress = [line for line in lines(folder, "progress") if line["games"]]
        assert progress
        for line in progress:
            assert sum(line["wins"][:sides]) == pytest.approx(1, abs=1e-4)
            assert sides == 3 or line["wins"][1] == line["wins"][2]
            assert "landlord" not in json.dumps(line)


def test_a_run_is_not_overwritten(tmp_path: Path) -> None:
    train(replace(SHORT, folder=str(tmp_path)))
    before = (tmp_path / "log.jsonl").read_bytes()
    with pytest.raises(ValueError, match="go on with it by resume, or name another folder"):
        train(replace(SHORT, folder=str(tmp_path)))
    assert (tmp_path / "log.jsonl").read_bytes() == before


def rival_run(folder: Path, objective: str = "wp") -> Path:
    """A run of nearly untrained networks whose two heads and positions all want something else."""
    return train(replace(SHORT, seed=77, objective=objective, folder=str(folder)))


@pytest.mark.parametrize("objective", ["wp", "adp"])
def test_a_rival_plays_its_best_moves_and_nothing_is_learnt_from_them(
    objective: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every step is looked at: whose move it was, by the share and the side of the deal, and what became of it."""
    rival, head = rival_run(tmp_path / "rival", objective), {"wp": 0, "adp": 1}[objective]
    spec = game_spec("mini-doudizhu")
    networks = [make_network("facts", spec, position, **SMALL) for position in range(2)]
    for network, weights in zip(networks, torch.load(rival / checkpoints.WEIGHTS)["weights"], strict=True):
        network.load_state_dict(weights)
    run = replace(QUICK, games=1000, minibatch=250, frames=40_000, rival=str(rival), rival_share=0.5, weak=0.25)
    keep, seen = Experience.keep_decision, {"rival": 0, "weak": 0, "own": 0, "same": 0, "other": 0}

    def look(experience: Any, action: Any, row: Any, special: Any) -> None:
        games = experience.games
        _, legal = games.legal()
        value = networks[games.seat].values(games.combos, games.at, games.seat, row, legal)[:, head]
        for place in games.active.nonzero()[:, 0].tolist():
            seed, mine = int(games.deal_seed[place]), row == place
            on_special_side = seed // 1000 % 2 == games.seat
            kind = "weak" if seed % 1000 < 250 else "rival" if seed % 1000 < 750 else "own"
            kind = kind if on_special_side else "own"
            assert bool(special[place]) == (kind != "own")
            seen[kind] += 1
            if int(mine.sum()) > 1:
                best = action[place] == legal[mine][value[mine].argmax()]
                assert best or kind != "rival"
                if kind == "own":
                    seen["same" if best else "other"] += 1
        slot = experience.step % experience.length * experience.number
        keep(experience, action, row, special)
        assert not experience.chosen[slot : slot + experience.number][special].any()
        if experience.step == 8:
            raise KeyboardInterrupt  # enough was seen

    monkeypatch.setattr(Experience, "keep_decision", look)
    with pytest.raises(KeyboardInterrupt):
        train(replace(run, folder=str(tmp_path / "run")))
    assert seen["rival"] > 500
    assert seen["weak"] > 200
    assert seen["other"] > 500  # the run's own networks want other moves


def test_a_run_with_a_rival_goes_on_exactly_and_leaves_the_rival_as_it_was(tmp_path: Path) -> None:
    rival = rival_run(tmp_path / "rival")
    before = (rival / checkpoints.WEIGHTS).read_bytes()
    # The same learning rate throughout: a cosine would know that the second run was to end early.
    run = replace(QUICK, rival=str(rival), rival_share=0.8, weak=0.2, frames=2500, final_rate=1.0)
    in_one = train(replace(run, folder=str(tmp_path / "in one")))
    stopped = train(replace(run, frames=1800, folder=str(tmp_path / "stopped")))
    assert has_learnt(stopped)
    assert whole(stopped)["frames"] < whole(in_one)["frames"]
    train(arguments_of(stopped, frames=2500))
    assert_same(whole(in_one), whole(stopped))
    assert (rival / checkpoints.WEIGHTS).read_bytes() == before


def test_several_rivals_share_the_games_and_each_is_measured_against(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [str(rival_run(tmp_path / name)) for name in ("one", "two")]
    ask, of_network = trainer.decide_skipping_forced, {}

    def look(games: Any, network: Any, head: int, row: Any, *others: Any) -> Any:
        quarters = (games.deal_seed[row] % 1000 // 250).tolist()
        of_network.setdefault(id(network), (network, set()))[1].update(quarters)
        return ask(games, network, head, row, *others)

    monkeypatch.setattr(trainer, "decide_skipping_forced", look)
    run = replace(QUICK, games=1000, minibatch=250, frames=38_001, rival="; ".join(names), rival_share=0.5, weak=0.25)
    train(replace(run, opponents="rival", folder=str(tmp_path / "run")))
    assert {tuple(sorted(quarters)) for _, quarters in of_network.values()} == {(0, 1, 2, 3), (1,), (2,)}
    assert {line["opponent"] for line in lines(tmp_path / "run", "evaluation")} == {f"rival {name}" for name in names}


def test_a_rival_without_a_share_is_only_measured_against(tmp_path: Path) -> None:
    rival = rival_run(tmp_path / "rival")
    run = replace(QUICK, frames=1500, folder=str(tmp_path / "run"), rival=str(rival), rival_share=0.0)
    train(replace(run, opponents="rival"))
    assert {line["opponent"] for line in lines(tmp_path / "run", "evaluation")} == {"rival"}
    train(replace(run, rival="", folder=str(tmp_path / "alone")))
    assert_same(whole(tmp_path / "run"), whole(tmp_path / "alone"))


def test_a_shipped_model_can_be_the_rival() -> None:
    spec = game_spec("doudizhu:douzero")
    models = Path(trainer.__file__).parents[2] / "models"
    for name, head in (("doudizhu-wp", 0), ("doudizhu-adp", 1)):
        player = frozen_player(models / name, spec, torch.device("cpu"))
        assert player.head == head
        assert len(player.networks) == 3
        assert not any(parameter.requires_grad for network in player.networks for parameter in network.parameters())
    with pytest.raises(ValueError, match="for doudizhu:douzero, not of facts for mini-doudizhu"):
        frozen_player(models / "doudizhu-wp", game_spec("mini-doudizhu"), torch.device("cpu"))
