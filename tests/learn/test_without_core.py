"""Training needs specs and torch, not the compiled core: it runs from source on a bare GPU machine."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")

from paiyou.games.registry import game_spec
from paiyou.learn.imitation.demonstrations import record_agent
from paiyou.learn.nets.networks import make_network
from paiyou.learn.runs.weights import write_weights
from patience import PATIENCE
from training_runs import SMALL

PROGRAM = """
import sys
sys.modules["paiyou._core"] = None  # whoever imports the core fails
from pathlib import Path
from paiyou.learn.imitation.demonstrations import Demonstrations
from paiyou.learn.dmc.arguments import Arguments
from paiyou.learn.dmc.trainer import train
from paiyou.learn.imitation.cloning import imitate
run = Path(sys.argv[1])
imitate(Demonstrations.load(run / "rules.npz"), run / "like-rules", passes=1)
folder = train(Arguments(
    game="mini-doudizhu", games=8, minibatch=4, frames=400, device="cpu", folder=sys.argv[1], evaluation_deals=4,
    rival=str(run / "like-rules"), width=16, state_width=16, depth=1,
))
print((folder / "weights.pt").exists())
"""

BIDDING = """
import sys
for name in ("paiyou._core", "onnx", "onnxruntime", "typer", "rich"):
    sys.modules[name] = None  # whoever imports it fails
from pathlib import Path
from paiyou.learn.bidding.paper_bidder import PaperArguments, train_paper_bidder
from paiyou.learn.bidding.playouts import play_out_hands
from paiyou.learn.bidding.points_bidder import BidderArguments, train_points_bidder
run, game = Path(sys.argv[1]), "doudizhu:bidding=call-rob"
playouts = play_out_hands("doudizhu", run, 4, 5)
playouts.save(run / "playouts.npz")
arguments = BidderArguments(game, rounds=1, passes=1, widths=(8,), held_out=0.25)
network = train_points_bidder(playouts, arguments, run / "b")
train_paper_bidder(playouts, network, PaperArguments(game, epochs=1, held_out=0.25), run / "paper")
print((run / "b" / "bidder.npz").exists())
"""


def test_it_imitates_and_trains_without_the_compiled_core(tmp_path: Path) -> None:
    record_agent("rules", "mini-doudizhu", 8, first=1).save(tmp_path / "rules.npz")  # this part alone needs it
    command = [sys.executable, "-c", PROGRAM, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "True"


def test_it_learns_to_bid_without_the_compiled_core(tmp_path: Path) -> None:
    spec = game_spec("doudizhu:douzero")
    networks = [make_network("facts", spec, position, **SMALL) for position in range(3)]
    about = {"game": spec.name, "version": spec.version, "network": "facts", "objective": "adp"}
    write_weights(tmp_path, networks, about)
    command = [sys.executable, "-c", BIDDING, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "True"


SPECS = """
import importlib, pkgutil, sys
for name in ("paiyou._core", "torch"):
    sys.modules[name] = None  # whoever imports it fails
games = importlib.import_module("paiyou.games")
for module in pkgutil.walk_packages(games.__path__, "paiyou.games."):
    importlib.import_module(module.name)
registry = importlib.import_module("paiyou.games.registry")
print(len(registry.game_spec("doudizhu").actions), registry.game_spec("gongzhu").seats)
"""


def test_games_need_neither_torch_nor_the_compiled_core() -> None:
    """All modules of `paiyou.games` are imported, and specs of both families made."""
    done = subprocess.run([sys.executable, "-c", SPECS], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["27472", "4"]
