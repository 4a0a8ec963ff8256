"""Runs that predict the hidden cards as a second task: they learn it, go on, hand it on and leave it behind."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

import paiyou  # noqa: E402
from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.dmc.trainer import train  # noqa: E402
from paiyou.learn.nets.belief_head import BELIEF_WIDTH  # noqa: E402
from paiyou.learn.nets.networks import sizes_of, without_belief  # noqa: E402
from paiyou.learn.runs import checkpoints  # noqa: E402
from paiyou.learn.runs.export import export_run  # noqa: E402
from paiyou.learn.runs.weights import weights_of_model  # noqa: E402
from training_runs import SHORT, SMALL, assert_same, lines, whole  # noqa: E402


def test_bits_are_logged(tmp_path: Path) -> None:
    train(replace(SHORT, hidden=1.0, opponents="", checkpoint_every=0, folder=str(tmp_path)))
    told = lines(tmp_path, "progress")
    assert told[0]["hidden_bits"] is None, "before the first step there is nothing to tell"
    assert 0 < told[-1]["hidden_bits"] < 3
    assert 0 < told[-1]["counted_bits"] < 1, "two hold them, and a pile"


def test_it_goes_on_grows_and_is_left_behind(tmp_path: Path) -> None:
    run = replace(SHORT, hidden=0.5, opponents="")
    in_one = train(replace(run, folder=str(tmp_path / "in one")))
    train(replace(run, folder="", resume=str(in_one), frames=400))
    assert whole(in_one)["frames"] >= 400

    def begun(name: str, **changes: object) -> list[dict[str, torch.Tensor]]:
        """What a run begins with."""
        with pytest.raises(ValueError, match="nothing was learnt"):
            train(replace(run, frames=0, hours=1e-9, seed=9, folder=str(tmp_path / name), **changes))
        return [learner["average"] for learner in whole(tmp_path / name)["learners"]]

    kept = torch.load(in_one / checkpoints.WEIGHTS)["weights"]
    assert [sizes_of(weights)["belief"] for weights in kept] == [BELIEF_WIDTH, BELIEF_WIDTH]
    for began, weights in zip(begun("same", start=str(in_one)), kept, strict=True):
        assert_same({name: value.half() for name, value in began.items()}, weights)
    for began, weights in zip(begun("without", start=str(in_one), hidden=0.0), kept, strict=True):
        assert_same({name: value.half() for name, value in began.items()}, without_belief(weights))
    bare = train(replace(run, hidden=0.0, folder=str(tmp_path / "bare")))
    with pytest.raises(ValueError, match="has not learnt to predict the hidden cards; train it with hidden above 0"):
        export_run(bare, tmp_path / "none", belief=True)
    for began, weights in zip(
        begun("fresh", start=str(bare)), torch.load(bare / checkpoints.WEIGHTS)["weights"], strict=True
    ):
        assert sizes_of(began) == SMALL | {"belief": BELIEF_WIDTH}
        assert_same({name: value.half() for name, value in without_belief(began).items()}, weights)
    for began, weights in zip(begun("wide", start=str(in_one), state_width=40), kept, strict=True):
        assert sizes_of(began) == SMALL | {"state_width": 40, "belief": BELIEF_WIDTH}
        assert torch.equal(began["belief.layer.weight"][:, :32].half(), weights["belief.layer.weight"])
    with pytest.raises(ValueError, match="holds networks of other sizes"):
        train(replace(run, folder="", resume=str(in_one), hidden=0.0, frames=800))
    with pytest.raises(ValueError, match="the network paper does not predict hidden cards; leave out hidden"):
        train(replace(run, game="doudizhu:douzero", network="paper", width=0, state_width=0, depth=0))


@pytest.mark.parametrize(("game", "frames"), [("mini-doudizhu", 153), ("gongzhu:partners=on", 500)])
def test_a_model_has_the_belief_only_where_that_is_asked_for(game: str, frames: int, tmp_path: Path) -> None:
    run = train(
        replace(
            SHORT, game=game, hidden=0.5, frames=frames, opponents="", checkpoint_every=0, folder=str(tmp_path / "run")
        )
    )
    spec, kept = game_spec(game), torch.load(run / checkpoints.WEIGHTS)["weights"]
    for name, belief in (("plain", False), ("belief", True)):
        export_run(run, tmp_path / name, "float32", belief=belief)
        card = json.loads((tmp_path / name / "card.json").read_text())
        read = weights_of_model(tmp_path / name, spec, 0)
        assert card["belief"] == belief
        assert_same(
            read, {part: value.float() for part, value in (kept[0] if belief else without_belief(kept[0])).items()}
        )
        assert card["parameters"] == sum(
            value.numel()
            for of_position in kept
            for value in (of_position if belief else without_belief(of_position)).values()
        )
    plain, believing = (paiyou.agent(f"dmc:model={tmp_path / name}", game) for name in ("plain", "belief"))
    view = paiyou.game(game).deal(5).view(paiyou.game(game).deal(5).turn)
    assert plain.evaluate(view) == believing.evaluate(view)
