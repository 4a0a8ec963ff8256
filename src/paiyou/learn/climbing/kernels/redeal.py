"""Deals finished games anew on a GPU: one program per game, which does nothing where the game goes on."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import torch
import triton
import triton.language as tl
from torch import Tensor

from paiyou.games.climbing_spec import ClimbingSpec

if TYPE_CHECKING:
    from paiyou.learn.climbing.batched_game import ClimbingBatch


@triton.jit
def _mix(word):
    # SplitMix64's finalizer on signed words; see paiyou/learn/climbing/deals.py for the constants.
    word = (word ^ ((word >> 30) & 0x3FFFFFFFF)) * -4658895280553007687
    word = (word ^ ((word >> 27) & 0x1FFFFFFFFF)) * -7723592293110705685
    return word ^ ((word >> 31) & 0x1FFFFFFFF)


@triton.jit
def _redeal(
    which, seeds, card_of, dealt, hands, pile, turn,
    standing, owner, bombs, declined, passes, plays, unbeaten, history,
    deck: tl.constexpr, seats: tl.constexpr, hand_size: tl.constexpr, lead_place: tl.constexpr,
    landlord_takes: tl.constexpr, length: tl.constexpr, padded: tl.constexpr,
):  # fmt: skip
    row = tl.program_id(0).to(tl.int64)
    if tl.load(which + row) == 0:
        return
    place = tl.arange(0, 64).to(tl.int64)
    golden: tl.constexpr = -7046029254386353131
    word = _mix(_mix(tl.load(seeds + row) + golden) + (place + 1) * golden)
    sort_key = (((word >> 1) & 0x7FFFFFFFFFFFFFFF) & -64) | place
    sort_key = tl.where(place < deck, sort_key, 0x7FFFFFFFFFFFFFFF)
    order = tl.sort(sort_key) & 63
    card = tl.where(place < deck, tl.load(card_of + tl.where(place < deck, order, 0)), 0)
    bottom = tl.sum(tl.where(place >= seats * hand_size, card, 0))
    opener = row * 0
    for seat in tl.static_range(seats):
        own = (place >= seat * hand_size) & (place < (seat + 1) * hand_size)
        hand = tl.sum(tl.where(own, card, 0))
        if landlord_takes and seat == 0:
            hand += bottom
        tl.store(dealt + row * seats + seat, hand)
        tl.store(hands + row * seats + seat, hand)
        tl.store(declined + row * seats + seat, 0)
        tl.store(plays + row * seats + seat, 0)
        tl.store(unbeaten + row * seats + seat, 0)
        if lead_place >= 0:
            opener += seat * tl.sum((own & (order == lead_place)).to(tl.int64))
    tl.store(pile + row, bottom)
    tl.store(turn + row, opener)
    tl.store(standing + row, 0)
    tl.store(owner + row, 0)
    tl.store(bombs + row, 0)
    tl.store(passes + row, 0)
    move = tl.arange(0, padded)
    tl.store(history + row * length + move, -1, move < length)


@lru_cache(maxsize=16)
def _card_of(spec: ClimbingSpec, device: torch.device) -> Tensor:
    return torch.tensor([1 << (4 * rank) for rank in spec.rank_of_card], device=device)


def redeal_on_gpu(games: ClimbingBatch, which: Tensor) -> None:
    """Deal the games anew that a mask names, as `ClimbingBatch` does in plain torch."""
    spec, at = games.spec, games.at
    length = at.history.shape[1]
    _redeal[(games.number,)](
        which, games.deal_seed, _card_of(spec, games.device), at.dealt, at.hands, at.pile, games.turn,
        at.standing, at.owner, at.bombs, at.declined, games.passes, games.plays, games.unbeaten_bombs, at.history,
        deck=len(spec.deck), seats=spec.seats, hand_size=spec.hand_size,
        lead_place=-1 if spec.lead_card is None else spec.deck.index(spec.lead_card),
        landlord_takes=spec.pile == "landlord", length=length, padded=triton.next_power_of_2(length), num_warps=1,
    )  # fmt: skip
