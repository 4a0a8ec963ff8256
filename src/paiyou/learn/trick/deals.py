"""Deals of trick games on torch, card for card those of `paiyou.games.dealing.trick_deals` and of the C++ core."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from paiyou.games.trick_spec import TrickSpec
from paiyou.learn.dealing import random_words
from paiyou.learn.trick.card_tensors import card_set

_KEY = 2**63 - 64
"""The bits of a card's key in the shuffle that are random; below them is the card's number."""


@dataclass(frozen=True)
class Deals:
    """Many deals: the hands as sets of cards, place by place from the seat that opens, and that seat."""

    hands: Tensor
    opener: Tensor


def deals(spec: TrickSpec, seeds: Tensor) -> Deals:
    """The deals of many seeds at once."""
    number, seats = len(spec.cards), spec.seats
    open_cards = spec.open_cards or ((),) * seats
    always = [card for cards in open_cards for card in cards]
    cards = torch.arange(number, device=seeds.device)
    keys = (random_words(seeds, cards) >> 1) & _KEY | cards
    if always:
        # With the highest keys there are they come last, and the others are dealt as if they were not there.
        keys |= torch.tensor([_KEY * (card in always) for card in range(number)], device=seeds.device)
    bits = 1 << (keys.sort(dim=1).values & 63)
    hands, begin = [], 0
    for own in open_cards:
        end = begin + spec.hand_size - len(own)
        hands.append(bits[:, begin:end].sum(dim=1) + card_set(own))
        begin = end
    held = torch.stack(hands, dim=1)
    if spec.lead_card is None:
        return Deals(held, torch.zeros_like(seeds))
    opener = (held >> spec.lead_card & 1).argmax(dim=1)
    places = (opener[:, None] + torch.arange(seats, device=seeds.device)) % seats
    return Deals(held.gather(1, places), opener)
