"""Deals that agree with what a seat knows of trick games, drawn for many positions at once: all are equally likely.

A hidden card is of one of seven kinds: those that one certain holder must have, those that may be with either of two,
and those that may be with any of three. Cards of one kind are alike, so a deal is drawn in two steps: how many of each
kind the first holder has, by the number of deals in which he has so many; then which ones. With the first hand drawn,
the second holder's share of what is left for either of the last two is any of those cards.
"""

from __future__ import annotations

import torch
from torch import Tensor

from paiyou.games.trick_spec import TrickSpec
from paiyou.learn.dealing import random_words
from paiyou.learn.trick.batched_game import Positions
from paiyou.learn.trick.card_tensors import MOST_CARDS, CardTensors, unpack

HOLDERS = 3
"""Other hands, and the pile, that cards are dealt to, at most."""
FIRST, SECOND, THIRD = 1, 2, 4
"""Holders, whose sums are kinds of cards."""
ANY = FIRST + SECOND + THIRD
_KEY = 2**55 - 1
"""The bits of a random word that order cards of one kind."""


def check_hidden_deals(spec: TrickSpec) -> None:
    """ValueError where cards are with more holders than can be drawn for."""
    holders = spec.seats - 1 + (spec.pile_size > 0)
    if holders > HOLDERS:
        raise ValueError(
            f"deals of {spec.name} cannot be drawn on a device: its hidden cards are with {holders} holders, and "
            f"{HOLDERS} are the most"
        )


def hidden_deals(cards: CardTensors, at: Positions, seat: int, seeds: Tensor) -> Tensor:
    """One deal for each position, by its seed: the hands of all places [N, S]; the pile has the rest."""
    spec, number = cards.spec, len(cards.spec.cards)
    others = [place for place in range(spec.seats) if place != seat]
    known = at.hands & (at.exposed | cards.seen)[:, None]
    known[:, seat] = at.hands[:, seat]
    hidden = cards.deck ^ ((at.dealt ^ at.hands).sum(dim=1) + known.sum(dim=1))
    may_hold = [hidden & ~cards.cards_of_suits[at.void[:, place].long()] for place in others]
    room = [_size(at.hands[:, place] ^ known[:, place]) for place in others]
    if spec.pile_size:
        may_hold.append(hidden)
        room.append(torch.full_like(seeds, spec.pile_size))
    allowed = unpack(torch.stack(may_hold, dim=1), number).long()
    kind = (allowed << torch.arange(len(may_hold), device=seeds.device)[:, None]).sum(dim=1)
    of_kind = torch.zeros(len(seeds), ANY + 1, dtype=torch.int64, device=seeds.device)
    of_kind.scatter_add_(1, kind, torch.ones_like(kind))
    room += [torch.zeros_like(seeds)] * (HOLDERS - len(room))
    words = random_words(seeds, torch.arange(2 * number + 1, device=seeds.device))
    first, second = _shares(of_kind, room[0], room[1], spec.hand_size, _chance(words[:, -1]))
    to_first = _some_of_each(kind, words[:, :number], first)
    # What is left for either of the last two: cards of several kinds by now one.
    rest = torch.where(to_first, 0, kind & ~FIRST)
    to_second = _some_of_each(rest, words[:, number : 2 * number], second)
    bits = cards.action_cards[:number]
    hands = known.clone()
    for place, held in zip(others, (to_first, to_second, (rest != 0) & ~to_second), strict=False):
        hands[:, place] += torch.where(held, bits, 0).sum(dim=1)
    return hands


def _shares(of_kind: Tensor, first: Tensor, second: Tensor, most: int, chance: Tensor) -> tuple[Tensor, Tensor]:
    """How many cards of each kind the first holder has, and then the second of what is left, by their room [N, 8]."""
    device = of_kind.device
    both, with_third, later, anybody = (
        of_kind[:, kind, None, None] for kind in (FIRST + SECOND, FIRST + THIRD, SECOND + THIRD, ANY)
    )
    first, second = first - of_kind[:, FIRST], second - of_kind[:, SECOND]
    of_both = torch.arange(most + 1, device=device)[:, None]
    of_third = torch.arange(most + 1, device=device)
    of_any = first[:, None, None] - of_both - of_third
    second_takes = second[:, None, None] - (both - of_both)
    log_ways = (
        _log_choices(both, of_both)
        + _log_choices(with_third, of_third)
        + _log_choices(anybody, of_any)
        + _log_choices(later + anybody - of_any, second_takes)
    ).flatten(1)
    ways = (log_ways - log_ways.amax(dim=1, keepdim=True)).exp().cumsum(dim=1)
    drawn = torch.searchsorted(ways, (chance * ways[:, -1])[:, None], right=True)[:, 0]
    x, y = drawn // (most + 1), drawn % (most + 1)
    by_first = torch.zeros_like(of_kind)
    by_first[:, FIRST] = of_kind[:, FIRST]
    by_first[:, FIRST + SECOND], by_first[:, FIRST + THIRD], by_first[:, ANY] = x, y, first - x - y
    by_second = torch.zeros_like(of_kind)
    by_second[:, SECOND] = of_kind[:, SECOND] + of_kind[:, FIRST + SECOND] - x
    by_second[:, SECOND + THIRD] = second - (of_kind[:, FIRST + SECOND] - x)
    return by_first, by_second


def _some_of_each(kind: Tensor, words: Tensor, shares: Tensor) -> Tensor:
    """Of the cards of each kind any so many, as a mask [N, C]; those of kind 0 are nobody's."""
    order = (kind << 55 | words & _KEY).argsort(dim=1)
    place = torch.zeros_like(order).scatter_(1, order, torch.arange(kind.shape[1], device=kind.device).expand_as(order))
    of_kind = torch.zeros_like(shares).scatter_add_(1, kind, torch.ones_like(kind))
    begin = of_kind.cumsum(dim=1) - of_kind
    return (kind > 0) & (place - begin.gather(1, kind) < shares.gather(1, kind))


def _log_choices(number: Tensor, chosen: Tensor) -> Tensor:
    """The logarithm of the ways to choose so many of a number of things; minus infinity where there is none."""
    logs = torch.arange(MOST_CARDS + 1, dtype=torch.float64, device=number.device).add(1).lgamma()
    whole, part, rest = (logs[size.clamp(0, MOST_CARDS)] for size in (number, chosen, number - chosen))
    ways = whole - part - rest
    return torch.where((chosen >= 0) & (chosen <= number), ways, -torch.inf)


def _chance(words: Tensor) -> Tensor:
    """A number from 0 to less than 1 for each word; less by so much that times anything it is less than that."""
    return (words >> 12 & (1 << 52) - 1).double() / 2**52


def _size(sets: Tensor) -> Tensor:
    """How many cards are in sets."""
    return unpack(sets, MOST_CARDS).sum(dim=-1)
