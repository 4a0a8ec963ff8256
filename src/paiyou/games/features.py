"""Feature layouts: what a network is told, described once and written by the C++ core and by torch alike.

A set of cards is as many numbers as the deck has cards: for each rank, low to high, a one for every card of it in the
set, then zeros up to the number the deck has.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Feature(IntEnum):
    """What a block of numbers says; the values are those of `core/families/climbing/features.hpp`."""

    HAND = 0
    """Own cards."""
    UNSEEN = 1
    """The other hands together."""
    STANDING = 2
    """The combo to beat; nothing when leading."""
    PLAYED = 3
    """All that a seat has played."""
    LAST_MOVE = 4
    """What a seat did last; nothing for a pass."""
    CARDS_LEFT = 5
    """One-hot: how many cards a seat holds, one card first."""
    BOMBS = 6
    """One-hot: bombs and rockets played so far, none first."""


@dataclass(frozen=True)
class Block:
    """One block of a state's features."""

    feature: Feature
    seat: int = 0
    """Whose, counted from the landlord in playing order."""
    size: int = 0
    """Length of a one-hot block; card blocks are as long as the deck."""


@dataclass(frozen=True)
class Layout:
    """The features of a decision: blocks per position (counted from the landlord), and a number of last moves."""

    name: str
    positions: tuple[tuple[Block, ...], ...]
    history: int


LANDLORD, DOWN, UP = 0, 1, 2


def _peasant(partner: int) -> tuple[Block, ...]:
    return (
        Block(Feature.HAND),
        Block(Feature.UNSEEN),
        Block(Feature.PLAYED, LANDLORD),
        Block(Feature.PLAYED, partner),
        Block(Feature.STANDING),
        Block(Feature.LAST_MOVE, LANDLORD),
        Block(Feature.LAST_MOVE, partner),
        Block(Feature.CARDS_LEFT, LANDLORD, 20),
        Block(Feature.CARDS_LEFT, partner, 17),
        Block(Feature.BOMBS, size=15),
    )


DOUZERO = Layout(
    name="douzero",
    positions=(
        (
            Block(Feature.HAND),
            Block(Feature.UNSEEN),
            Block(Feature.STANDING),
            Block(Feature.PLAYED, UP),
            Block(Feature.PLAYED, DOWN),
            Block(Feature.CARDS_LEFT, UP, 17),
            Block(Feature.CARDS_LEFT, DOWN, 17),
            Block(Feature.BOMBS, size=15),
        ),
        _peasant(UP),
        _peasant(DOWN),
    ),
    history=15,
)
"""Tables 4 and 5 of DouZero, in the order of DouZero's program: 319 numbers for the landlord, 430 for a peasant."""

LAYOUTS = {layout.name: layout for layout in (DOUZERO,)}
