"""Legal moves on a GPU: one kernel finds them as sets and counts them, a second writes the pairs in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
import triton
import triton.language as tl
from torch import Tensor

if TYPE_CHECKING:
    from paiyou.learn.trick.batched_game import Positions, TrickBatch

_GAMES = 128
"""Games of one program of the first kernel."""
_ROWS = 16
"""And of the second, which has a column for every move there could be."""


@triton.jit
def _number_of(held):
    # Bits of a set: pairs, fours and bytes, whose sum gathers in the highest byte of the product.
    held = held - ((held >> 1) & 0x5555555555555555)
    held = (held & 0x3333333333333333) + ((held >> 2) & 0x3333333333333333)
    held = (held + (held >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((held * 0x0101010101010101) >> 56) & 0xFF


@triton.jit(do_not_specialize=["seat"])
def _sets(
    hands, exposed, led_suits, best, speaking, which, suit_cards, shown_cards, shown_suits, shown_bits,
    sets, counts, number, seat,
    seats: tl.constexpr, cards: tl.constexpr, exposures: tl.constexpr, forced: tl.constexpr, size: tl.constexpr,
):  # fmt: skip
    row = tl.program_id(0) * size + tl.arange(0, size).to(tl.int64)
    there = row < number
    active = there & (tl.load(which + row, there, other=0) != 0)
    hand = tl.load(hands + row * seats + seat, active, other=0)
    high = tl.load(best + row, active, other=-1)
    suits = tl.load(led_suits + row, active, other=0)
    follow = hand & tl.load(suit_cards + tl.where(high < 0, cards, high), active, other=0)
    waits = hand * 0
    may_show = hand * 0
    if exposures > 0:
        shown = tl.load(exposed + row, active, other=0)
        for place in tl.static_range(exposures):
            card = tl.load(shown_cards + place)
            others = hand & ~shown & tl.load(shown_suits + place)
            must_wait = (others != 0) & ((suits & tl.load(shown_bits + place)) == 0)
            waits |= tl.where(must_wait, card & shown, 0)
            may_show |= tl.where((hand & card) != 0, 1 << place, 0)
    legal = tl.where(follow != 0, follow & ~waits, hand)
    if forced != 0:
        legal = tl.where((suits == 0) & (high < 0), hand & forced, legal)
    moves = _number_of(legal)
    if exposures > 0:
        exposing = tl.load(speaking + row, active, other=0) > 0
        legal = tl.where(exposing, may_show, legal)
        moves = tl.where(exposing, (hand * 0 + 1) << _number_of(may_show), moves)
    tl.store(sets + row, legal, there)
    tl.store(counts + row, tl.where(active, moves, 0).to(tl.int32), there)


@triton.jit
def _pairs(
    sets, counts, ends, speaking, pair_row, pair_action, number,
    cards: tl.constexpr, exposures: tl.constexpr, rows: tl.constexpr, columns: tl.constexpr,
):  # fmt: skip
    row = tl.program_id(0) * rows + tl.arange(0, rows).to(tl.int64)
    there = row < number
    legal = tl.load(sets + row, there, other=0)
    moves = tl.load(counts + row, there, other=0)
    begin = tl.load(ends + row, there, other=0) - moves
    column = tl.arange(0, columns).to(tl.int64)
    fits = ((legal[:, None] >> tl.minimum(column, 63)[None, :]) & 1) * (column < cards)[None, :]
    first = row * 0
    if exposures > 0:
        exposing = tl.load(speaking + row, there, other=0) > 0
        within = ((column[None, :] & ~legal[:, None]) == 0).to(tl.int64)
        fits = tl.where(exposing[:, None], within, fits)
        first = tl.where(exposing, cards, first)
    fits = tl.where((moves > 0)[:, None], fits, 0)
    place = begin[:, None] + tl.cumsum(fits, axis=1) - fits
    tl.store(pair_row + place, row[:, None] + column[None, :] * 0, fits != 0)
    tl.store(pair_action + place, first[:, None] + column[None, :], fits != 0)


class LegalMoves:
    """The legal moves of a place in some positions, being counted on the GPU while the host does something else."""

    def __init__(self, games: TrickBatch, at: Positions, seat: int, which: Tensor) -> None:
        spec, cards = games.spec, games.cards
        self._games, self._at, self._number = games, at, len(which)
        self._sets = torch.empty(self._number, dtype=torch.int64, device=games.device)
        self._counts = torch.empty(self._number, dtype=torch.int32, device=games.device)
        _sets[(triton.cdiv(self._number, _GAMES),)](
            at.hands, at.exposed, at.led_suits, at.best, at.speaking, which,
            cards.suit_cards, cards.exposure_cards, cards.exposure_suits, cards.exposure_bits,
            self._sets, self._counts, self._number, seat,
            seats=spec.seats, cards=len(spec.cards), exposures=len(spec.exposures), forced=cards.deck ^ cards.chosen,
            size=_GAMES, num_warps=4,
        )  # fmt: skip
        self._ends = self._counts.cumsum(0)
        on_gpu = games.device.type == "cuda"
        self._total = torch.empty(1, dtype=torch.int64, pin_memory=on_gpu)
        self._total.copy_(self._ends[-1:], non_blocking=True)
        self._ready: torch.cuda.Event | None = None
        if on_gpu:
            self._ready = torch.cuda.Event()  # type: ignore[no-untyped-call]
            self._ready.record()

    def pairs(self) -> tuple[Tensor, Tensor]:
        """Rows and actions, in order."""
        games, spec = self._games, self._games.spec
        if self._ready is not None:
            self._ready.synchronize()
        row = torch.empty(int(self._total), dtype=torch.int64, device=games.device)
        action = torch.empty_like(row)
        if len(row) > 0:
            _pairs[(triton.cdiv(self._number, _ROWS),)](
                self._sets, self._counts, self._ends, self._at.speaking, row, action, self._number,
                cards=len(spec.cards), exposures=len(spec.exposures), rows=_ROWS,
                columns=max(64, 1 << len(spec.exposures)), num_warps=4,
            )  # fmt: skip
        return row, action
