"""The chains and the groups of a climbing game as arrays: what is told apart at a glance in a hand.

Whoever estimates how many moves empty a hand, or the best that it has of every group, reads these: `paiyou.learn` on
torch and Triton, and the core's play-out networks.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.packing import unpack


class Shapes(NamedTuple):
    """The chains and the groups of a spec as arrays."""

    chain_counts: np.ndarray
    """Cards of each rank [C, R]."""
    chain_kickers: np.ndarray
    """Kickers that each chain takes along [C]."""
    trio_kickers: int
    """1 where a trio may take a kicker."""
    quad_kickers: int
    """2 where a quad may take two."""
    rocket: np.ndarray
    """Cards of each rank of the combo with power that is not four alike; zeros where there is none [R]."""
    member_counts: np.ndarray
    """Each group's combos or bodies by key: cards of each rank [G, K, R]; 9 of everything where there is none."""
    group_power: np.ndarray
    """Power of each group's combos [G]."""
    group_size: np.ndarray
    """Cards of each group's smallest combo [G]."""


@lru_cache(maxsize=16)
def shapes(spec: ClimbingSpec) -> Shapes:
    """The shapes of a spec."""
    table, ranks = spec.table, len(spec.symbols)

    def counts(cards: int) -> list[int]:
        return unpack(int(cards))[:ranks]

    bodies = [counts(cards) for cards in table.body_cards]
    planes = {tuple(body) for body in bodies if sum(number > 0 for number in body) > 1}
    chains, kickers, rocket = [], [], [0] * ranks
    for action in np.flatnonzero(table.body < 0)[1:]:
        cards = counts(table.cards[action])
        if sum(number > 0 for number in cards) < 2:
            continue
        if table.power[action] > 0:
            rocket = cards
        else:
            chains.append(cards)
            kickers.append(sum(number > 0 for number in cards) if tuple(cards) in planes else 0)
    members = np.full((len(table.groups), ranks, ranks), 9, dtype=np.int64)
    for action in np.flatnonzero(table.body < 0)[1:]:
        members[table.group[action], table.key[action]] = counts(table.cards[action])
    for first in np.flatnonzero(np.diff(table.body, prepend=-1) > 0):
        members[table.group[first], table.key[first]] = counts(table.body_cards[table.body[first]])
    single = [max(body) for body in bodies if sum(number > 0 for number in body) == 1]
    return Shapes(
        chain_counts=np.array(chains, dtype=np.int64).reshape(len(chains), ranks),
        chain_kickers=np.array(kickers, dtype=np.int64),
        trio_kickers=int(3 in single),
        quad_kickers=2 * int(4 in single),
        rocket=np.array(rocket, dtype=np.int64),
        member_counts=members,
        group_power=np.array([table.power[table.group == group].max() for group in range(len(table.groups))]),
        group_size=np.array([table.size[1:][table.group[1:] == group].min() for group in range(len(table.groups))]),
    )
