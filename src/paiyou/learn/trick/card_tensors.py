"""A trick spec as tensors: what a batch of games looks up by card, by action and by suit.

A set of cards is one number, bit i for card i of the deck; a set of suits likewise.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

import torch
from torch import Tensor

from paiyou.games.trick_spec import TrickSpec

MOST_CARDS = 63
"""Cards that a set has room for, since torch's numbers have a sign."""
MOST_SUITS = 8
MOST_EXPOSURES = 8


@dataclass(frozen=True)
class CardTensors:
    """What a batch of games of one spec looks up; every column is a tensor on one device."""

    spec: TrickSpec
    deck: int
    """All cards."""
    seen: int
    """Cards that everybody knows the holder of from the deal on: open ones, and the one that leads."""
    chosen: int
    """All cards but one that must be led, and so proves nothing about its suit."""
    action_cards: Tensor
    """The cards of every action: the one that is played, or those that are exposed."""
    suit_cards: Tensor
    """All cards of each card's suit, and behind them, found by -1, the deck: a lead is of any suit."""
    suit_bit: Tensor
    """The suit of each card as a set of one; 0 behind them."""
    cards_of_suits: Tensor
    """The cards of every set of suits."""
    exposure_cards: Tensor
    """Each card that may be exposed, as a set of one."""
    exposure_suits: Tensor
    """All cards of its suit."""
    exposure_bits: Tensor
    """Its suit as a set of one."""
    move_card: Tensor
    """The card that each action plays [A, C], int8; zeros for an exposure."""
    move_exposes: Tensor
    """The cards that each action exposes, by the spec's list [A, E], int8; one column of zeros where it is empty."""

    @property
    def device(self) -> torch.device:
        """Where the tensors are."""
        return self.action_cards.device

    def in_play(self, deck: int, seen: int) -> CardTensors:
        """The same for a game that was set up: with these cards alone, and these with known holders."""
        return replace(self, deck=deck, seen=seen, chosen=self.chosen & deck)

    def as_in(self, other: CardTensors) -> CardTensors:
        """The same with what is in play and known elsewhere."""
        return self if (self.deck, self.seen) == (other.deck, other.seen) else self.in_play(other.deck, other.seen)


def card_set(cards: Iterable[int]) -> int:
    """Cards as a set: `card_set([0, 2])` is 5."""
    return sum(1 << card for card in cards)


def card_tensors(spec: TrickSpec, device: torch.device | str) -> CardTensors:
    """The cards of a spec on a device; made once for each. ValueError where it does not fit."""
    return _card_tensors(spec, str(torch.device(device)))


@lru_cache(maxsize=16)
def _card_tensors(spec: TrickSpec, device: str) -> CardTensors:
    check_room(spec)
    suit_of = spec.suit_of_card
    number, exposures = len(spec.cards), [exposure.card for exposure in spec.exposures]
    suits = [card_set(card for card in range(number) if suit_of[card] == suit) for suit in range(len(spec.suits))]
    masks = [[mask >> bit & 1 for bit in range(len(exposures))] for mask in range(len(spec.exposure_moves))]
    shown = [card_set(card for card, of_mask in zip(exposures, mask, strict=True) if of_mask) for mask in masks]
    deck = (1 << number) - 1
    leads = [] if spec.lead_card is None else [spec.lead_card]

    def column(values: list[int]) -> Tensor:
        return torch.tensor(values, dtype=torch.int64, device=device)

    none_shown = [[0] * max(len(exposures), 1) for _ in spec.cards]
    return CardTensors(
        spec=spec,
        deck=deck,
        seen=card_set({*leads, *(card for cards in spec.open_cards for card in cards)}),
        chosen=deck ^ card_set(leads if spec.must_lead_card else ()),
        action_cards=column([1 << card for card in range(number)] + shown),
        suit_cards=column([suits[suit] for suit in suit_of] + [deck]),
        suit_bit=column([1 << suit for suit in suit_of] + [0]),
        cards_of_suits=column(
            [sum(cards for suit, cards in enumerate(suits) if held >> suit & 1) for held in range(1 << len(suits))]
        ),
        exposure_cards=column([1 << card for card in exposures]),
        exposure_suits=column([suits[suit_of[card]] for card in exposures]),
        exposure_bits=column([1 << suit_of[card] for card in exposures]),
        move_card=torch.eye(number + len(masks), number, dtype=torch.int8, device=device),
        move_exposes=torch.tensor(none_shown + masks, dtype=torch.int8, device=device),
    )


def check_room(spec: TrickSpec) -> None:
    """ValueError of one sentence where a spec is not one that the engine plays, or whose places differ."""
    number, suit_of = len(spec.cards), spec.suit_of_card
    if not 1 <= number <= MOST_CARDS:
        raise ValueError(f"{spec.name} has {number} cards; a batch has room for 1 to {MOST_CARDS}")
    if len(spec.suits) > MOST_SUITS:
        raise ValueError(f"{spec.name} has {len(spec.suits)} suits; a batch has room for {MOST_SUITS}")
    if list(suit_of) != sorted(suit_of):
        raise ValueError(f"the deck of {spec.name} must be sorted suit by suit, from low to high")
    exposures = {exposure.card for exposure in spec.exposures}
    if len(exposures) < len(spec.exposures) or not exposures <= set(range(number)):
        raise ValueError(f"the cards that {spec.name} lets be exposed must be different cards of its deck")
    if len(exposures) > MOST_EXPOSURES:
        raise ValueError(f"{spec.name} lets {len(exposures)} cards be exposed; a batch has room for {MOST_EXPOSURES}")
    if spec.hand_size < 1 or spec.pile_size < 0:
        raise ValueError(f"{spec.name} deals {spec.hand_size} cards to each seat; it has {number} for {spec.seats}")
    if any(len(cards) > spec.hand_size for cards in spec.open_cards):
        raise ValueError(f"{spec.name} has more open cards than go into a hand")
    if spec.lead_card is None and spec.must_lead_card:
        raise ValueError(f"{spec.name} names no card that must be led")
    if spec.lead_card is not None and spec.pile_size > 0:
        raise ValueError(f"{spec.name} has a card that leads: every card must be dealt")
    if spec.lead_card is not None and not turns_round(spec.teams):
        raise ValueError(
            f"the teams of {spec.name} differ with the seat that opens; a batch counts places from there, so that "
            "they must be the same from every seat"
        )


def turns_round(teams: tuple[int, ...]) -> bool:
    """Whether the teams look the same from every seat: `turns_round((0, 1, 0, 1))`, and not with `(0, 0, 1, 1)`."""
    turned = (*teams[1:], teams[0])
    return len(set(zip(teams, turned, strict=True))) == len(set(teams))


def unpack(sets: Tensor, cards: int) -> Tensor:
    """Sets of cards as 0 and 1, a new last dimension of int8."""
    # Byte by byte: a table says the eight bits of each, which are eight bytes and so one number again.
    places = sets.contiguous().unsqueeze(-1).view(torch.uint8).int().flatten()
    return _bits_of_bytes(sets.device).index_select(0, places).view(torch.int8).view(*sets.shape, 64)[..., :cards]


@lru_cache(maxsize=16)
def _bits_of_bytes(device: torch.device) -> Tensor:
    bits = torch.arange(256)[:, None] >> torch.arange(8) & 1
    return bits.to(torch.int8).view(torch.int64)[:, 0].to(device)
