"""A climbing spec as tensors: the one table of combos, in the shape that a batch of games reads it.

The legal moves of a hand are found in two steps. A *candidate* is a plain combo or the body of a block of combos with
kickers; there are only a few hundred, so all are tried on every hand. Only where a body fits are its kickers tried.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import torch
from torch import Tensor

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.declined import kinds_of_combos
from paiyou.games.packing import MAX_RANKS

GUARDS = 0x0888888888888888
"""The highest bit of every rank: free in a hand, so that a borrow shows there."""
UNCONTAINABLE = 0x0777777777777777


@dataclass(frozen=True)
class ComboTensors:
    """What a batch of games of one spec looks up; every column is a tensor on one device."""

    spec: ClimbingSpec
    cards: Tensor
    """Packed cards of every action; 0 for the pass."""
    counts: Tensor
    """Cards of each rank of every action, int8."""
    group: Tensor
    """Group of every action; the pass has a group of its own, `len(spec.table.groups)`."""
    key: Tensor
    power: Tensor
    size: Tensor
    kind_declined: Tensor
    """What a combo counts as where it is passed on (`paiyou.games.declined`)."""
    stands_group: Tensor
    stands_key: Tensor
    candidate_cards: Tensor
    """Packed cards of every candidate: a combo, or the body of a block of several."""
    candidate_group: Tensor
    candidate_key: Tensor
    candidate_power: Tensor
    candidate_first: Tensor
    """First action of the candidate's block."""
    candidate_count: Tensor
    """Actions in the candidate's block."""
    candidate_whole: Tensor
    """Where the block is for the last cards only: how many cards the hand must have; else 0."""
    candidate_leads: Tensor
    """Whether the block may be led; an alias only follows."""

    @property
    def device(self) -> torch.device:
        """Where the tensors are."""
        return self.cards.device


def combo_tensors(spec: ClimbingSpec, device: torch.device | str) -> ComboTensors:
    """The combos of a spec on a device; made once for each."""
    return _combo_tensors(spec, str(torch.device(device)))


@lru_cache(maxsize=16)
def _combo_tensors(spec: ClimbingSpec, device: str) -> ComboTensors:
    table = spec.table
    cards = table.cards.astype(np.int64)
    group = table.group.astype(np.int64)
    group[0] = len(table.groups)
    plain = np.flatnonzero(table.body < 0)[1:]
    first_of_body = np.flatnonzero(np.diff(table.body, prepend=-1) > 0)
    sizes = np.bincount(table.body[table.body >= 0], minlength=len(first_of_body))
    alias = table.alias_action.astype(np.int64)
    first = np.concatenate([plain, first_of_body, alias])

    def candidates(plain_and_bodies: np.ndarray, aliases: np.ndarray) -> Tensor:
        return torch.from_numpy(np.concatenate([plain_and_bodies, aliases]).astype(np.int64)).to(device)

    def column(values: np.ndarray, dtype: torch.dtype = torch.int64) -> Tensor:
        return torch.from_numpy(values.astype(np.int64)).to(device, dtype)

    # A block of one combo is tried as a whole: what fits is then legal without a look at its kickers.
    tried = np.where(sizes == 1, cards[first_of_body], table.body_cards.astype(np.int64))
    opening = np.concatenate([plain, first_of_body])
    whole = np.where(table.last_only, table.size, 0)
    return ComboTensors(
        spec=spec,
        cards=column(cards),
        counts=column((cards[:, None] >> (4 * np.arange(len(spec.symbols)))) & 15, torch.int8),
        group=column(group),
        key=column(table.key),
        power=column(table.power),
        size=column(table.size),
        kind_declined=column(kinds_of_combos(table)),
        stands_group=column(table.stands_group),
        stands_key=column(table.stands_key),
        candidate_cards=candidates(np.concatenate([cards[plain], tried]), cards[alias]),
        candidate_group=candidates(group[opening], table.alias_group),
        candidate_key=candidates(table.key[opening], table.alias_key),
        candidate_power=candidates(table.power[opening], table.power[alias]),
        candidate_first=column(first),
        candidate_count=candidates(np.concatenate([np.ones_like(plain), sizes]), np.ones_like(alias)),
        candidate_whole=candidates(whole[opening], whole[alias]),
        candidate_leads=candidates(np.ones_like(opening), np.zeros_like(alias)) > 0,
    )


def contains(hands: Tensor, cards: Tensor) -> Tensor:
    """Whether packed hands contain packed cards, by one subtraction: no rank borrows from its guard bit."""
    return ((hands | GUARDS) - cards) & GUARDS == GUARDS


def unpack(packed: Tensor, ranks: int = MAX_RANKS) -> Tensor:
    """Cards of each rank of packed hands, as a new last dimension of int8."""
    shifts = torch.arange(0, 4 * ranks, 4, device=packed.device)
    return ((packed.unsqueeze(-1) >> shifts) & 15).to(torch.int8)


def total_cards(packed: Tensor) -> Tensor:
    """Number of cards of packed hands."""
    # Bytes of two ranks each hold at most 14; their sum gathers in the highest byte of the product.
    pairs = (packed & 0x0F0F0F0F0F0F0F0F) + ((packed >> 4) & 0x0F0F0F0F0F0F0F0F)
    return ((pairs * 0x0101010101010101) >> 56) & 0xFF
