"""Run by `test_kernels.py` in a process of its own: every kernel beside its plain twin.

With TRITON_INTERPRET=1 the kernels run on a CPU, one program after the other; on a machine with a GPU, on that.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

import torch

from paiyou.games.registry import game_spec
from paiyou.games.trick_spec import TrickSpec
from paiyou.learn.selfplay.choosing import choose
from paiyou.learn.trick.batched_game import TrickBatch
from paiyou.learn.trick.encoder import POINTS, Encoder
from paiyou.learn.trick.kernels.encode import encode_on_gpu
from paiyou.learn.trick.kernels.legal import LegalMoves
from paiyou.learn.trick.kernels.play import play_on_gpu
from paiyou.learn.trick.kernels.redeal import redeal_on_gpu
from paiyou.learn.trick.redealt_batch import NOBODY, ContinuedBatch
from trick_batches import ODD_GAMES

ODD = {game.spec.name: game.spec for game in ODD_GAMES}


def compare(spec: TrickSpec, number: int, steps: int, device: torch.device) -> int:
    """Play a batch with the kernels and without; returns the number of games that ended."""
    torch.manual_seed(5)
    plain = TrickBatch(spec, number, seed=5)
    beside = TrickBatch(spec, number, seed=5, device=device)
    encoder, encoder_there = Encoder(spec), Encoder(spec).to(device)
    redeal_on_gpu(beside, torch.ones(number, dtype=torch.bool, device=device), scored=False)
    for step in range(steps):
        state, other = plain.state(), beside.state()
        assert state.pop("seat") == other.pop("seat")
        columns, others = state.pop("at"), other.pop("at")
        for found, expected in ((others, columns), (other, state)):
            for name, value in expected.items():
                assert torch.equal(found[name].cpu(), value), (spec.name, step, name)
        row, action = plain.legal()
        listed = LegalMoves(beside, beside.at, beside.seat, beside.active).pairs()
        assert torch.equal(listed[0].cpu(), row), (spec.name, step)
        assert torch.equal(listed[1].cpu(), action), (spec.name, step)
        told = plain.network_inputs(plain.at, plain.seat, row, action)
        written = encode_on_gpu(
            encoder_there, beside.cards, beside.at, beside.seat, *listed, torch.float32, POINTS
        )  # fmt: skip
        for found, expected, rows in zip(written, encoder(*told), (plain.active, slice(None)), strict=True):
            assert torch.allclose(found.cpu()[rows], expected[rows], atol=1e-5), (spec.name, step, "features")
        if device.type == "cuda":
            for one, two in zip(told, beside.network_inputs(beside.at, beside.seat, *listed), strict=True):
                for name, value in vars(one).items():
                    assert torch.equal(getattr(two, name).cpu(), value), (spec.name, step, name)
        chosen = choose(torch.rand(len(row)), row, action, number)
        play_on_gpu(beside, chosen.to(device))
        redeal_on_gpu(beside, beside.ended)
        beside.seat = (beside.seat + 1) % spec.seats
        plain.play(chosen)
    return int(plain.episode.sum())


def compare_late(spec: TrickSpec, number: int, steps: int, device: torch.device) -> None:
    """Games that were set up after some moves, go on for some steps and end for good."""
    games = TrickBatch(spec, number, seed=6)
    for _ in range(3 * spec.seats):
        row, action = games.legal()
        games.play(choose(torch.rand(len(row)), row, action, number))
    plain, beside = (ContinuedBatch(games, torch.arange(number), where) for where in ("cpu", device))
    for batch in (plain, beside):
        batch.at.dealt = batch.at.hands.clone()
        batch.at.tricks.zero_()
    over = torch.zeros(number, dtype=torch.bool)
    for step in range(steps):
        assert torch.equal(beside.turn.cpu(), plain.turn), (spec.name, step)
        for name, value in vars(plain.at).items():
            assert torch.equal(getattr(beside.at, name).cpu()[~over], value[~over]), (spec.name, step, name)
        row, action = plain.legal()
        listed = LegalMoves(beside, beside.at, beside.seat, beside.active).pairs()
        assert torch.equal(listed[0].cpu(), row), (spec.name, step)
        assert torch.equal(listed[1].cpu(), action), (spec.name, step)
        chosen = choose(torch.rand(len(row)), row, action, number)
        plain.play(chosen)
        if device.type == "cuda":
            beside.play(chosen.to(device))
        else:
            play_on_gpu(beside, chosen)
            redeal_on_gpu(beside, beside.ended)
            beside.turn = torch.where(beside.ended, NOBODY, beside.turn)
            beside.seat = plain.seat
        for name in ("ended", "payoffs", "won"):
            assert torch.equal(getattr(beside, name).cpu(), getattr(plain, name)), (spec.name, step, name)
        assert not (over & plain.ended).any()
        over |= plain.ended


if __name__ == "__main__":
    there = torch.device(sys.argv[1])
    for steps, name in zip(sys.argv[3::2], sys.argv[4::2], strict=True):
        of_game = ODD[name] if name in ODD else game_spec(name)
        assert isinstance(of_game, TrickSpec)
        compare_late(of_game, int(sys.argv[2]), int(steps), there)
        print(name, compare(of_game, int(sys.argv[2]), int(steps), there), "games ended, all equal")
