"""One move in every game on a GPU: `ClimbingBatch.play` up to the new deals, as one kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
import triton
import triton.language as tl
from torch import Tensor

from paiyou.learn.climbing.kernels.hand_shapes import cards_in

if TYPE_CHECKING:
    from paiyou.learn.climbing.batched_game import ClimbingBatch

_GAMES = 128
"""Games of one program."""


@triton.jit(do_not_specialize=["seat"])
def _play(
    actions, cards, power, keys, kinds, teams, hands, standing, owner, bombs, declined, turn, passes, plays, unbeaten,
    episode, deal_seed,
    old_history, history, ended, winner, payoffs, number, seat,
    seats: tl.constexpr, length: tl.constexpr, padded: tl.constexpr, by_stake: tl.constexpr, factor: tl.constexpr,
    spring: tl.constexpr, last_free: tl.constexpr, never_played: tl.constexpr, unbeaten_bomb: tl.constexpr,
    size: tl.constexpr,
):  # fmt: skip
    row = tl.program_id(0) * size + tl.arange(0, size).to(tl.int64)
    there = row < number
    active = there & (tl.load(turn + row, there, other=-1) == seat)
    action = tl.where(active, tl.load(actions + row, there, other=0), 0)
    played = active & (action != 0)
    passed = active & (action == 0)
    bomb = played & (tl.load(power + action, there, other=0) > 0)
    hand = tl.load(hands + row * seats + seat, there, other=0) - tl.load(cards + action, there, other=0)
    tl.store(hands + row * seats + seat, hand, there)
    bombs_now = tl.load(bombs + row, there, other=0) + bomb.to(tl.int64)
    tl.store(bombs + row, bombs_now, there)
    own_plays = tl.load(plays + row * seats + seat, there, other=0) + played.to(tl.int64)
    tl.store(plays + row * seats + seat, own_plays, there)
    passes_now = tl.where(played, 0, tl.load(passes + row, there, other=0) + passed.to(tl.int64))
    trick_over = passed & (passes_now == seats - 1)
    last = tl.load(standing + row, there, other=0)
    last_owner = tl.load(owner + row, there, other=0)
    over = played & (hand == 0)
    # The lowest key of each kind that the seat has passed on.
    declines = passed & (last != 0)
    own_side = tl.load(teams + last_owner, there, other=0) == tl.load(teams + seat)
    shift = 4 * (2 * tl.load(kinds + last, there, other=0) + own_side.to(tl.int64))
    noted = tl.load(declined + row * seats + seat, there, other=0)
    key = tl.load(keys + last, there, other=0) + 1
    before = (noted >> shift) & 15
    lower = declines & ((before == 0) | (key < before))
    tl.store(declined + row * seats + seat, noted + ((key - before) << shift), lower)
    own_unbeaten = tl.load(unbeaten + row * seats + seat, there, other=0)
    if unbeaten_bomb != 0:
        # Everyone else passed on a bomb; its owner is another seat than the one that passes last.
        taken = trick_over & (tl.load(power + last, there, other=0) > 0)
        where = unbeaten + row * seats + last_owner
        tl.store(where, tl.load(where, taken, other=0) + 1, taken)
        own_unbeaten += (over & bomb).to(tl.int64)
        tl.store(unbeaten + row * seats + seat, own_unbeaten, over & bomb)
    tl.store(standing + row, tl.where(played, action, tl.where(trick_over, 0, last)), there)
    tl.store(owner + row, tl.where(played, seat, last_owner), there)
    tl.store(passes + row, tl.where(trick_over, 0, passes_now), there)
    tl.store(turn + row, (seat + 1) % seats, active)
    tl.store(ended + row, over, there)
    tl.store(winner + row, seat, over)
    tl.store(episode + row, tl.load(episode + row, there, other=0) + over.to(tl.int64), there)
    tl.store(deal_seed + row, tl.load(deal_seed + row, there, other=0) + over.to(tl.int64) * number, there)
    # What every seat gets (core/families/climbing/position.cpp).
    if by_stake:
        stake = tl.full((size,), 1, tl.int64) << tl.minimum(bombs_now, 16)
        if spring:
            others = tl.zeros((size,), tl.int64)
            for other in tl.static_range(1, seats):
                others += tl.load(plays + row * seats + other, there, other=0)
            landlord_plays = tl.where(seat == 0, own_plays, tl.load(plays + row * seats, there, other=0))
            others = tl.where(seat == 0, others, 1)
            sprung = ((seat == 0) & (others == 0)) | ((seat != 0) & (landlord_plays <= 1))
            stake = tl.where(sprung, 2 * stake, stake)
        for other in tl.static_range(seats):
            share = factor if other == 0 else 1
            sign = tl.where((other == 0) == (seat == 0), 1, -1)
            tl.store(payoffs + row * seats + other, tl.where(over, sign * share * stake, 0), there)
    else:
        total = tl.zeros((size,), tl.int64)
        bonuses = tl.zeros((size,), tl.int64)
        for other in tl.static_range(seats):
            left = cards_in(tl.where(other == seat, hand, tl.load(hands + row * seats + other, there, other=0)))
            put = tl.where(other == seat, own_plays, tl.load(plays + row * seats + other, there, other=0))
            left = tl.where((left == 1) & last_free, 0, left)
            total += left * tl.where(put == 0, never_played, 1)
            if unbeaten_bomb != 0:
                bombs_of = tl.load(unbeaten + row * seats + other, there, other=0)
                bonuses += unbeaten_bomb * tl.where(other == seat, own_unbeaten, bombs_of)
        for other in tl.static_range(seats):
            left = cards_in(tl.where(other == seat, hand, tl.load(hands + row * seats + other, there, other=0)))
            put = tl.where(other == seat, own_plays, tl.load(plays + row * seats + other, there, other=0))
            left = tl.where((left == 1) & last_free, 0, left)
            result = -left * tl.where(put == 0, never_played, 1) + tl.where(other == seat, total, 0)
            if unbeaten_bomb != 0:
                bombs_of = tl.load(unbeaten + row * seats + other, there, other=0)
                own = unbeaten_bomb * tl.where(other == seat, own_unbeaten, bombs_of)
                result += seats * own - bonuses
            tl.store(payoffs + row * seats + other, tl.where(over, result, 0), there)
    move = tl.arange(0, padded)
    inside = there[:, None] & (move < length)[None, :]
    shift = tl.where(active, 1, 0)[:, None]
    source = move[None, :] - shift
    older = tl.load(old_history + row[:, None] * length + source, inside & (source >= 0), other=0)
    tl.store(history + row[:, None] * length + move[None, :], tl.where(source < 0, action[:, None], older), inside)


def play_on_gpu(games: ClimbingBatch, actions: Tensor) -> None:
    """Play one action in every active game; the caller deals anew where games ended."""
    spec, at, score = games.spec, games.at, games.spec.score
    history = torch.empty_like(at.history)
    length = history.shape[1]
    _play[(triton.cdiv(games.number, _GAMES),)](
        actions, games.combos.cards, games.combos.power, games.combos.key, games.combos.kind_declined, games._teams,
        at.hands, at.standing, at.owner, at.bombs, at.declined, games.turn,
        games.passes, games.plays, games.unbeaten_bombs, games.episode, games.deal_seed,
        at.history, history, games.ended, games.winner, games.payoffs, games.number, games.seat,
        seats=spec.seats, length=length, padded=triton.next_power_of_2(length), by_stake=score.kind == "stake",
        factor=score.landlord_factor, spring=score.spring, last_free=score.last_card_free,
        never_played=score.never_played_factor, unbeaten_bomb=score.unbeaten_bomb, size=_GAMES, num_warps=4,
    )  # fmt: skip
    at.history = history
