"""What is to be seen of a position, before it is drawn: the chairs around the table and what lies before them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from paiyou.games.text import Text

SEAT = Text("Seat {}", "座位 {}")
TO_MOVE = Text("to move", "轮到出牌")
OUT = Text("no cards left", "牌已出完")


@dataclass(frozen=True)
class Chair:
    """One seat: its cards, as far as they may be seen, and what it has just played."""

    cards: Sequence[str] = ()
    """Cards that are seen: `"SQ"`, `"3"` where suits are not known, `"B"` and `"R"` for jokers."""
    hidden: int = 0
    """Cards of this hand that lie with their back up."""
    played: Sequence[str] = ()
    """The cards before it on the table."""
    said: Text | None = None
    """What it has just said instead, such as a pass or a bid."""
    notes: Sequence[Text] = ()
    """Its role, its points."""
    lit: bool = False
    """Whether its cards on the table are those to beat or to follow."""


@dataclass(frozen=True)
class Scene:
    """A position as it is drawn: `near` sits below, and play goes round to the right."""

    chairs: Sequence[Chair]
    near: int
    turn: int | None
    """The seat to move; None at the end."""
    aside: Sequence[str] = ()
    """Cards that lie apart from the hands, such as the landlord's three."""
    aside_title: Text | None = None
    notes: Sequence[Text] = ()
    """What is played for, and other things that all seats share."""


def plain(word: str) -> Text:
    """The same in every language: a card, a number, a name."""
    return Text(word, word)
