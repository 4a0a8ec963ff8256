"""Results of finished games and their new deals on a GPU: one program per game, which does nothing while it goes on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import torch
import triton
import triton.language as tl
from torch import Tensor

from paiyou.games.trick_spec import TrickSpec
from paiyou.learn.trick.card_tensors import card_set
from paiyou.learn.trick.kernels.score import score_of, score_tables, size_of

if TYPE_CHECKING:
    from paiyou.learn.trick.batched_game import TrickBatch


@triton.jit
def _mix(word):
    # SplitMix64's finalizer on signed words; see paiyou/learn/dealing.py for the constants.
    word = (word ^ ((word >> 30) & 0x3FFFFFFFF)) * -4658895280553007687
    word = (word ^ ((word >> 27) & 0x1FFFFFFFFF)) * -7723592293110705685
    return word ^ ((word >> 31) & 0x1FFFFFFFF)


@triton.jit
def _results(
    row, taken, exposed, payoffs, won, points, doublers, allied, heads,
    seats: tl.constexpr, padded: tl.constexpr, cards: tl.constexpr, whole_set: tl.constexpr, set_points: tl.constexpr,
    set_doublers: tl.constexpr, flips: tl.constexpr, flip_when: tl.constexpr,
    multiplier: tl.constexpr, factor: tl.constexpr, exposed_factor: tl.constexpr, alone: tl.constexpr,
    exposed_alone: tl.constexpr, company: tl.constexpr, trick: tl.constexpr, par: tl.constexpr,
):  # fmt: skip
    place = tl.arange(0, padded)
    there = place < seats
    took = tl.load(taken + row * seats + place, there, other=0)
    total = score_of(
        took, tl.load(exposed + row), points, doublers, cards, whole_set, set_points, set_doublers, flips, flip_when,
        multiplier, factor, exposed_factor, alone, exposed_alone, company,
    )  # fmt: skip
    total += size_of(took) // seats * trick - par
    tl.store(payoffs + row * seats + place, total.to(tl.int32), there)
    own_team = tl.load(allied + place[:, None] * padded + place[None, :])
    of_team = tl.sum(own_team * total[None, :], axis=1)
    first = there & (of_team == tl.max(tl.where(there, of_team, -0x4000000000000000)))
    teams = tl.sum(tl.where(first, tl.load(heads + place), 0))
    share = tl.math.div_rn(first.to(tl.float32), (teams + place * 0).to(tl.float32))
    tl.store(won + row * seats + place, share, there)


@triton.jit
def _redeal(
    which, seeds, hands, dealt, taken, led, thrown, trick, exposed, void, led_suits, best, speaking, tricks, turn,
    opener, payoffs, won, points, doublers, allied, heads, open_cards, begins, ends,
    deck: tl.constexpr, always: tl.constexpr, lead_card: tl.constexpr, scored: tl.constexpr,
    seats: tl.constexpr, padded: tl.constexpr, hand_size: tl.constexpr, exposing: tl.constexpr, quiet: tl.constexpr,
    whole_set: tl.constexpr, set_points: tl.constexpr, set_doublers: tl.constexpr, flips: tl.constexpr,
    flip_when: tl.constexpr, multiplier: tl.constexpr, factor: tl.constexpr, exposed_factor: tl.constexpr,
    alone: tl.constexpr, exposed_alone: tl.constexpr, company: tl.constexpr, trick_points: tl.constexpr,
    par: tl.constexpr,
):  # fmt: skip
    row = tl.program_id(0).to(tl.int64)
    if tl.load(which + row) == 0:
        return
    if scored:
        _results(
            row, taken, exposed, payoffs, won, points, doublers, allied, heads,
            seats, padded, deck, whole_set, set_points, set_doublers, flips, flip_when,
            multiplier, factor, exposed_factor, alone, exposed_alone, company, trick_points, par,
        )  # fmt: skip
    card = tl.arange(0, 64).to(tl.int64)
    golden: tl.constexpr = -7046029254386353131
    word = _mix(_mix(tl.load(seeds + row) + golden) + (card + 1) * golden)
    sort_key = (((word >> 1) & 0x7FFFFFFFFFFFFFFF) & -64) | card
    # Open cards come behind all others, and behind them what is no card.
    sort_key = tl.where(((always >> card) & 1) != 0, 0x7FFFFFFFFFFFFFC0 | card, sort_key)
    sort_key = tl.where(card < deck, sort_key, 0x7FFFFFFFFFFFFFFF)
    bit = tl.full((64,), 1, tl.int64) << (tl.sort(sort_key) & 63)
    seat = tl.arange(0, padded)
    there = seat < seats
    own = (card[None, :] >= tl.load(begins + seat)[:, None]) & (card[None, :] < tl.load(ends + seat)[:, None])
    hand = tl.sum(tl.where(own, bit[None, :], 0), axis=1) + tl.load(open_cards + seat)
    first = row * 0
    if lead_card >= 0:
        first += tl.sum(((hand >> lead_card) & 1) * seat)
    place = row * seats + (seat - first + seats) % seats
    tl.store(hands + place, hand, there)
    tl.store(dealt + place, hand, there)
    nothing = hand * 0
    tl.store(taken + place, nothing, there)
    tl.store(led + place, nothing, there)
    tl.store(thrown + place, nothing, there)
    tl.store(trick + place, nothing, there)
    tl.store(void + place, nothing, there)
    for trick_number in tl.static_range(hand_size):
        tl.store(tricks + (row * hand_size + trick_number) * seats + seat, nothing.to(tl.int8), there)
    tl.store(exposed + row, 0)
    tl.store(led_suits + row, 0)
    tl.store(best + row, -1)
    speaks = row * 0
    if exposing:
        is_quiet = ((tl.load(seeds + row) * 40503) >> 8) % 1000 < quiet
        speaks += tl.where(is_quiet, 0, seats)
    tl.store(speaking + row, speaks)
    tl.store(turn + row, 0)
    tl.store(opener + row, first)


@dataclass(frozen=True)
class _Tables:
    """What the kernel looks up of a spec."""

    allied: Tensor
    heads: Tensor
    """1 for the first place of every team."""
    open_cards: Tensor
    begins: Tensor
    """Where in the shuffled deck each hand begins, and where it ends."""
    ends: Tensor


@lru_cache(maxsize=16)
def _tables(spec: TrickSpec, device: torch.device) -> _Tables:
    seats, padded = spec.seats, triton.next_power_of_2(spec.seats)
    open_cards = spec.open_cards or ((),) * seats
    begins = [sum(spec.hand_size - len(own) for own in open_cards[:seat]) for seat in range(seats + 1)]

    def column(values: list[int], size: int) -> Tensor:
        return torch.tensor(values + [0] * (size - len(values)), dtype=torch.int64, device=device)

    allied = torch.zeros(padded, padded, dtype=torch.int64)
    teams = torch.tensor(spec.teams)
    allied[:seats, :seats] = teams[:, None] == teams
    return _Tables(
        allied=allied.to(device),
        heads=column([int(team not in spec.teams[:seat]) for seat, team in enumerate(spec.teams)], padded),
        open_cards=column([card_set(own) for own in open_cards], padded),
        begins=column(begins[:-1], padded),
        ends=column(begins[1:], padded),
    )


def redeal_on_gpu(games: TrickBatch, which: Tensor, *, scored: bool = True) -> None:
    """Work out the results of the games that a mask names, unless they are new, and deal them anew."""
    spec, at, score = games.spec, games.at, games.spec.score
    tables = _tables(spec, games.device)
    points, doublers, numbers = score_tables(spec, games.device)
    _redeal[(games.number,)](
        which, games.deal_seed, at.hands, at.dealt, at.taken, at.led, at.thrown, at.trick, at.exposed, at.void,
        at.led_suits, at.best, at.speaking, at.tricks, games.turn, games.opener, games.payoffs, games.won,
        points, doublers, tables.allied, tables.heads, tables.open_cards, tables.begins, tables.ends,
        deck=len(spec.cards), always=card_set(card for own in spec.open_cards for card in own),
        lead_card=-1 if spec.lead_card is None else spec.lead_card, scored=scored,
        seats=spec.seats, padded=triton.next_power_of_2(spec.seats), hand_size=spec.hand_size,
        exposing=bool(spec.exposures), quiet=games.quiet, trick_points=score.trick, par=score.par, num_warps=1,
        **numbers,
    )  # fmt: skip
