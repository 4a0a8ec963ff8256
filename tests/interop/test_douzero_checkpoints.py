"""Checkpoints in DouZero's format, freshly made: converted, they play as DouZero's own agent does."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

torch = pytest.importorskip("torch")
onnxruntime = pytest.importorskip("onnxruntime")
pytest.importorskip("onnx")
models = pytest.importorskip("douzero.dmc.models")

from douzero.env.env import get_obs  # noqa: E402
from douzero.evaluation.deep_agent import DeepAgent  # noqa: E402

import paiyou  # noqa: E402
from douzero_games import GAME, POSITIONS, any_move, games_in_step, written  # noqa: E402
from paiyou.cli import app  # noqa: E402
from paiyou.interop.douzero_checkpoints import import_douzero, load_douzero  # noqa: E402


def fresh_weights(seed: int) -> dict[str, dict[str, torch.Tensor]]:
    """Random networks of DouZero's; larger weights than it begins with, so that they tell moves well apart."""
    torch.manual_seed(seed)
    fresh = {position: models.model_dict[position]().state_dict() for position in POSITIONS}
    return {position: {key: 2 * values for key, values in weights.items()} for position, weights in fresh.items()}


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A player as DouZero publishes it."""
    folder = tmp_path_factory.mktemp("douzero")
    for position, weights in fresh_weights(1).items():
        torch.save(weights, folder / f"{position}.ckpt")
    return folder


@pytest.fixture(scope="module")
def imported(published: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("models") / "douzero-fresh"
    card = import_douzero(published, target, objective="adp")
    assert (card.name, card.kind, card.objective, card.history) == ("douzero-fresh", "layout", "adp", 15)
    assert card.parameters == 1_457_665 + 2 * 1_514_497
    return target


def test_values_and_choices_are_those_of_douzero_s_agent(published: Path, imported: Path) -> None:
    theirs = {position: DeepAgent(position, str(published / f"{position}.ckpt")) for position in POSITIONS}
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    sessions = [onnxruntime.InferenceSession(imported / f"{position}.onnx", options) for position in range(3)]
    encoder = GAME.encoder("douzero")
    compared = 0
    for state, env in games_in_step(200, 6, any_move):
        if state.over:
            continue
        infoset = env.game_infoset
        observed = get_obs(infoset)
        rows, history = (torch.from_numpy(observed[name]).float() for name in ("x_batch", "z_batch"))
        agent = theirs[infoset.player_position]
        with torch.no_grad():
            values = agent.model(history, rows, return_value=True)["values"][:, 0].numpy()
        expected = {written(move): value for move, value in zip(infoset.legal_actions, values, strict=True)}
        features, rows, history = encoder.encode(state)
        told = {"state": features[None], "history": history.reshape(1, 5, 162), "moves": rows}
        told = {name: numbers.astype(np.float32) for name, numbers in told.items()}
        ours = dict(zip(state.moves(), sessions[state.turn].run(["value"], told)[0][:, 0], strict=True))
        assert ours == pytest.approx(expected, abs=1e-4)
        assert max(ours, key=ours.__getitem__) == written(agent.act(infoset))
        assert len(ours) == 1 or values.std() > 1e-4
        compared += 1
    assert compared >= 200


def test_the_agent_dmc_plays_it(published: Path, imported: Path) -> None:
    theirs = {position: DeepAgent(position, str(published / f"{position}.ckpt")) for position in POSITIONS}
    player = paiyou.agent(f"dmc:model={imported},endgame=0", GAME)
    for state, env in games_in_step(60, 7, any_move):
        if not state.over:
            infoset = env.game_infoset
            assert player.choose(state.view(state.turn)) == written(theirs[infoset.player_position].act(infoset))


def test_the_command_writes_the_same_model(published: Path, imported: Path, tmp_path: Path) -> None:
    target = tmp_path / imported.name
    run = CliRunner().invoke(
        app, ["import-douzero", str(published), "--to", str(target), "--objective", "adp", "--json"]
    )
    assert run.exit_code == 0
    assert json.loads(run.stdout) == json.loads((imported / "card.json").read_text(encoding="utf-8"))
    assert {file.name for file in target.iterdir()} == {"card.json", "0.onnx", "1.onnx", "2.onnx"}


def test_a_training_run_s_file_is_read_too(tmp_path: Path) -> None:
    weights = fresh_weights(2)
    run = {
        "model_state_dict": weights,
        "optimizer_state_dict": {},
        "stats": {},
        "flags": {"objective": "logadp"},
        "frames": 3200,
    }
    torch.save(run, tmp_path / "model.tar")
    for source in (tmp_path, tmp_path / "model.tar"):
        found = load_douzero(source)
        assert (found.objective, found.frames) == ("logadp", 3200)
        for position, network in zip(POSITIONS, found.networks, strict=True):
            for key, values in network.state_dict().items():
                assert torch.equal(values, weights[position][key])


def test_what_is_no_checkpoint_is_refused_and_nothing_written(tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "target"

    def refused(match: str, path: Path = source) -> None:
        with pytest.raises(ValueError, match=match):
            import_douzero(path, target)
        assert not target.exists()

    refused("there is no folder and no file")
    source.mkdir()
    weights = fresh_weights(3)
    torch.save(weights["landlord"], source / "landlord.ckpt")
    torch.save(weights["landlord_up"], source / "landlord_up.ckpt")
    refused(r"lacks landlord_down\.ckpt")
    down = source / "landlord_down.ckpt"
    down.write_bytes(b"no weights at all")
    refused(r"'landlord_down\.ckpt' is no file of torch weights")
    down.write_bytes(b"")
    refused(r"'landlord_down\.ckpt' is no file of torch weights")
    down.write_bytes((source / "landlord_up.ckpt").read_bytes()[:5000])
    refused(r"'landlord_down\.ckpt' is no file of torch weights")
    torch.save([1, 2, 3], down)
    refused("holds no weights by name but list")
    torch.save({"policy.weight": torch.zeros(3)}, down)
    refused(r"landlord_down\.ckpt holds no network of DouZero's: there is no lstm\.weight_ih_l0 \(0 of its 16 weights")
    torch.save(weights["landlord"], down)
    refused(r"dense1\.weight in landlord_down\.ckpt has the shape \(512, 501\), not \(512, 612\)")
    torch.save(weights["landlord_down"] | {"dense6.bias": torch.tensor([float("nan")])}, down)
    refused("not finite")
    refused(r"'landlord\.ckpt' is no model\.tar of DouZero's", source / "landlord.ckpt")
    torch.save(weights["landlord_down"], down)
    with pytest.raises(ValueError, match="objective must be one of wp, adp, logadp, not 'money'"):
        import_douzero(source, target, objective="money")
    assert not target.exists()
