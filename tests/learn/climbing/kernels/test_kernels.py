"""The kernels beside their plain twins, by Triton's interpreter and on a GPU; compiled for a GPU that is not here."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
triton = pytest.importorskip("triton", reason="the kernels are written in Triton, which is not installed")

from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.climbing.batched_game import ClimbingBatch  # noqa: E402
from paiyou.learn.climbing.encoder import Encoder  # noqa: E402
from triton_kernels import compile_only, compiled_kernels, output_of  # noqa: E402

BESIDE = Path(__file__).parent / "kernels_beside_torch.py"


def test_they_are_their_twins_by_the_interpreter() -> None:
    steps = {"doudizhu:douzero": 2, "mini-doudizhu": 8, "paodekuai": 2}
    assert output_of(BESIDE, "cpu", 1, steps, TRITON_INTERPRET="1").count("all equal") == 3


@pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no GPU here")
def test_they_are_their_twins_on_a_gpu() -> None:
    names = ("doudizhu", "doudizhu:douzero", "doudizhu:botzone2", "zhengshangyou", "paodekuai", "mini-doudizhu")
    assert output_of(BESIDE, "cuda", 500, dict.fromkeys(names, 200)).count("all equal") == len(names)


@pytest.mark.skipif(os.environ.get("TRITON_INTERPRET") == "1", reason="the interpreter compiles nothing")
@pytest.mark.parametrize("name", ["doudizhu:douzero", "zhengshangyou", "paodekuai"])
def test_they_compile_for_a_gpu_that_is_not_here(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from paiyou.learn.climbing.kernels.encode import encode_on_gpu
    from paiyou.learn.climbing.kernels.legal import LegalMoves
    from paiyou.learn.climbing.kernels.play import play_on_gpu
    from paiyou.learn.climbing.kernels.redeal import redeal_on_gpu

    monkeypatch.setattr(triton.runtime.jit.JITFunction, "run", compile_only)
    compiled_kernels.clear()
    spec = game_spec(name)
    games = ClimbingBatch(spec, 4, seed=1)
    row, action = games.legal()
    LegalMoves(games.combos, games.at.hands[:, 0], games.at.standing, games.active)
    encode_on_gpu(Encoder(spec, declined=True), games.combos, games.at, 0, row, action, torch.bfloat16)
    play_on_gpu(games, torch.zeros(4, dtype=torch.int64))
    redeal_on_gpu(games, games.ended)
    kickers = ["_kickers"] if (spec.table.body >= 0).any() else []
    passes = ["_passes"] if spec.must_beat else []
    assert compiled_kernels == ["_candidates", *kickers, *passes, "_states", "_moves", "_play", "_redeal"]
