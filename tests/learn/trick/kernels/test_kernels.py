"""The kernels beside their plain twins, by Triton's interpreter and on a GPU; compiled for a GPU that is not here."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
triton = pytest.importorskip("triton", reason="the kernels are written in Triton, which is not installed")

from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.trick.batched_game import TrickBatch  # noqa: E402
from trick_batches import ODD_GAMES  # noqa: E402
from triton_kernels import compile_only, compiled_kernels, output_of  # noqa: E402

BESIDE = Path(__file__).parent / "kernels_beside_torch.py"
ODD = {game.spec.name: game.spec for game in ODD_GAMES}


def test_they_are_their_twins_by_the_interpreter() -> None:
    steps = {"four-card": 12, "opened": 12, "gongzhu:partners=on": 5}
    assert output_of(BESIDE, "cpu", 1, steps, TRITON_INTERPRET="1").count("all equal") == 3


@pytest.mark.long
def test_they_are_their_twins_in_whole_games_by_the_interpreter() -> None:
    names = ("gongzhu", "gongzhu:must_lead_c2=on,partners=on", *ODD)
    assert output_of(BESIDE, "cpu", 12, dict.fromkeys(names, 120), TRITON_INTERPRET="1").count("all equal") == len(
        names
    )


@pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no GPU here")
def test_they_are_their_twins_on_a_gpu() -> None:
    names = ("gongzhu", "gongzhu:expose=off", "gongzhu:partners=on,must_lead_c2=on", "four-card", *ODD)
    assert output_of(BESIDE, "cuda", 2000, dict.fromkeys(names, 250)).count("all equal") == len(names)


@pytest.mark.skipif(os.environ.get("TRITON_INTERPRET") == "1", reason="the interpreter compiles nothing")
@pytest.mark.parametrize(
    "name", ["gongzhu:must_lead_c2=on", *(pytest.param(name, marks=pytest.mark.long) for name in ("three", "pairs"))]
)
def test_they_compile_for_a_gpu_that_is_not_here(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from paiyou.learn.trick.encoder import POINTS, Encoder
    from paiyou.learn.trick.kernels.encode import encode_on_gpu
    from paiyou.learn.trick.kernels.legal import LegalMoves
    from paiyou.learn.trick.kernels.play import play_on_gpu
    from paiyou.learn.trick.kernels.redeal import redeal_on_gpu

    monkeypatch.setattr(triton.runtime.jit.JITFunction, "run", compile_only)
    compiled_kernels.clear()
    games = TrickBatch(ODD.get(name) or game_spec(name), 4, seed=1)
    moves = LegalMoves(games, games.at, games.seat, games.active)
    moves._total.fill_(1)
    moves.pairs()
    pairs = games.legal()
    encode_on_gpu(Encoder(games.spec), games.cards, games.at, 0, *pairs, torch.bfloat16, POINTS)
    play_on_gpu(games, torch.zeros(4, dtype=torch.int64))
    redeal_on_gpu(games, games.ended)
    assert compiled_kernels == ["_sets", "_pairs", "_words", "_spread", "_moves", "_play", "_redeal"]
