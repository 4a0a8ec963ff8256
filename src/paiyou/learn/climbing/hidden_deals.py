"""Deals that agree with what a seat knows, drawn for many positions at once: every one as likely as any other."""

from __future__ import annotations

import torch
from torch import Tensor

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.learn.climbing.batched_game import Positions
from paiyou.learn.climbing.combo_tensors import GUARDS, total_cards, unpack
from paiyou.learn.dealing import random_words

NEVER = 2**63 - 1
"""Behind all cards that are to be dealt."""


def check_hidden_deals(spec: ClimbingSpec) -> None:
    """ValueError where more is known of hidden cards than which were seen: from duties, or from who opened a game."""
    if spec.must_beat or spec.lead_card is not None:
        raise ValueError(
            f"deals of {spec.name} cannot be drawn on a device yet: its rules tell more of hidden cards than who took "
            "which; look ahead in games without a duty to beat and without a card that leads"
        )


def hidden_deals(spec: ClimbingSpec, at: Positions, seat: int, seeds: Tensor) -> tuple[Tensor, Tensor]:
    """One deal for each position, by its seed: packed hands [N, S] and piles [N].

    Whatever the seat does not see is dealt anew to those who hold it. What it knows stays: its own hand, how many cards
    everyone has, and cards that were taken face up and not played since.
    """
    ranks, seats = len(spec.symbols), spec.seats
    known = torch.zeros_like(at.hands)
    known[:, seat] = at.hands[:, seat]
    if spec.pile == "landlord" and seat != 0:
        known[:, 0] = _less(at.pile, at.dealt[:, 0] - at.hands[:, 0])
    unknown = (at.hands - known).sum(dim=1)
    if spec.pile == "hidden":
        unknown = unknown + at.pile
    card, rank, copy = _deck(spec, seeds.device)
    words = random_words(seeds, torch.arange(len(card), device=seeds.device)) >> 1 & NEVER >> 1
    hidden = unpack(unknown, ranks)[:, rank] > copy
    order = torch.where(hidden, words, NEVER).argsort(dim=1)
    # The hidden cards come first, in any order; the others have the places behind everyone's share.
    shuffled = card[order]
    place = torch.arange(len(card), device=seeds.device)
    hands, begin = known.clone(), torch.zeros_like(seeds)
    for other in range(seats):
        end = begin + total_cards(at.hands[:, other] - known[:, other])
        hands[:, other] += _between(shuffled, place, begin, end)
        begin = end
    if spec.pile != "hidden":
        return hands, at.pile
    return hands, _between(shuffled, place, begin, total_cards(unknown))


def _less(cards: Tensor, others: Tensor) -> Tensor:
    """Packed cards without as many of the others as there are among them."""
    left = (cards | GUARDS) - others
    # Where a rank has borrowed, its guard is gone and nothing of it is left.
    return left & (((left & GUARDS) >> 3) * 7)


def _between(cards: Tensor, place: Tensor, begin: Tensor, end: Tensor) -> Tensor:
    """The cards in some places, packed."""
    return torch.where((place >= begin[:, None]) & (place < end[:, None]), cards, 0).sum(dim=1)


def _deck(spec: ClimbingSpec, device: torch.device) -> tuple[Tensor, Tensor, Tensor]:
    """Every card of the deck: packed, its rank, and how many of that rank come before it."""
    ranks = sorted(spec.rank_of_card)
    copies = [place - ranks.index(rank) for place, rank in enumerate(ranks)]
    packed = torch.tensor([1 << (4 * rank) for rank in ranks], device=device)
    return packed, torch.tensor(ranks, device=device), torch.tensor(copies, device=device)
