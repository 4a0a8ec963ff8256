"""What a run cannot be told is refused in one sentence, and so is one that would learn nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.dmc import trainer  # noqa: E402
from paiyou.learn.dmc.arguments import Arguments, arguments_of  # noqa: E402
from paiyou.learn.dmc.batch_sizes import batch_sizes  # noqa: E402
from paiyou.learn.dmc.checks import check  # noqa: E402
from paiyou.learn.dmc.trainer import train  # noqa: E402
from paiyou.learn.runs import checkpoints  # noqa: E402
from training_runs import OPEN, QUICK, SHORT, has_learnt, lines, whole  # noqa: E402


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"game": "whist"}, "whist"),
        (
            {"game": "gongzhu", "objective": "logadp"},
            "gongzhu is paid in points, not by a stake that doubles; train it with adp or wp",
        ),
        ({"game": "doudizhu:bidding=123"}, "has an auction, which networks do not learn"),
        ({"objective": "fun"}, "there is no objective 'fun'; there are wp, adp, logadp"),
        (
            {"target": "luck"},
            "there is no target 'luck'; there are monte_carlo, sarsa, dqn, bootstrapped, actor_critic",
        ),
        ({"target": "actor_critic", "temperature": 0.0}, "draws from a policy; temperature must be above 0, not 0.0"),
        ({"gamma": 1.5}, "gamma must lie between 0 and 1, not 1.5"),
        ({"outcomes": "four"}, "outcomes must be two or three, not 'four'"),
        (
            {"outcomes": "three", "target": "dqn"},
            "three outcomes are learnt from results as they are: leave out target",
        ),
        ({"outcomes": "three", "gamma": 0.9}, "leave out target and gamma, or train with outcomes=two"),
        (
            {"game": "doudizhu:douzero", "network": "paper", "outcomes": "three", **OPEN},
            "the network paper has the sizes of the paper; leave out outcomes",
        ),
        ({"target": "oracle", "oracle_final": -1.0}, "oracle_final must lie between 0 and 1, not -1.0"),
        ({"oracle_final": 0.0}, "oracle_final says how the target oracle fades; add target=oracle, or leave"),
        ({"league": -1}, "league must be at least 0, not -1"),
        ({"league": 2, "league_every": 0}, "league_every must be at least 1, not 0"),
        ({"league_share": 1.5}, "league_share must lie between 0 and 1, not 1.5"),
        ({"league": 2, "league_share": 0.8, "weak": 0.3}, "weak and league_share are shares .* at most 1, not 1.1"),
        ({"history": -1}, "history must be at least 0, not -1"),
        ({"next_move": float("inf")}, "next_move must be a number of at least 0, not inf"),
        ({"game": "gongzhu", "next_move": 0.1}, "only moves of climbing games are read one by one: leave out history"),
        ({"network": "numbers", "history": 9}, "the network numbers does not read moves one by one; leave out history"),
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
        ({"relative": 2.0}, "relative must lie between 0 and 1, not 2.0"),
        (
            {"game": "gongzhu:partners=on", "relative": 1.0},
            "relative is for games in which everyone is for himself; in gongzhu:partners=on sides play for points",
        ),
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


def test_as_few_frames_as_are_asked_for_let_every_position_learn(tmp_path: Path) -> None:
    """However few games wait: 3 games of 38 steps, and one step more."""
    train(replace(SHORT, games=3, minibatch=3, frames=115, folder=str(tmp_path)))
    assert has_learnt(tmp_path)
    assert any(line["loss"] is not None for line in lines(tmp_path, "progress"))


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
    assert any(line["loss"] is not None for line in lines(tmp_path, "progress"))
    assert (tmp_path / checkpoints.WEIGHTS).exists()
    kept = whole(tmp_path)["frames"]
    with pytest.raises(ValueError, match=f"has had {kept:,} frames; go on with it for {kept + 1:,} in all at least"):
        train(arguments_of(tmp_path, hours=0.0, frames=kept))


def test_a_gpu_without_room_is_told_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise torch.cuda.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB\nand much more")

    monkeypatch.setattr(trainer.Learner, "learn", full)
    with pytest.raises(ValueError, match="32 games with minibatches of 16") as told:
        train(replace(QUICK, folder=str(tmp_path)))
    assert "\n" not in str(told.value)
