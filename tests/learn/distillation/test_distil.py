"""A student learns its teacher's values, and what it learnt is what is written down."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

import paiyou  # noqa: E402
from paiyou.agents.neural.playouts import playouts_for  # noqa: E402
from paiyou.games.family import LEARN  # noqa: E402
from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.distillation.distil import DistillationSettings, distil, main  # noqa: E402
from paiyou.learn.distillation.playout_network import ACTIVATION, WEIGHT, playout_networks  # noqa: E402
from paiyou.learn.nets.networks import ValueNetwork, make_network  # noqa: E402
from paiyou.learn.runs.weights import write_weights  # noqa: E402
from paiyou.learn.selfplay.batched_match import NetworkPlayer  # noqa: E402
from paiyou.models.playout_networks import LAYERS, PlayoutNetworkFile  # noqa: E402
from patience import PATIENCE  # noqa: E402

GAMES = ["mini-doudizhu", "four-card", "gongzhu:partners=on"]
named = pytest.mark.parametrize("name", GAMES)
SMALL = {"width": 16, "state_width": 16, "depth": 1}
WIDTHS = (32, 32, 32)
CPU = torch.device("cpu")


def random_teacher(name: str) -> list[ValueNetwork]:
    spec = game_spec(name)
    torch.manual_seed(1)
    number = spec.family.part(LEARN).networks("facts", spec)
    return [make_network("facts", spec, seat, **SMALL) for seat in range(number)]


def teacher_of(folder: Path, name: str) -> Path:
    """A run's weights: random networks."""
    spec, networks = game_spec(name), random_teacher(name)
    about = {"game": spec.name, "version": spec.version, "network": "facts", "objective": "wp"}
    write_weights(folder, networks, about)
    return folder


@pytest.mark.parametrize("name", GAMES[:2])
def test_a_pupil_comes_nearer_to_its_teacher(name: str) -> None:
    spec = game_spec(name)
    teacher = NetworkPlayer(random_teacher(name), 0)
    told: list[float] = []
    for steps in (3, 240):
        settings = DistillationSettings(steps=steps, games=64, learning_rate=3e-3, widths=WIDTHS)
        told.append(distil(spec, teacher, settings, CPU).error)
    assert told[1] < told[0] / 2


def test_lessons_end_by_steps_or_by_time() -> None:
    with pytest.raises(ValueError, match="say one of them"):
        distil(game_spec(GAMES[0]), NetworkPlayer([], 0), DistillationSettings(), CPU)


@named
def test_values_are_whole_numbers_and_within_what_the_core_can_hold(name: str) -> None:
    spec = game_spec(name)
    torch.manual_seed(2)
    network = playout_networks(spec, 1, WIDTHS)[0]
    with torch.no_grad():
        for weights in network.parameters():
            weights.mul_(100)  # far out of range
    network.keep_in_range()
    games = spec.family.part(LEARN).batch(spec, 16, 1, CPU)
    row, action = games.legal()
    value = network.values(games, games.at, 0, row, action) * (ACTIVATION * WEIGHT)
    assert torch.equal(value, value.round())
    layers = network.whole_numbers()
    assert {name: layers[name].dtype for name in layers} == dict(LAYERS)
    assert abs(layers["first"].astype(int)).max() <= 127


@named
def test_the_command_writes_a_pupil_that_can_be_read(tmp_path: Path, name: str) -> None:
    """Of the game that its teacher was trained on, and it plays it in the core."""
    folder = teacher_of(tmp_path, name)
    file = tmp_path / "student.npz"
    main([str(folder), str(file), "--device", "cpu", "--steps", "6", "--games", "8", "--deals", "4", "--half",
          "--widths", "32", "32", "32"])  # fmt: skip
    found = PlayoutNetworkFile.load(file)
    spec = game_spec(name)
    assert found.game == spec.name
    assert found.about["deals"] == 4
    assert found.about["steps"] == 6
    assert 0 <= found.about["wp"] <= 1
    assert len(found.positions) == spec.family.part(LEARN).networks("facts", spec)
    moves, _ = playouts_for(paiyou.game(name), path=str(file)).play_games(2, 1)
    assert moves > 0


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other.npz").write_bytes(b"nothing")
    with pytest.raises(ValueError, match="no file of a play-out network"):
        PlayoutNetworkFile.load(tmp_path / "other.npz")


BARE = """
import sys
for name in ("paiyou._core", "onnx", "onnxruntime", "typer", "rich", "pydantic", "fastapi", "scipy"):
    sys.modules[name] = None  # whoever imports it fails
from paiyou.learn.distillation.distil import main
main(sys.argv[1:])
"""


@pytest.mark.parametrize("name", GAMES[:2])
def test_it_runs_on_a_bare_machine(tmp_path: Path, name: str) -> None:
    told = [str(teacher_of(tmp_path, name)), str(tmp_path / "p.npz"), "--game", name, "--device", "cpu", "--steps", "3",
            "--games", "4", "--deals", "0", "--widths", "32", "32", "32"]  # fmt: skip
    command = [sys.executable, "-c", BARE, *told]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "p.npz").exists()
