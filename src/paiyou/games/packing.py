"""Cards as numbers: a hand is one 64-bit integer with four bits per rank, as in `core/cards/packed.hpp`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

MAX_RANKS = 15
"""Ranks that fit into a packed hand."""

MAX_COPIES = 7
"""Cards of a rank that fit: the fourth bit guards the containment test."""

_EVEN_RANKS = 0x0F0F0F0F0F0F0F0F
_BEYOND = ~sum(MAX_COPIES << (4 * rank) for rank in range(MAX_RANKS))


def check_packed(packed: int) -> None:
    """ValueError for what is no packed hand: ranks above 14, or more than 7 cards of a rank."""
    if packed & _BEYOND:
        raise ValueError(
            f"a hand has room for {MAX_RANKS} ranks, numbered from 0 to {MAX_RANKS - 1}, and {MAX_COPIES} cards of "
            "each; make the game with fewer"
        )


def pack(counts: Mapping[int, int] | Iterable[int]) -> int:
    """Pack rank counts, given as a mapping or one rank per card: `pack([0, 0, 2])` is two of rank 0, one of rank 2."""
    if isinstance(counts, Mapping):
        return sum(number << (4 * rank) for rank, number in counts.items())
    return sum(1 << (4 * rank) for rank in counts)


def unpack(packed: int) -> list[int]:
    """Cards of each rank in a packed hand, lowest rank first; always 15 numbers."""
    return [(packed >> (4 * rank)) & 0xF for rank in range(MAX_RANKS)]


def count_cards(packed: int) -> int:
    """How many cards a packed hand has."""
    # Neighbours are added to bytes; a number and the sum of its bytes leave the same rest when divided by 255.
    return ((packed & _EVEN_RANKS) + (packed >> 4 & _EVEN_RANKS)) % 255


def write_cards(packed: int, symbols: str) -> str:
    """A packed hand in the one order: `write_cards(pack([0, 0, 2]), "345")` is `"335"`."""
    return "".join([symbol * ((packed >> (4 * rank)) & 0xF) for rank, symbol in enumerate(symbols)])


def write_all_cards(hands: Iterable[int], symbols: str) -> list[str]:
    """Many packed hands: tens of thousands of them have few different sets of four ranks in common."""
    quarters: list[dict[int, str]] = [{} for _ in range(0, len(symbols), 4)]
    written = []
    for packed in hands:
        text = ""
        for quarter, known in enumerate(quarters):
            part = packed >> (16 * quarter) & 0xFFFF
            if part:
                if part not in known:
                    known[part] = write_cards(part, symbols[4 * quarter : 4 * quarter + 4])
                text += known[part]
        written.append(text)
    return written
