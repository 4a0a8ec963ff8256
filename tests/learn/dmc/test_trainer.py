"""The trainer on the CPU, small and short: it learns, alone and in a team, and logs what it does."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.dmc.trainer import train  # noqa: E402
from paiyou.learn.nets.networks import make_network  # noqa: E402
from paiyou.learn.runs import checkpoints  # noqa: E402
from training_runs import OPEN, QUICK, SHORT, SMALL, lines, whole  # noqa: E402


def test_it_learns_to_beat_random_play(tmp_path: Path) -> None:
    train(replace(QUICK, games=64, minibatch=32, frames=20_000, evaluation_deals=500, folder=str(tmp_path)))
    *_, last = lines(tmp_path, "evaluation")
    assert last["opponent"] == "random"
    assert last["wp"]["mean"] > 0.65
    assert last["adp"]["mean"] > 0.3
    losses = [line["loss"] for line in lines(tmp_path, "progress") if line["loss"] is not None]
    assert sum(losses[-20:]) < 0.9 * sum(losses[:20])


def test_the_log_is_json_and_tensorboard_has_it_too(tmp_path: Path) -> None:
    heard: list[dict[str, Any]] = []
    train(replace(QUICK, frames=1500, folder=str(tmp_path), opponents="random; start; last"), report=heard.append)
    told = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert told == json.loads(json.dumps(heard))
    assert told[0]["event"] == "start"
    assert [line["event"] for line in told[-5:]] == ["progress", "end", *3 * ["evaluation"]]
    assert [line["frames"] for line in told[-5:]] == 5 * [told[-1]["frames"]], "the last lines are the last evaluation"
    assert told[0]["game"] == "mini-doudizhu"
    assert told[0]["processes"] == 1
    progress = lines(tmp_path, "progress")
    for line in progress:
        keys = {"event", "frames", "seconds", "loss", "losses", "bias", "error", "games", "wins", "points"}
        assert line.keys() == keys
        # All of the loss is the error of the head that is played by, but for two hundredths of the other's.
        assert line["loss"] is None or line["bias"] ** 2 <= line["error"]
        assert line["loss"] is None or abs(line["loss"] - line["error"]) < 0.5
        assert sum(line["wins"]) == pytest.approx(int(line["games"] > 0), abs=1e-4)
        assert sum(line["points"]) == pytest.approx(0, abs=2e-3), "what one wins the other loses"
        assert any(line["points"]) == bool(line["games"])
        assert len(line["losses"]) == len(line["wins"]) == len(line["points"]) == 2
    frames = [line["frames"] for line in progress]
    assert frames == sorted(frames)
    # Before the first gradient step there is no loss, and that is no loss of 0.
    assert (progress[0]["loss"], progress[0]["losses"]) == (None, [None, None])
    assert all(loss is None or loss > 0 for line in progress for loss in (line["loss"], *line["losses"]))
    assert progress[-1]["loss"] is not None
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
    assert all(line["loss"] is None or line["loss"] < 50 for line in lines(tmp_path, "progress"))


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
