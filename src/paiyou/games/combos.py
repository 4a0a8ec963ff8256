"""Builds combo tables: the shapes that climbing games share, and their kickers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from paiyou.games.climbing_spec import ComboTable
from paiyou.games.packing import check_packed, count_cards, pack


class Combo(NamedTuple):
    """One action while a table is being built."""

    group: str
    key: int
    cards: int
    power: int = 0
    body: int | None = None
    """The main part of a combo with kickers; None for plain combos."""
    last_only: bool = False
    stands: tuple[str, int] | None = None
    """Group and key on the table where they differ from the combo's own; the group `""` is beaten by power alone."""


class Alias(NamedTuple):
    """Cards that are one combo when led, but may also answer another group."""

    group: str
    key: int
    cards: int


def run(start: int, length: int, copies: int) -> int:
    """`copies` of each of `length` neighbouring ranks from `start`, packed: `run(0, 5, 1)` is 34567."""
    return pack(dict.fromkeys(range(start, start + length), copies))


def sets(group: str, ranks: Sequence[int], copies: int, power: int = 0) -> Iterator[Combo]:
    """Solos, pairs, trios, bombs: `copies` of one rank."""
    for rank in ranks:
        yield Combo(group, rank, pack({rank: copies}), power)


def chain_starts(chain_ranks: int, length: int) -> range:
    """Lowest ranks of the chains of a length, where ranks 0 to `chain_ranks` - 1 may be in a chain."""
    return range(chain_ranks - length + 1)


def chains(category: str, chain_ranks: int, lengths: Sequence[int], copies: int) -> Iterator[Combo]:
    """Runs of solos, pairs or trios; the key is the top rank."""
    for length in lengths:
        for start in chain_starts(chain_ranks, length):
            yield Combo(f"{category}/{length}", start + length - 1, run(start, length, copies))


def multisets(available: Sequence[int], size: int) -> Sequence[int]:
    """All packed multisets of `size` cards with at most `available[rank]` of each rank."""
    # Grown from the highest rank down, for each number of cards: what the lower ranks are put in front of.
    grown: list[list[int]] = [[0]] + [[]] * size
    for rank, copies in reversed(list(enumerate(available))):
        if copies > 0:
            grown = [
                [
                    (taken << (4 * rank)) + rest
                    for taken in range(min(copies, cards), -1, -1)
                    for rest in grown[cards - taken]
                ]
                for cards in range(size + 1)
            ]
    return grown[size]


def pair_kickers(ranks: Sequence[int], size: int) -> Iterator[int]:
    """All packed choices of `size` pairs of different ranks."""
    for chosen in combinations(ranks, size):
        yield pack(dict.fromkeys(chosen, 2))


def build_table(combos: Sequence[Combo], aliases: Sequence[Alias] = ()) -> ComboTable:
    """Sort combos into the order of a `ComboTable` and number their groups and bodies."""
    for combo in combos:
        check_packed(combo.cards)
    # Numbered by size, so that a small hand is not tested for large combos; the combos of a group differ in size only
    # where some are for the last cards.
    size_of = {combo.cards: count_cards(combo.cards) for combo in combos}
    smallest: dict[str, int] = {}
    for combo in combos:
        smallest[combo.group] = min(smallest.get(combo.group, 99), size_of[combo.cards])
    groups = tuple(sorted(smallest, key=smallest.__getitem__))
    number = {group: place for place, group in enumerate(groups)}
    number[""] = len(groups)

    def body_of(combo: Combo, body: int) -> tuple[int, int, bool, int, int]:
        # Last cards are told by the size of the whole hand, so each size is a body of its own.
        return number[combo.group], combo.key, combo.last_only, body, size_of[combo.cards] if combo.last_only else 0

    plain = sorted(
        (combo for combo in combos if combo.body is None),
        key=lambda combo: (combo.power, number[combo.group], combo.key),
    )
    with_bodies = [(body_of(combo, combo.body), combo) for combo in combos if combo.body is not None]
    with_bodies.sort(key=itemgetter(0))
    bodies: dict[tuple[int, int, bool, int, int], int] = {}
    body_numbers = [-1] * len(plain) + [bodies.setdefault(body, len(bodies)) for body, _ in with_bodies]
    ordered = plain + [combo for _, combo in with_bodies]
    stands = [combo.stands or (combo.group, combo.key) for combo in ordered]
    action_of_cards = {combo.cards: action for action, combo in enumerate(ordered, start=1)}
    return ComboTable(
        cards=np.array([0] + [combo.cards for combo in ordered], dtype=np.uint64),
        group=np.array([0] + [number[combo.group] for combo in ordered], dtype=np.uint16),
        key=np.array([0] + [combo.key for combo in ordered], dtype=np.uint8),
        power=np.array([0] + [combo.power for combo in ordered], dtype=np.uint8),
        size=np.array([0] + [size_of[combo.cards] for combo in ordered], dtype=np.uint8),
        body=np.array([-1, *body_numbers], dtype=np.int32),
        last_only=np.array([False] + [combo.last_only for combo in ordered], dtype=np.bool_),
        stands_group=np.array([0] + [number[group] for group, _ in stands], dtype=np.uint16),
        stands_key=np.array([0] + [key for _, key in stands], dtype=np.uint8),
        body_cards=np.array([body for (_, _, _, body, _) in bodies], dtype=np.uint64),
        body_last_only=np.array([last_only for (_, _, last_only, _, _) in bodies], dtype=np.bool_),
        alias_action=np.array([action_of_cards[alias.cards] for alias in aliases], dtype=np.uint32),
        alias_group=np.array([number[alias.group] for alias in aliases], dtype=np.uint16),
        alias_key=np.array([alias.key for alias in aliases], dtype=np.uint8),
        groups=groups,
    )
