"""Cards as a person likes to see them."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

SUIT_SIGNS = {"H": "♥", "D": "♦", "S": "♠", "C": "♣"}
JOKERS = {"B": "B(joker)", "R": "R(joker)"}


def name_of(card: str) -> str:
    """A card with its suit's sign: `"♠Q"`, `"♥10"`."""
    return JOKERS.get(card) or SUIT_SIGNS[card[0]] + card[1].replace("T", "10")


def cards_text(cards: Iterable[str], style: str = "bold") -> Text:
    """Cards in colour."""
    text = Text()
    for card in cards:
        red = card[0] in "HD" or card == "R"
        text.append(name_of(card), style=f"{style} red" if red else style).append(" ")
    return text
