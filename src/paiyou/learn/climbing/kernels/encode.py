"""`paiyou.learn.climbing.encoder` on a GPU: all features of a decision, or of a move, written by one program."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
import triton
import triton.language as tl
from torch import Tensor

from paiyou.games.declined import DECLINED
from paiyou.games.hand_shapes import shapes
from paiyou.learn.climbing.combo_tensors import GUARDS, ComboTensors
from paiyou.learn.climbing.encoder import MOST_BOMBS, MOST_MOVES, RECENT
from paiyou.learn.climbing.hand_shapes import ROUNDS, TIES
from paiyou.learn.climbing.kernels.hand_shapes import best_keys_of, cards_in, moves_left_of, packed_shapes

if TYPE_CHECKING:
    from paiyou.learn.climbing.batched_game import Positions
    from paiyou.learn.climbing.encoder import Encoder


@triton.jit
def _less(pile, played, guards: tl.constexpr):
    # pile - played rank by rank, none below 0: where a rank borrows, its guard bit is gone and its digit is wiped.
    left = (pile | guards) - played
    kept = (left & guards) >> 3
    return left & (kept * 7)


@triton.jit(do_not_specialize=["seat"])
def _states(
    dealt, hands, pile, standing, owner, history, bombs, declined, cards,
    slot_rank, slot_copy, members, chains, chain_kickers, group_power, group_size, result, keys, seat, width,
    seats: tl.constexpr, ranks: tl.constexpr, slots: tl.constexpr, length: tl.constexpr, recent: tl.constexpr,
    most_cards: tl.constexpr, most_bombs: tl.constexpr, most_moves: tl.constexpr, groups: tl.constexpr,
    numbers: tl.constexpr, declined_begin: tl.constexpr,
    landlord_takes: tl.constexpr, rocket: tl.constexpr, trio_kickers: tl.constexpr, quad_kickers: tl.constexpr,
    guards: tl.constexpr, rounds: tl.constexpr, ties: tl.constexpr,
    sets_size: tl.constexpr, chain_size: tl.constexpr, group_padded: tl.constexpr,
):  # fmt: skip
    row = tl.program_id(0).to(tl.int64)
    out = result + row * width
    column = tl.arange(0, sets_size)
    which = column // slots
    hand = tl.load(hands + row * seats + seat)
    unseen = -hand
    packed = tl.where(which == 0, hand, 0)
    bottom = tl.load(pile + row)
    known = bottom * 0
    for step in tl.static_range(seats):
        other = (seat + step) % seats
        theirs = tl.load(hands + row * seats + other)
        unseen += theirs
        played = tl.load(dealt + row * seats + other) - theirs
        packed = tl.where(which == 2 + step, played, packed)
        if landlord_takes:
            known = tl.where(other == 0, _less(bottom, played, guards), known)
        left = cards_in(theirs)
        number = tl.arange(0, 32)
        begin = slots * (4 + seats + recent) + seats + step * (most_cards + 1)
        tl.store(out + begin + number, (number == left).to(result.dtype.element_ty), number <= most_cards)
    if not landlord_takes:
        unseen += bottom
    last = tl.load(standing + row)
    packed = tl.where(which == 1, unseen, packed)
    packed = tl.where(which == 2 + seats, known, packed)
    packed = tl.where(which == 3 + seats, tl.load(cards + last), packed)
    for move in tl.static_range(recent):
        action = tl.maximum(tl.load(history + row * length + move), 0)
        packed = tl.where(which == 4 + seats + move, tl.load(cards + action), packed)
    slot = column % slots
    count = (packed >> (4 * tl.load(slot_rank + slot)).to(tl.int64)) & 15
    inside = column < slots * (4 + seats + recent)
    tl.store(out + column, (count > tl.load(slot_copy + slot)).to(result.dtype.element_ty), inside)
    begin = slots * (4 + seats + recent)
    small = tl.arange(0, 32)
    of = tl.where(last == 0, 0, (tl.load(owner + row) - seat + seats) % seats)
    tl.store(out + begin + small, (small == of).to(result.dtype.element_ty), small < seats)
    begin += seats + seats * (most_cards + 1)
    seen_bombs = tl.minimum(tl.load(bombs + row), most_bombs)
    tl.store(out + begin + small, (small == seen_bombs).to(result.dtype.element_ty), small <= most_bombs)
    begin += most_bombs + 1
    moves = moves_left_of(
        hand, chains, chain_kickers, rocket, trio_kickers, quad_kickers, guards, rounds, ties, chain_size
    )
    moves = tl.minimum(moves, most_moves)
    tl.store(out + begin + small, (small == moves).to(result.dtype.element_ty), small <= most_moves)
    begin += most_moves + 1
    group = tl.arange(0, group_padded)
    of_unseen = best_keys_of(unseen, members, guards, group_padded)
    of_hand = best_keys_of(hand, members, guards, group_padded)
    tl.store(keys + row * (groups + 1) + group, tl.where(group < groups, of_unseen, 0).to(tl.int8), group <= groups)
    scaled = (of_unseen.to(tl.float32) / ranks).to(result.dtype.element_ty)
    tl.store(out + begin + group, scaled, group < groups)
    scaled = (of_hand.to(tl.float32) / ranks).to(result.dtype.element_ty)
    tl.store(out + begin + groups + group, scaled, group < groups)
    begin += 2 * groups
    strong = (of_unseen > 0) & (tl.load(group_power + group, group < groups, other=0) > 0)
    size = tl.load(group_size + group, group < groups, other=99)
    for step in tl.static_range(1, seats):
        left = cards_in(tl.load(hands + row * seats + (seat + step) % seats))
        possible = tl.max((strong & (left >= size)).to(tl.int32))
        tl.store(out + begin + step - 1, possible.to(result.dtype.element_ty))
    begin += seats - 1
    tl.store(out + begin + small, tl.zeros((32,), result.dtype.element_ty), begin + small < declined_begin)
    if numbers > 0:
        begin = declined_begin
        for step in tl.static_range(1, seats):
            noted = tl.load(declined + row * seats + (seat + step) % seats)
            for number in tl.static_range(numbers):
                key = (noted >> (4 * number)) & 15
                tl.store(out + begin + small, (small == key).to(result.dtype.element_ty), small <= ranks)
                begin += ranks + 1
        tl.store(out + begin + small, tl.zeros((32,), result.dtype.element_ty), begin + small < width)


@triton.jit(do_not_specialize=["seat"])
def _moves(
    decision, action, hands, cards, group, key, power, size, keys,
    slot_rank, slot_copy, chains, chain_kickers, result, seat, width,
    seats: tl.constexpr, ranks: tl.constexpr, slots: tl.constexpr, most_moves: tl.constexpr, groups: tl.constexpr,
    rocket: tl.constexpr, trio_kickers: tl.constexpr, quad_kickers: tl.constexpr, guards: tl.constexpr,
    rounds: tl.constexpr, ties: tl.constexpr, width_size: tl.constexpr, chain_size: tl.constexpr,
):  # fmt: skip
    place = tl.program_id(0).to(tl.int64)
    row = tl.load(decision + place)
    move = tl.load(action + place)
    own = tl.load(cards + move)
    rest = tl.load(hands + row * seats + seat) - own
    of_group = tl.load(group + move)
    of_key = tl.load(key + move)
    of_size = tl.load(size + move)
    moves = moves_left_of(
        rest, chains, chain_kickers, rocket, trio_kickers, quad_kickers, guards, rounds, ties, chain_size
    )
    moves = tl.minimum(moves, most_moves)
    column = tl.arange(0, width_size)
    slot = column % slots
    packed = tl.where(column < slots, own, rest)
    count = (packed >> (4 * tl.load(slot_rank + slot)).to(tl.int64)) & 15
    value = (column < 2 * slots) & (count > tl.load(slot_copy + slot))
    begin = 2 * slots
    value = value | ((column == begin + moves) & (column <= begin + most_moves))
    begin += most_moves + 1
    value = value | (column == begin + of_group)
    begin += groups + 1
    value = value | (column == begin + of_key)
    begin += ranks
    better = tl.load(keys + row * (groups + 1) + of_group) > of_key + 1
    for step in tl.static_range(1, seats):
        left = cards_in(tl.load(hands + row * seats + (seat + step) % seats))
        value = value | ((column == begin + step - 1) & better & (left >= of_size))
    begin += seats - 1
    value = value | ((column == begin) & (tl.load(power + move) > 0))
    tl.store(result + place * width + column, value.to(result.dtype.element_ty), column < width)


def encode_on_gpu(
    encoder: Encoder,
    combos: ComboTensors,
    at: Positions,
    seat: int,
    decision: Tensor,
    action: Tensor,
    dtype: torch.dtype,
) -> tuple[Tensor, Tensor]:
    """Features of compact decisions of one seat and of moves given as pairs (decision, action)."""
    spec = encoder.spec
    found = shapes(spec)
    chains, kickers, rocket, members = packed_shapes(spec, combos.device)
    slot_rank, slot_copy = encoder.rank_of_slot, encoder.copy_of_slot
    number = at.hands.shape[0]
    state = torch.empty(number, encoder.state_size, dtype=dtype, device=combos.device)
    move = torch.empty(len(action), encoder.move_size, dtype=dtype, device=combos.device)
    keys = torch.empty(number, encoder.groups + 1, dtype=torch.int8, device=combos.device)
    shape = {
        "rocket": rocket, "trio_kickers": found.trio_kickers, "quad_kickers": found.quad_kickers, "guards": GUARDS,
        "rounds": ROUNDS, "ties": TIES, "chain_size": len(chains), "seats": spec.seats, "ranks": len(spec.symbols),
        "slots": encoder.cards, "most_moves": MOST_MOVES, "groups": encoder.groups,
    }  # fmt: skip
    _states[(number,)](
        at.dealt, at.hands, at.pile, at.standing, at.owner, at.history, at.bombs, at.declined, combos.cards,
        slot_rank, slot_copy, members, chains, kickers, encoder.group_power, encoder.group_size, state, keys, seat,
        encoder.state_size, length=at.history.shape[1], recent=RECENT, most_cards=encoder.most_cards,
        most_bombs=MOST_BOMBS, numbers=DECLINED if encoder.declined else 0,
        declined_begin=encoder.declined_begin, landlord_takes=spec.pile == "landlord",
        sets_size=triton.next_power_of_2(encoder.cards * (4 + spec.seats + RECENT)), group_padded=len(members),
        num_warps=4, **shape,
    )  # fmt: skip
    if len(action) > 0:
        _moves[(len(action),)](
            decision, action, at.hands, combos.cards, combos.group, combos.key, combos.power, combos.size, keys,
            slot_rank, slot_copy, chains, kickers, move, seat, encoder.move_size,
            width_size=triton.next_power_of_2(encoder.move_size), num_warps=1, **shape,
        )  # fmt: skip
    return state, move
