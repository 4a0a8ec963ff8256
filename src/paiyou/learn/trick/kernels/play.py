"""One move in every game on a GPU: `TrickBatch.play` up to results and new deals, as one kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import triton
import triton.language as tl
from torch import Tensor

from paiyou.learn.trick.kernels.score import size_of

if TYPE_CHECKING:
    from paiyou.learn.trick.batched_game import TrickBatch

_GAMES = 128
"""Games of one program."""


@triton.jit(do_not_specialize=["seat"])
def _play(
    actions, action_cards, suit_cards, suit_bit,
    hands, taken, led, thrown, trick, exposed, void, led_suits, best, speaking, tricks,
    turn, ended, episode, deal_seed, payoffs, won, number, seat,
    seats: tl.constexpr, cards: tl.constexpr, hand_size: tl.constexpr, chosen: tl.constexpr, size: tl.constexpr,
):  # fmt: skip
    row = tl.program_id(0) * size + tl.arange(0, size).to(tl.int64)
    there = row < number
    after = (seat + 1) % seats
    waiting = tl.load(turn + row, there, other=-1)
    active = there & (waiting == seat)
    action = tl.where(active, tl.load(actions + row, there, other=0), 0)
    moved = tl.where(active, tl.load(action_cards + action, there, other=0), 0)
    to_speak = tl.load(speaking + row, there, other=0)
    exposing = to_speak > 0
    shown = tl.load(exposed + row, there, other=0) | tl.where(exposing, moved, 0)
    tl.store(exposed + row, shown, there)
    tl.store(speaking + row, to_speak - (active & exposing).to(tl.int64), there)
    card = tl.where(exposing, 0, moved)
    played = card != 0
    high = tl.load(best + row, there, other=-1)
    # Behind the cards stands the whole deck: a lead is of any suit.
    of = tl.where(high < 0, cards, high)
    off = card & ~tl.load(suit_cards + of, there, other=0)
    follows = played & (off == 0)
    suits_before = tl.load(led_suits + row, there, other=0)
    own_suit = tl.load(suit_bit + tl.minimum(action, cards), there, other=0)
    early = follows & ((card & shown & chosen) != 0)
    lacks = tl.where(off != 0, tl.load(suit_bit + of, there, other=0), tl.where(early, own_suit & ~suits_before, 0))
    own = row * seats + seat
    tl.store(void + own, tl.load(void + own, there, other=0) | lacks, there)
    hand = tl.load(hands + own, there, other=0)
    before = hand_size - size_of(hand)
    tl.store(tricks + (row * hand_size + before) * seats + seat, (action + 1).to(tl.int8), played)
    hand ^= card
    tl.store(hands + own, hand, there)
    tl.store(led + own, tl.load(led + own, there, other=0) | tl.where(high < 0, card, 0), there)
    tl.store(thrown + own, tl.load(thrown + own, there, other=0) | off, there)
    high = tl.where(follows, tl.maximum(high, action), high)
    # The trick is over where the next place has led it.
    lying = card
    begun = tl.load(trick + row * seats + after, there, other=0)
    over = played & (begun != 0)
    for other in tl.static_range(seats):
        lying |= tl.load(trick + row * seats + other, there, other=0)
    winner = tl.zeros((size,), tl.int64)
    for other in tl.static_range(seats):
        place = row * seats + other
        lies = tl.load(trick + place, there, other=0) | tl.where(other == seat, card, 0)
        takes = over & (((lies >> tl.maximum(high, 0)) & 1) != 0)
        winner += tl.where(takes, other, 0)
        tl.store(taken + place, tl.load(taken + place, there, other=0) | tl.where(takes, lying, 0), there)
        tl.store(trick + place, tl.where(over, 0, lies), there)
        tl.store(payoffs + place, 0, there)
        tl.store(won + place, 0.0, there)
    suit_led = tl.load(suit_bit + tl.where(high < 0, cards, high), there, other=0)
    tl.store(led_suits + row, suits_before | tl.where(over, suit_led, 0), there)
    tl.store(best + row, tl.where(over, -1, high), there)
    tl.store(turn + row, tl.where(over, winner, tl.where(active, after, waiting)), there)
    finished = over & (hand == 0)
    tl.store(ended + row, finished, there)
    tl.store(episode + row, tl.load(episode + row, there, other=0) + finished.to(tl.int64), there)
    tl.store(deal_seed + row, tl.load(deal_seed + row, there, other=0) + finished.to(tl.int64) * number, there)


def play_on_gpu(games: TrickBatch, actions: Tensor) -> None:
    """Play one action in every active game; the caller works out results and deals anew where games ended."""
    spec, at, cards = games.spec, games.at, games.cards
    _play[(triton.cdiv(games.number, _GAMES),)](
        actions, cards.action_cards, cards.suit_cards, cards.suit_bit,
        at.hands, at.taken, at.led, at.thrown, at.trick, at.exposed, at.void, at.led_suits, at.best, at.speaking,
        at.tricks,
        games.turn, games.ended, games.episode, games.deal_seed, games.payoffs, games.won, games.number, games.seat,
        seats=spec.seats, cards=len(spec.cards), hand_size=spec.hand_size, chosen=cards.chosen, size=_GAMES,
        num_warps=4,
    )  # fmt: skip
