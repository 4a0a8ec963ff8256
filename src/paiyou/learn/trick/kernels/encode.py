"""`paiyou.learn.trick.encoder` on a GPU: nearly all features are bits, so they are gathered as words and then spread.

One kernel writes the words of every decision, sets of cards and small sets, and the points; one spreads them over the
features of the state by a table of (word, bit); one writes the features of every move.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import torch
import triton
import triton.language as tl
from torch import Tensor

from paiyou.games.trick_spec import TrickSpec
from paiyou.learn.trick.kernels.score import score_of, score_tables, size_of

if TYPE_CHECKING:
    from paiyou.learn.trick.batched_game import Positions
    from paiyou.learn.trick.card_tensors import CardTensors
    from paiyou.learn.trick.encoder import Encoder

_ROWS = 128
"""Decisions, or moves, of one program."""


@triton.jit(do_not_specialize=["seat"])
def _words(
    hands, dealt, taken, led, thrown, trick, exposed, void, led_suits, best, speaking, cards_of_suits,
    points, doublers, words, scores, number, seat,
    seats: tl.constexpr, suits: tl.constexpr, cards: tl.constexpr, deck: tl.constexpr, seen: tl.constexpr,
    width: tl.constexpr, numbers: tl.constexpr, hand_size: tl.constexpr, scale: tl.constexpr,
    whole_set: tl.constexpr, set_points: tl.constexpr, set_doublers: tl.constexpr, flips: tl.constexpr,
    flip_when: tl.constexpr, multiplier: tl.constexpr, factor: tl.constexpr, exposed_factor: tl.constexpr,
    alone: tl.constexpr, exposed_alone: tl.constexpr, company: tl.constexpr, size: tl.constexpr,
):  # fmt: skip
    row = tl.program_id(0) * size + tl.arange(0, size).to(tl.int64)
    there = row < number
    out = words + row * width
    shown = tl.load(exposed + row, there, other=0)
    high = tl.load(best + row, there, other=-1).to(tl.int64)
    hand = tl.load(hands + row * seats + seat, there, other=0)
    out_of = hand
    known = hand * 0
    lying = hand * 0
    for step in tl.static_range(seats):
        place = row * seats + (seat + step) % seats
        theirs = tl.load(hands + place, there, other=0)
        out_of |= tl.load(dealt + place, there, other=0) ^ theirs
        known |= theirs & (shown | seen)
        lying |= tl.load(trick + place, there, other=0)
    hidden = (deck & ~out_of) & ~known
    tl.store(out, hand, there)
    winner = hand * 0
    elsewhere = hand * 0
    out_of_suits = hand * 0
    all_taken = hand * 0
    alone_with_set = hand * 0
    for step in tl.static_range(seats):
        all_taken |= tl.load(taken + row * seats + step, there, other=0)
    for step in tl.static_range(seats):
        place = row * seats + (seat + step) % seats
        theirs = tl.load(hands + place, there, other=0)
        holds = theirs & (shown | seen)
        led_cards = tl.load(led + place, there, other=0)
        off = tl.load(thrown + place, there, other=0)
        followed = (tl.load(dealt + place, there, other=0) ^ theirs) & ~(led_cards | off)
        lies = tl.load(trick + place, there, other=0)
        took = tl.load(taken + place, there, other=0)
        if step > 0:
            lacks = tl.load(cards_of_suits + tl.load(void + place, there, other=0).to(tl.int64), there, other=0)
            may = (hidden & ~lacks) | holds
            tl.store(out + step, may, there)
            elsewhere |= may
            for suit in tl.static_range(suits):
                none = (may & tl.load(cards_of_suits + (1 << suit))) == 0
                out_of_suits |= none.to(tl.int64) << ((step - 1) * suits + suit)
            tl.store(out + 4 * seats + step - 1, lies, there)
        tl.store(out + seats + step, led_cards, there)
        tl.store(out + 2 * seats + step, followed, there)
        tl.store(out + 3 * seats + step, off, there)
        tl.store(out + 5 * seats + step, holds, there)
        tl.store(out + 6 * seats + step, took, there)
        takes = ((lies >> tl.maximum(high, 0)) & 1) & (high >= 0).to(tl.int64)
        winner |= takes << step
        alone_with_set |= ((all_taken & ~took & whole_set) == 0).to(tl.int64) << step
        now = score_of(
            took, shown, points, doublers, cards, whole_set, set_points, set_doublers, flips, flip_when, multiplier,
            factor, exposed_factor, alone, exposed_alone, company,
        )  # fmt: skip
        then = score_of(
            took | lying, shown, points, doublers, cards, whole_set, set_points, set_doublers, flips, flip_when,
            multiplier, factor, exposed_factor, alone, exposed_alone, company,
        )  # fmt: skip
        tl.store(scores + row * numbers + step, now.to(tl.float32) * scale, there)
        tl.store(scores + row * numbers + seats + step, (then - now).to(tl.float32) * scale, there)
    one = hand * 0 + 1
    tl.store(out + 5 * seats - 1, tl.where(high >= 0, one << tl.maximum(high, 0), 0), there)
    tl.store(out + 7 * seats, shown, there)
    tl.store(out + 7 * seats + 1, tl.load(led_suits + row, there, other=0).to(tl.int64), there)
    tl.store(out + 7 * seats + 2, one << size_of(hand), there)
    tl.store(out + 7 * seats + 3, winner, there)
    tl.store(out + 7 * seats + 4, one << seat, there)
    tl.store(out + 7 * seats + 5, (tl.load(speaking + row, there, other=0) > 0).to(tl.int64), there)
    tl.store(out + 7 * seats + 6, lying, there)
    # Own cards above all others of their suit, and below all of them.
    tops = hand * 0
    lows = hand * 0
    for suit in tl.static_range(suits):
        of_suit = tl.load(cards_of_suits + (1 << suit))
        theirs = elsewhere & of_suit
        tl.store(scores + row * numbers + 2 * seats + suit, size_of(theirs).to(tl.float32) / hand_size, there)
        down = theirs
        up = theirs
        for power in tl.static_range(6):
            down |= down >> (1 << power)
            up |= (up << (1 << power)) & of_suit
        tops |= hand & of_suit & ~down
        lows |= hand & of_suit & ~up
    tl.store(out + 7 * seats + 7, tops, there)
    tl.store(out + 7 * seats + 8, lows, there)
    tl.store(out + 7 * seats + 9, out_of_suits, there)
    tl.store(out + 7 * seats + 10, alone_with_set, there)


@triton.jit
def _spread(
    words, scores, word, bit, result,
    width: tl.constexpr, numbers: tl.constexpr, size: tl.constexpr, columns: tl.constexpr,
):  # fmt: skip
    row = tl.program_id(0).to(tl.int64)
    column = tl.arange(0, columns)
    inside = column < size
    which = tl.load(word + column, inside, other=0)
    place = tl.load(bit + column, inside, other=0)
    is_bit = which >= 0
    held = (tl.load(words + row * width + tl.maximum(which, 0), inside & is_bit, other=0) >> place) & 1
    # Words below 0 are no bits but points and counts; where the place is not 0 there is nothing at all.
    points = tl.load(scores + row * numbers - 1 - which, inside & (which < 0) & (place == 0), other=0.0)
    tl.store(
        result + row * size + column, tl.where(is_bit, held.to(tl.float32), points).to(result.dtype.element_ty), inside
    )


@triton.jit
def _moves(
    decision, action, words, scores, action_cards, suit_cards, points, doublers, result, number,
    seats: tl.constexpr, cards: tl.constexpr, exposures: tl.constexpr, hand_size: tl.constexpr, width: tl.constexpr,
    numbers: tl.constexpr, columns: tl.constexpr, more: tl.constexpr, scale: tl.constexpr,
    whole_set: tl.constexpr, set_points: tl.constexpr, set_doublers: tl.constexpr, flips: tl.constexpr,
    flip_when: tl.constexpr, multiplier: tl.constexpr, factor: tl.constexpr, exposed_factor: tl.constexpr,
    alone: tl.constexpr, exposed_alone: tl.constexpr, company: tl.constexpr, size: tl.constexpr,
    padded: tl.constexpr,
):  # fmt: skip
    place = tl.program_id(0) * size + tl.arange(0, size).to(tl.int64)
    there = place < number
    row = tl.load(decision + place, there, other=0)
    move = tl.load(action + place, there, other=0)
    plays = there & (move < cards)
    card = tl.where(plays, tl.load(action_cards + move, there, other=0), 0)
    suit = tl.where(plays, tl.load(suit_cards + tl.minimum(move, cards - 1), there, other=0), 0)
    above = suit & ~((card << 1) - 1)
    above = tl.where(plays, above, 0)
    facts = words + row * width
    best_card = tl.load(facts + 5 * seats - 1, there, other=0)
    lying = tl.load(facts + 7 * seats + 6, there, other=0)
    shown = tl.load(facts + 7 * seats, there, other=0)
    leads = best_card == 0
    in_suit = leads | ((suit & best_card) != 0)
    takes = plays & in_suit & ((above & lying) == 0)
    kind = result.dtype.element_ty
    out = result + place * columns
    # The card, and what is exposed.
    column = tl.arange(0, padded)
    shows = tl.where(plays, 0, move - cards)
    is_card = column[None, :] == tl.where(plays, move, columns)[:, None]
    is_shown = (column[None, :] >= cards) & (column[None, :] < cards + exposures)
    is_shown = is_shown & (((shows[:, None] >> tl.maximum(column[None, :] - cards, 0)) & 1) != 0)
    begin = cards + exposures
    # Not where something else is written below: nothing says which of two stores comes last.
    first = (column < begin) | ((column >= begin + 4 + 2 * (seats - 1) + seats) & (column < more))
    free = first | ((column >= more + 5 + seats - 1) & (column < columns))
    tl.store(out[:, None] + column[None, :], (is_card | is_shown).to(kind), there[:, None] & free[None, :])
    hidden = card * 0
    waiting = card * 0
    for step in tl.static_range(1, seats):
        may = tl.load(facts + step, there, other=0)
        to_play = tl.load(facts + 4 * seats + step - 1, there, other=0) == 0
        waiting |= to_play.to(tl.int64)
        hidden |= may
        beats = tl.where(to_play, size_of(may & above), 0)
        tl.store(out + begin + 2 + step - 1, (takes & (beats > 0)).to(kind), there)
        tl.store(out + more + 5 + step - 1, (plays & ((may & suit) == 0)).to(kind), there)
        tl.store(out + begin + 2 + seats - 1 + step - 1, (beats.to(tl.float32) / hand_size).to(kind), there)
    tl.store(out + begin, takes.to(kind), there)
    tl.store(out + begin + 1, (waiting == 0).to(kind), there)
    begin += 2 + 2 * (seats - 1)
    tl.store(out + begin, (size_of(above & hidden).to(tl.float32) / hand_size).to(kind), there)
    tl.store(out + begin + 1, (size_of(suit & hidden).to(tl.float32) / hand_size).to(kind), there)
    begin += 2
    for step in tl.static_range(seats):
        took = tl.load(facts + 6 * seats + step, there, other=0)
        then = score_of(
            took | lying | card, shown, points, doublers, cards, whole_set, set_points, set_doublers, flips, flip_when,
            multiplier, factor, exposed_factor, alone, exposed_alone, company,
        )  # fmt: skip
        gain = then.to(tl.float32) * scale - tl.load(scores + row * numbers + step, there, other=0.0)
        tl.store(out + begin + step, gain.to(kind), there)
    # Where the card stands among those of its suit: the others', and the own that are left.
    below = suit & ~above & ~card
    kept = tl.load(facts, there, other=0) & ~card & suit
    tops = tl.load(facts + 7 * seats + 7, there, other=0)
    lows = tl.load(facts + 7 * seats + 8, there, other=0)
    tl.store(out + more, (size_of(below & hidden).to(tl.float32) / hand_size).to(kind), there)
    tl.store(out + more + 1, (size_of(below & kept).to(tl.float32) / hand_size).to(kind), there)
    tl.store(out + more + 2, (size_of(above & kept).to(tl.float32) / hand_size).to(kind), there)
    tl.store(out + more + 3, (size_of(tops & kept).to(tl.float32) / hand_size).to(kind), there)
    tl.store(out + more + 4, (size_of(lows & kept).to(tl.float32) / hand_size).to(kind), there)


@lru_cache(maxsize=16)
def _columns(
    spec: TrickSpec, knowable: tuple[int, ...], counting: tuple[int, ...], first: int, size: int, device: str
) -> Tensor:
    """Where each feature of the state comes from: a word and a bit [2, size]; points and counts are words below 0."""
    seats, suits, cards = spec.seats, len(spec.suits), range(len(spec.cards))
    nothing = (-1, 1)
    found = [(word, bit) for word in (*range(5 * seats),) for bit in cards]
    found += [(5 * seats + seat, bit) for seat in range(seats) for bit in knowable]
    found += [(6 * seats + seat, bit) for seat in range(seats) for bit in counting]
    found += [(7 * seats, exposure.card) for exposure in spec.exposures]
    found += [(7 * seats + 1, bit) for bit in range(len(spec.suits))]
    found += [(7 * seats + 2, bit) for bit in range(spec.hand_size + 1)]
    found += [(7 * seats + 3, bit) for bit in range(seats)]
    found += [(-1 - number, 0) for number in range(2 * seats)]
    found += [(7 * seats + 4, bit) for bit in range(seats)]
    found += [(7 * seats + 5, 0)]
    found += [nothing] * (first - len(found))
    found += [(7 * seats + 7 + word, bit) for word in range(2) for bit in cards]
    found += [(7 * seats + 9, bit) for bit in range((seats - 1) * suits)]
    found += [(-1 - 2 * seats - suit, 0) for suit in range(suits)]
    found += [(7 * seats + 10, bit) for bit in range(seats)]
    found += [nothing] * (size - len(found))
    return torch.tensor(found, dtype=torch.int64, device=device).t().contiguous()


def encode_on_gpu(
    encoder: Encoder, cards: CardTensors, at: Positions, seat: int, decision: Tensor, action: Tensor,
    dtype: torch.dtype, points: float,
) -> tuple[Tensor, Tensor]:  # fmt: skip
    """Features of compact decisions of one place and of moves given as pairs (decision, action)."""
    spec, device = cards.spec, cards.device
    seats, suits, number, deck = spec.seats, len(spec.suits), at.hands.shape[0], len(spec.cards)
    worth, doublers, score = score_tables(spec, device)
    knowable, counting = encoder.lists
    table = _columns(spec, knowable, counting, encoder.first_state_size, encoder.state_size, str(device))
    width, numbers = 7 * seats + 11, 2 * seats + suits
    words = torch.empty(number, width, dtype=torch.int64, device=device)
    scores = torch.empty(number, numbers, dtype=torch.float32, device=device)
    state = torch.empty(number, encoder.state_size, dtype=dtype, device=device)
    move = torch.empty(len(action), encoder.move_size, dtype=dtype, device=device)
    _words[(triton.cdiv(number, _ROWS),)](
        at.hands, at.dealt, at.taken, at.led, at.thrown, at.trick, at.exposed, at.void, at.led_suits, at.best,
        at.speaking, cards.cards_of_suits, worth, doublers, words, scores, number, seat,
        seats=seats, suits=suits, cards=deck, deck=cards.deck, seen=cards.seen, width=width, numbers=numbers,
        hand_size=spec.hand_size, scale=1 / points, size=_ROWS, num_warps=4, **score,
    )  # fmt: skip
    _spread[(number,)](
        words, scores, table[0], table[1], state, width, numbers, size=encoder.state_size,
        columns=triton.next_power_of_2(encoder.state_size), num_warps=4,
    )  # fmt: skip
    if len(action) > 0:
        _moves[(triton.cdiv(len(action), _ROWS),)](
            decision, action, words, scores, cards.action_cards, cards.suit_cards, worth, doublers, move, len(action),
            scale=1 / points, seats=seats, cards=deck, exposures=max(len(spec.exposures), 1), hand_size=spec.hand_size,
            width=width, numbers=numbers, columns=encoder.move_size, more=encoder.first_move_size,
            padded=triton.next_power_of_2(encoder.move_size), size=_ROWS, num_warps=4, **score,
        )  # fmt: skip
    return state, move
