"""Run by `test_kernels.py` in a process of its own: every kernel beside its plain twin.

With TRITON_INTERPRET=1 the kernels run on a CPU, one program after the other; on a machine with a GPU, on that.
"""

from __future__ import annotations

import sys

import torch

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.registry import game_spec
from paiyou.learn.climbing.batched_game import ClimbingBatch, facts, moves
from paiyou.learn.climbing.encoder import Encoder
from paiyou.learn.climbing.kernels.encode import encode_on_gpu
from paiyou.learn.climbing.kernels.legal import LegalMoves
from paiyou.learn.climbing.kernels.play import play_on_gpu
from paiyou.learn.climbing.kernels.redeal import redeal_on_gpu
from paiyou.learn.climbing.legal import legal_moves_on_torch
from paiyou.learn.selfplay.choosing import choose


def on(device: torch.device, games: ClimbingBatch) -> ClimbingBatch:
    """A copy of a batch on a device."""
    other = ClimbingBatch(games.spec, games.number, 0, device)
    state = games.state()
    at = {name: value.to(device) for name, value in vars(games.at).items()}
    other.load({n: v.to(device) if isinstance(v, torch.Tensor) else v for n, v in state.items()} | {"at": at})
    return other


def compare(name: str, number: int, steps: int, device: torch.device, *, declined: bool) -> int:
    """Play a batch with the kernels and without; returns the number of games that ended."""
    spec = game_spec(name)
    assert isinstance(spec, ClimbingSpec)
    torch.manual_seed(5)
    plain = ClimbingBatch(spec, number, seed=5)
    encoder = Encoder(spec, declined=declined)
    encoder_there = Encoder(spec, declined=declined).to(device)
    beside = on(device, plain)
    redeal_on_gpu(beside, torch.ones(number, dtype=torch.bool, device=device))
    for step in range(steps):
        what = (name, step)
        for field, value in vars(plain.at).items():
            assert torch.equal(getattr(beside.at, field).cpu(), value), (*what, field)
        for field, value in vars(plain).items():
            if isinstance(value, torch.Tensor):
                assert torch.equal(getattr(beside, field).cpu(), value), (*what, field)
        where = (plain.combos, plain.at.hands[:, plain.seat], plain.at.standing, plain.active)
        row, action = legal_moves_on_torch(*where)
        order = (row * 1_000_000 + action).argsort()
        row, action = row[order], action[order]
        there = (beside.combos, beside.at.hands[:, plain.seat], beside.at.standing, beside.active)
        rows, actions = LegalMoves(*there, per_game=1 if step == 0 else 16).pairs()
        listed = (rows * 1_000_000 + actions).sort().values.cpu()
        assert torch.equal(listed, row * 1_000_000 + action), what
        state, move = encoder(facts(plain.combos, plain.at, plain.seat), moves(plain.combos, row, action))
        pairs = (row.to(device), action.to(device))
        states, moved = encode_on_gpu(encoder_there, beside.combos, beside.at, plain.seat, *pairs, torch.float32)
        active = plain.active
        assert torch.allclose(states.cpu()[active], state[active], atol=1e-6), what
        assert torch.allclose(moved.cpu(), move, atol=1e-6), what
        chosen = choose(torch.rand(len(row)), row, action, number)
        play_on_gpu(beside, chosen.to(device))
        redeal_on_gpu(beside, beside.ended)
        beside.seat = (beside.seat + 1) % spec.seats
        plain.play(chosen)
    return int(plain.episode.sum())


if __name__ == "__main__":
    there = torch.device(sys.argv[1])
    for steps, game in zip(sys.argv[3::2], sys.argv[4::2], strict=True):
        # Networks are told what the others passed on, or they are not; the shorter features are the same but for these.
        ended = [compare(game, int(sys.argv[2]), int(steps), there, declined=declined) for declined in (True, False)]
        print(game, ended[0], "games ended, all equal")
