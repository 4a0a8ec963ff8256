"""The trainer plays, learns and exports a trick game as it does climbing games: one network, told its place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

import paiyou  # noqa: E402
from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.dmc.arguments import Arguments  # noqa: E402
from paiyou.learn.dmc.trainer import train  # noqa: E402
from paiyou.learn.runs.export import export_run  # noqa: E402
from paiyou.learn.runs.weights import weights_at, weights_of_model  # noqa: E402

SMALL = {"width": 16, "state_width": 16, "depth": 1}


@pytest.mark.parametrize(("game", "objective"), [("gongzhu:partners=on", "adp"), ("gongzhu:expose=off", "wp")])
def test_a_run_learns_and_becomes_a_player(game: str, objective: str, tmp_path: Path) -> None:
    run, model = tmp_path / "run", tmp_path / "model"
    told = Arguments(
        game=game, objective=objective, games=16, minibatch=16, frames=1800, device="cpu", folder=str(run),
        evaluation_deals=4, rival_share=0.5, rival_seats="others", checkpoint_every=0, log_every=1000.0,
        **SMALL,
    )  # fmt: skip
    train(told)
    log = [json.loads(line) for line in (run / "log.jsonl").read_text().splitlines()]
    losses = [line["loss"] for line in log if line["event"] == "progress"]
    assert losses[-1] > 0
    assert log[-1]["event"] == "evaluation"
    export_run(run, model, "int8")
    assert sorted(path.name for path in model.iterdir()) == ["0.onnx", "card.json"]
    result = paiyou.match(game, f"dmc:model={model}", "random", deals=2, seed=1, cores=1)
    assert result.to_json()["deals"] == 2
    # A run may begin with the model, or meet it as a rival.
    spec = game_spec(game)
    stored, read = weights_at(run, spec, "facts")[0], weights_of_model(model, spec, 0)
    assert len(stored) == 1
    for name, value in stored[0].items():
        assert torch.allclose(read[name], value.float(), atol=0.02 * float(value.abs().max())), name
    again = tmp_path / "again"
    train(Arguments(**vars(told) | {"folder": str(again), "start": str(model), "rival": str(model), "opponents": ""}))
    assert (again / "weights.pt").exists()
