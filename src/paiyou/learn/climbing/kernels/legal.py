"""Legal moves on a GPU: one program per game tries all candidates, a second kernel unfolds bodies into kickers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import torch
import triton
import triton.language as tl
from torch import Tensor

from paiyou.learn.climbing.combo_tensors import GUARDS, ComboTensors
from paiyou.learn.climbing.kernels.hand_shapes import cards_in

_CHUNK = 256
"""Combos of a block that a program tries at once."""


@triton.jit
def _candidates(
    hands, hand_stride, standing, active,
    power, stands_group, stands_key,
    cards, group, key, candidate_power, first, count, whole, leads,
    pair_row, pair_action, block_row, block_candidate, totals, duty,
    pair_room, block_room, number, guards: tl.constexpr, size: tl.constexpr, must_beat: tl.constexpr,
):  # fmt: skip
    row = tl.program_id(0)
    if tl.load(active + row) == 0:
        return
    hand = tl.load(hands + row * hand_stride)
    last = tl.load(standing + row)
    place = tl.arange(0, size)
    there = place < number
    fits = (((hand | guards) - tl.load(cards + place, there, other=-1)) & guards) == guards
    if last == 0:
        fits = fits & (tl.load(leads + place, there, other=0) != 0)
    else:
        last_power = tl.load(power + last)
        own_power = tl.load(candidate_power + place, there, other=0)
        same = (tl.load(group + place, there, other=-1) == tl.load(stands_group + last)) & (
            tl.load(key + place, there, other=-1) > tl.load(stands_key + last)
        )
        fits = fits & ((own_power > last_power) | ((own_power == last_power) & same))
    in_hand = cards_in(hand)
    wanted = tl.load(whole + place, there, other=0)
    fits = fits & there & ((wanted == 0) | (wanted == in_hand))
    single = tl.load(count + place, there, other=0) == 1
    # Combos without kickers, and the pass in the last place of the vector, go straight to the list.
    direct = fits & single
    if must_beat:
        # Whether to pass is known only when all kickers were tried.
        free = tl.load(candidate_power + place, there, other=1) == 0
        tl.store(duty + row, tl.max((direct & free).to(tl.int32)))
    else:
        direct = direct | ((place == size - 1) & (last != 0))
    action = tl.where(place == size - 1, 0, tl.load(first + place, there, other=0))
    direct_number = direct.to(tl.int32)
    begin = tl.atomic_add(totals, tl.sum(direct_number))
    where = begin + tl.cumsum(direct_number) - direct_number
    kept = (direct_number != 0) & (where < pair_room)
    tl.store(pair_row + where, row, kept)
    tl.store(pair_action + where, action, kept)
    block_number = (fits & (single == 0)).to(tl.int32)
    blocks = tl.sum(block_number)
    if blocks > 0:
        begin = tl.atomic_add(totals + 1, blocks)
        where = begin + tl.cumsum(block_number) - block_number
        kept = (block_number != 0) & (where < block_room)
        tl.store(block_row + where, row, kept)
        tl.store(block_candidate + where, place, kept)


@triton.jit
def _kickers(
    hands, hand_stride, combo_cards, candidate_power, first, count,
    pair_row, pair_action, block_row, block_candidate, totals, duty,
    pair_room, block_room, guards: tl.constexpr, chunk: tl.constexpr, must_beat: tl.constexpr,
):  # fmt: skip
    blocks = tl.minimum(tl.load(totals + 1), block_room)
    for block in range(tl.program_id(0), blocks, tl.num_programs(0)):
        row = tl.load(block_row + block)
        candidate = tl.load(block_candidate + block)
        hand = tl.load(hands + row.to(tl.int64) * hand_stride)
        begin = tl.load(first + candidate)
        number = tl.load(count + candidate)
        for offset in range(0, number, chunk):
            place = offset + tl.arange(0, chunk)
            there = place < number
            cards = tl.load(combo_cards + begin + place, there, other=-1)
            fits = there & ((((hand | guards) - cards) & guards) == guards)
            fitting = fits.to(tl.int32)
            found = tl.sum(fitting)
            if found > 0:
                where = tl.atomic_add(totals, found) + tl.cumsum(fitting) - fitting
                kept = (fitting != 0) & (where < pair_room)
                tl.store(pair_row + where, row, kept)
                tl.store(pair_action + where, begin + place, kept)
                if must_beat:
                    tl.store(duty + row, 1, tl.load(candidate_power + candidate) == 0)


@triton.jit
def _passes(standing, active, duty, pair_row, pair_action, totals, pair_room, number, size: tl.constexpr):
    # No passing with a combo without power that beats (rules A.3).
    row = tl.program_id(0) * size + tl.arange(0, size)
    there = row < number
    passes = there & (tl.load(active + row, there, other=0) != 0) & (tl.load(standing + row, there, other=0) != 0)
    passes = (passes & (tl.load(duty + row, there, other=1) == 0)).to(tl.int32)
    where = tl.atomic_add(totals, tl.sum(passes)) + tl.cumsum(passes) - passes
    kept = (passes != 0) & (where < pair_room)
    tl.store(pair_row + where, row.to(tl.int64), kept)
    tl.store(pair_action + where, tl.zeros((size,), tl.int64), kept)


@dataclass
class _Lists:
    """Buffers for the pairs and the blocks of one batch size; they grow where a step needs more."""

    pair_row: Tensor
    pair_action: Tensor
    block_row: Tensor
    block_candidate: Tensor
    totals: Tensor
    host_totals: Tensor
    duty: Tensor
    """Whether each position has a combo without power that beats, where that makes it a duty."""


@lru_cache(maxsize=8)
def _lists(number: int, per_game: int, device: torch.device, whose: str) -> _Lists:
    del whose  # concurrent listings have buffers of their own

    def room(times: int) -> Tensor:
        return torch.empty(times * number + 4096, dtype=torch.int64, device=device)

    return _Lists(
        room(per_game),
        room(per_game),
        room(per_game),
        room(per_game),
        torch.zeros(2, dtype=torch.int32, device=device),
        torch.zeros(2, dtype=torch.int32, pin_memory=device.type == "cuda"),
        torch.zeros(number, dtype=torch.int32, device=device),
    )


class LegalMoves:
    """The legal moves of one step, being listed on the GPU while the host does something else."""

    def __init__(
        self,
        combos: ComboTensors,
        hands: Tensor,
        standing: Tensor,
        active: Tensor,
        per_game: int = 16,
        room: str = "played",
    ) -> None:
        self._arguments = (combos, hands, standing, active)
        self._per_game = per_game
        self._room = room
        self._lists = lists = _lists(len(hands), per_game, hands.device, room)
        lists.totals.zero_()
        number = len(combos.candidate_cards)
        size = triton.next_power_of_2(number + 1)
        rooms = (len(lists.pair_row), len(lists.block_row))
        _candidates[(len(hands),)](
            hands, hands.stride(0), standing, active,
            combos.power, combos.stands_group, combos.stands_key,
            combos.candidate_cards, combos.candidate_group, combos.candidate_key, combos.candidate_power,
            combos.candidate_first, combos.candidate_count, combos.candidate_whole, combos.candidate_leads,
            lists.pair_row, lists.pair_action, lists.block_row, lists.block_candidate, lists.totals, lists.duty,
            *rooms, number, guards=GUARDS, size=size, must_beat=combos.spec.must_beat, num_warps=4,
        )  # fmt: skip
        if len(combos.candidate_cards) > 0 and bool((combos.spec.table.body >= 0).any()):
            _kickers[(2048,)](
                hands, hands.stride(0), combos.cards, combos.candidate_power, combos.candidate_first,
                combos.candidate_count, lists.pair_row, lists.pair_action, lists.block_row, lists.block_candidate,
                lists.totals, lists.duty, *rooms, guards=GUARDS, chunk=_CHUNK, must_beat=combos.spec.must_beat,
                num_warps=4,
            )  # fmt: skip
        if combos.spec.must_beat:
            _passes[(triton.cdiv(len(hands), _CHUNK),)](
                standing, active, lists.duty, lists.pair_row, lists.pair_action, lists.totals, rooms[0], len(hands),
                size=_CHUNK, num_warps=4,
            )  # fmt: skip
        lists.host_totals.copy_(lists.totals, non_blocking=True)
        self._ready: torch.cuda.Event | None = None
        if hands.is_cuda:
            self._ready = torch.cuda.Event()  # type: ignore[no-untyped-call]
            self._ready.record()

    def pairs(self) -> tuple[Tensor, Tensor]:
        """Rows and actions, once the kernels are through; they are overwritten by the next step."""
        if self._ready is not None:
            self._ready.synchronize()
        pairs, blocks = self._lists.host_totals.tolist()
        if pairs > len(self._lists.pair_row) or blocks > len(self._lists.block_row):
            return LegalMoves(*self._arguments, per_game=2 * self._per_game, room=self._room).pairs()
        return self._lists.pair_row[:pairs], self._lists.pair_action[:pairs]
