"""`nets/hand_shapes.py` inside kernels: a hand is one number, the chains or the combos of all groups are a vector."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import torch
import triton
import triton.language as tl
from torch import Tensor

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.hand_shapes import shapes
from paiyou.learn.climbing.combo_tensors import UNCONTAINABLE
from paiyou.learn.climbing.hand_shapes import TIES


@triton.jit
def cards_in(hand):
    """Number of cards of a packed hand: `paiyou.learn.climbing.combo_tensors.total_cards`."""
    pairs = (hand & 0x0F0F0F0F0F0F0F0F) + ((hand >> 4) & 0x0F0F0F0F0F0F0F0F)
    return ((pairs * 0x0101010101010101) >> 56) & 0xFF


@triton.jit
def _sum_of_bits(marks):
    # One bit per rank: the product gathers all of them in the highest four bits.
    return ((marks * 0x1111111111111111) >> 60) & 15


@triton.jit
def _turns(hand, kickers, rocket, trio_kickers: tl.constexpr, quad_kickers: tl.constexpr):
    ones: tl.constexpr = 0x0111111111111111
    first = hand & ones
    second = (hand >> 1) & ones
    quads = _sum_of_bits((hand >> 2) & ones)
    trios = _sum_of_bits(first & second)
    loose = _sum_of_bits(first ^ second) - 2 * rocket
    room = kickers + trio_kickers * trios + quad_kickers * quads
    return trios + quads + rocket + tl.maximum(loose - room, 0)


@triton.jit
def moves_left_of(
    hand, chains, chain_kickers, rocket_cards: tl.constexpr, trio_kickers: tl.constexpr, quad_kickers: tl.constexpr,
    guards: tl.constexpr, rounds: tl.constexpr, ties: tl.constexpr, size: tl.constexpr,
):  # fmt: skip
    """`HandShapes.moves_left` of one packed hand, for use in other kernels."""
    rocket = hand * 0
    if rocket_cards != 0:
        rocket = ((((hand | guards) - rocket_cards) & guards) == guards).to(tl.int64)
    kickers = hand * 0
    best = _turns(hand, kickers, rocket, trio_kickers, quad_kickers)
    place = tl.arange(0, size)
    chain = tl.load(chains + place)
    along = tl.load(chain_kickers + place)
    some = hand * 0 + 1
    for taken in tl.static_range(1, rounds + 1):
        if some != 0:
            left = (hand | guards) - chain
            held = (left & guards) == guards
            cost = _turns(left & 0x0777777777777777, kickers + along, rocket, trio_kickers, quad_kickers)
            ranked = tl.where(held, cost, 99) * ties + place
            least = tl.min(ranked)
            some = (least < 99 * ties).to(tl.int64)
            if some != 0:
                best = tl.minimum(best, taken + least // ties)
                chosen = place == (least % ties)
                hand -= tl.sum(tl.where(chosen, chain, 0))
                kickers += tl.sum(tl.where(chosen, along, 0))
    return best


@triton.jit
def best_keys_of(hand, members, guards: tl.constexpr, size: tl.constexpr):
    """`HandShapes.best_keys` of one packed hand, for use in other kernels."""
    rank = tl.arange(0, 16)
    group = tl.arange(0, size)
    member = tl.load(members + group[:, None] * 16 + rank[None, :])
    held = (((hand | guards) - member) & guards) == guards
    return tl.max(tl.where(held, rank[None, :] + 1, 0), axis=1)


@lru_cache(maxsize=16)
def packed_shapes(spec: ClimbingSpec, device: torch.device) -> tuple[Tensor, Tensor, int, Tensor]:
    """Chains, their kickers, the rocket, and the combos of every group by key, all packed."""
    found = shapes(spec)
    ranks = len(spec.symbols)
    weights = 1 << (4 * np.arange(ranks, dtype=np.int64))

    def padded(values: np.ndarray, size: int, filler: int) -> Tensor:
        whole = np.full(size, filler, dtype=np.int64)
        whole[: len(values)] = values
        return torch.from_numpy(whole).to(device)

    chains = len(found.chain_counts)
    if chains >= TIES:
        raise ValueError(f"{spec.name} has {chains} chains; the kernel has room for {TIES - 1}")
    size = max(triton.next_power_of_2(max(chains, 1)), 16)
    groups = len(found.member_counts)
    members = np.full((triton.next_power_of_2(groups + 1), 16), UNCONTAINABLE, dtype=np.int64)
    there = found.member_counts[:, :, 0] < 9
    members[:groups, :ranks] = np.where(
        there, (np.minimum(found.member_counts, 7) * weights).sum(axis=2), UNCONTAINABLE
    )
    return (
        padded((found.chain_counts * weights).sum(axis=1), size, UNCONTAINABLE),
        padded(found.chain_kickers, size, 0),
        int((found.rocket * weights).sum()),
        torch.from_numpy(members).to(device),
    )
