"""The match of look-ahead against the plain network: fair, saved as it goes, and playable on a bare machine."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial
from itertools import count
from types import SimpleNamespace

import pytest

torch = pytest.importorskip("torch")

from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.nets.networks import make_network  # noqa: E402
from paiyou.learn.runs.weights import frozen_player, write_weights  # noqa: E402
from paiyou.learn.selfplay import lookahead_match as module  # noqa: E402
from paiyou.learn.selfplay.batched_match import duplicate_match, random_player  # noqa: E402
from paiyou.learn.selfplay.lookahead import Lookahead  # noqa: E402
from paiyou.learn.selfplay.lookahead_match import lookahead_match, main, play_part  # noqa: E402
from patience import PATIENCE  # noqa: E402
from training_runs import SMALL  # noqa: E402

SPEC = game_spec("mini-doudizhu")
CPU = torch.device("cpu")


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A run's weights: tiny networks that have learnt nothing."""
    folder = tmp_path_factory.mktemp("run")
    torch.manual_seed(3)
    about = {"game": SPEC.name, "version": SPEC.version, "network": "facts", "objective": "wp"}
    write_weights(folder, [make_network("facts", SPEC, position, **SMALL) for position in range(SPEC.seats)], about)
    return folder


def test_equals_share_every_deal(run):
    found = lookahead_match(str(run), Lookahead(playouts=0), deals=30, device="cpu")
    assert found["wp"] == {"mean": 0.5, "low": 0.5, "high": 0.5}
    assert found["adp"]["mean"] == 0
    assert found["deals"] == 30


def test_all_seatings_at_once_are_those_one_after_another(run):
    player = frozen_player(run, SPEC, CPU)

    def first_legal(games, row, action):
        """The legal move with the highest number."""
        chosen = torch.zeros(games.number, dtype=torch.int64)
        return chosen.scatter_reduce_(0, row, action, reduce="amax")

    seeds = 77 + torch.arange(40)
    part = play_part(SPEC, player, first_legal, seeds, CPU)
    won, points = duplicate_match(SPEC, player, first_legal, 40, 77, CPU)
    assert torch.equal(part.won.mean(dim=0), won)
    assert torch.allclose(part.points.mean(dim=0), points)
    assert part.won.shape == (2, 40)
    assert 0 < part.won.mean() < 1
    assert play_part(SPEC, random_player, player, seeds[:3], CPU).won.shape == (2, 3)


def test_looking_ahead_helps_who_knows_nothing(run):
    found = lookahead_match(str(run), Lookahead(playouts=16, margin=9.0, candidates=9, prior=0), deals=96, device="cpu")
    assert found["wp"]["low"] > 0.55
    assert found["looked"] > found["overruled"] > 0
    assert found["played_out"] > 1000


def test_the_result_is_saved_and_the_time_is_kept(run, tmp_path, capsys, monkeypatch):
    out = tmp_path / "found.json"
    words = [str(run), "--deals", "24", "--playouts", "4", "--device", "cpu", "--out", str(out), "--seed", "5"]
    main(words)
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["deals"] for one in printed] == [8, 24]
    assert json.loads(out.read_text()) == printed[-1]
    assert printed[-1]["seed"] == 5
    assert printed[-1]["playouts"] == 4
    # By a clock that goes on by 100 s whenever it is looked at.
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=partial(next, count(0, 100))))
    main([*words, "--seconds", "300"])
    printed = [json.loads(line)["deals"] for line in capsys.readouterr().out.splitlines()]
    assert printed == [8, 14], "six more fit, and then none"


def test_what_cannot_be_played_is_refused(run, tmp_path):
    with pytest.raises(ValueError, match="at least one deal"):
        lookahead_match(str(run), Lookahead(), deals=0)
    about = {"game": SPEC.name, "version": SPEC.version, "network": "facts", "objective": "logadp"}
    write_weights(tmp_path, [make_network("facts", SPEC, position, **SMALL) for position in range(SPEC.seats)], about)
    with pytest.raises(ValueError, match="logarithm of points"):
        lookahead_match(str(tmp_path), Lookahead())


PROGRAM = """
import sys
for name in ("paiyou._core", "onnx", "onnxruntime", "typer", "rich"):
    sys.modules[name] = None  # whoever imports it fails
from paiyou.learn.selfplay.lookahead_match import main
main([sys.argv[1], "--deals", "4", "--playouts", "4", "--device", "cpu"])
"""


def test_it_needs_neither_the_core_nor_onnx(run):
    command = [sys.executable, "-c", PROGRAM, str(run)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["deals"] == 4
