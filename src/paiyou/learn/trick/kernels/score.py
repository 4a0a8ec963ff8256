"""What taken cards are worth, inside kernels: `paiyou.learn.trick.score` on sets of cards."""

from __future__ import annotations

from functools import lru_cache

import torch
import triton
import triton.language as tl
from torch import Tensor

from paiyou.games.trick_spec import TrickSpec
from paiyou.learn.trick.card_tensors import card_set


@triton.jit
def size_of(cards):
    """Number of cards of a set."""
    pairs = cards - ((cards >> 1) & 0x5555555555555555)
    fours = (pairs & 0x3333333333333333) + ((pairs >> 2) & 0x3333333333333333)
    bytes_ = (fours + (fours >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((bytes_ * 0x0101010101010101) >> 56) & 0x7F


@triton.jit
def score_of(
    taken, exposed, points, doublers,
    cards: tl.constexpr, whole_set: tl.constexpr, set_points: tl.constexpr, set_doublers: tl.constexpr,
    flips: tl.constexpr, flip_when: tl.constexpr, multiplier: tl.constexpr, factor: tl.constexpr,
    exposed_factor: tl.constexpr, alone: tl.constexpr, exposed_alone: tl.constexpr, company: tl.constexpr,
):  # fmt: skip
    """What taken cards are worth: `CardScore`."""
    whole = (taken & whole_set) == whole_set
    whole = whole & (whole_set != 0)
    flipped = (taken & flip_when) == flip_when
    flipped = flipped & (flip_when != 0)
    doubled = (exposed & set_doublers) != 0
    total = tl.where(whole, tl.where(doubled, 2 * set_points, set_points), 0).to(tl.int64)
    counts = tl.where(whole, taken & ~whole_set, taken)
    for card in range(cards):
        worth = tl.load(points + card)
        twice = (exposed & tl.load(doublers + card)) != 0
        turned = flipped & (((flips >> card) & 1) != 0)
        worth = tl.where(twice, 2 * worth, worth)
        worth = tl.where(turned, -worth, worth)
        total += tl.where(((counts >> card) & 1) != 0, worth, 0)
    if multiplier >= 0:
        held = ((taken >> multiplier) & 1) != 0
        shown = ((exposed >> multiplier) & 1) != 0
        single = total + tl.where(shown, exposed_alone, alone)
        times = total * tl.where(shown, exposed_factor, factor)
        total = tl.where(held, tl.where((taken & company) == 0, single, times), total)
    return total


@lru_cache(maxsize=16)
def score_tables(spec: TrickSpec, device: torch.device) -> tuple[Tensor, Tensor, dict[str, int]]:
    """Points of every card, the exposures that double them, and the other arguments of `score_of` by name."""
    score = spec.score
    doublers = [card_set(one.card for one in spec.exposures if card in one.doubles) for card in range(len(spec.cards))]
    numbers = {
        "whole_set": card_set(set(score.whole_set)), "set_points": score.whole_set_points,
        "set_doublers": card_set(one.card for one in spec.exposures if one.doubles_set),
        "flips": card_set(set(score.flips)), "flip_when": card_set(set(score.flip_when)),
        "multiplier": -1 if score.multiplier is None else score.multiplier, "factor": score.factor,
        "exposed_factor": score.exposed_factor, "alone": score.alone, "exposed_alone": score.exposed_alone,
        "company": card_set(set(score.company)),
    }  # fmt: skip
    points = torch.tensor(score.points, dtype=torch.int64, device=device)
    return points, torch.tensor(doublers, dtype=torch.int64, device=device), numbers
