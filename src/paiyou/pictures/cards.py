"""Cards as SVG, as small cards look at the table: the page's own drawings, with the colours written into them.

The page keeps its drawings as symbols in `server/web/index.html`, and draws cards from them in `cards.js`. Here the
same symbols are read, and colours become attributes, since a style sheet inside an SVG would reach the page around it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from pathlib import Path

PAGE = Path(__file__).parents[1] / "server" / "web" / "index.html"
HEIGHT = 1.4
"""Of a card that is 1 wide."""
SUITS = "SHCD"
JOKERS = "BR"

BLACK, RED, GREY = "#1d2226", "#c0271f", "#3a4248"
PAPER, FIELD = "#fffefa", "#27584a"
INK = {"S": BLACK, "H": RED, "C": BLACK, "D": RED, "B": GREY, "R": RED}
SHARED = {
    "cap": 'fill="currentColor"',
    "skin": 'fill="#f6dcc2"',
    "hair": 'fill="#4a3526"',
    "smile": 'fill="none" stroke="#4a3526" stroke-width="2.5" stroke-linecap="round"',
    "back-edge": f'fill="{PAPER}"',
    "back-field": f'fill="{FIELD}"',
    "back-lines": 'fill="none" stroke="#5f9483" stroke-width="1.6"',
    "back-ring": 'fill="none" stroke="#d9b869" stroke-width="1.6"',
    "back-mark": 'fill="#d9b869"',
}
JESTER = {
    "R": {"gold": 'fill="#e0b14d" stroke="#8a6a1f" stroke-width="0.7"', "cap-half": 'fill="#e9c466"'},
    "B": {"gold": 'fill="#c9ced1" stroke="#5b6469" stroke-width="0.7"', "cap-half": 'fill="#9aa3a8"'},
}
"""Classes of the page's style sheet cards.css as attributes; a test holds the colours to it."""


class Cards:
    """Draws cards, and remembers the symbols that they need."""

    def __init__(self) -> None:
        self._used: dict[str, str] = {}

    def definitions(self) -> str:
        """The symbols of all cards drawn so far, to stand before them."""
        return f"<defs>{''.join(self._used.values())}</defs>"

    def face(self, card: str, x: float, y: float, width: float, lit: bool = False, covered: bool = False) -> str:
        """A card face up, its upper left corner at (x, y); `covered`: another lies over its right side."""
        edge = (
            ' stroke="#f4cf7c" stroke-width="5"' if lit else ' stroke="#281e0a" stroke-opacity="0.3" stroke-width="2"'
        )
        paper = f'<rect x="1" y="1" width="98" height="138" rx="9" fill="{PAPER}" {edge}/>'
        ink = INK.get(card[0] if len(card) == 2 or card in JOKERS else "", BLACK)
        drawing = "".join(self._face(card, covered))
        return (
            f'<g transform="translate({_number(x)} {_number(y)}) scale({_number(width / 100)})" color="{ink}" '
            f'fill="currentColor" data-card="{escape(card)}">{paper}{drawing}</g>'
        )

    def back(self, x: float, y: float, width: float) -> str:
        """A card face down."""
        mark = self._use("card-back", 0, 0, 100, HEIGHT * 100)
        return (
            f'<g transform="translate({_number(x)} {_number(y)}) scale({_number(width / 100)})" class="back">{mark}</g>'
        )

    def row(self, cards: Sequence[str], x: float, y: float, width: float, step: float, lit: bool = False) -> str:
        """Cards that lie over each other, each `step` further to the right."""
        last = len(cards) - 1
        return "".join(
            self.face(card, x + place * step, y, width, lit, covered=place < last) for place, card in enumerate(cards)
        )

    def _face(self, card: str, covered: bool) -> Iterator[str]:
        if card in JOKERS:
            yield self._use(f"jester-{card}", 36, 34, 58, 58)
            star = 'fill="none" stroke="currentColor"' if card == "B" else 'stroke="currentColor"'
            yield f'<g {star} stroke-width="8" stroke-linejoin="round">{self._use("star", 60, 106, 24, 24)}</g>'
            word = self._use("joker-word", 18 - 23 * 0.52, 25 - 23 * 0.87, 23 * 1.04, 23 * 5.04)
            yield f'<g font-weight="700">{word}</g>'
        elif len(card) == 2 and card[0] in SUITS and _has(f"rank-{card[1]}"):
            yield self._index(card[1])
            yield self._use(f"suit-{card[0]}", 24 - 15, 65 - 15, 30, 30)
            yield self._use(f"suit-{card[0]}", 65 - 26, 104 - 26, 52, 52)
        elif _has(f"rank-{card}"):
            yield self._index(card)
            if not covered:  # half a figure upside down would be taken for another
                yield f'<g transform="rotate(180 50 70)">{self._index(card)}</g>'
        else:
            size = _number(min(56, 140 / len(card)))
            yield f'<text x="50" y="90" font-size="{size}" font-weight="700" text-anchor="middle">{escape(card)}</text>'

    def _index(self, rank: str) -> str:
        return f'<g font-weight="700">{self._use(f"rank-{rank}", 24 - 23, 43 - 0.78 * 46, 46, 46)}</g>'

    def _use(self, name: str, x: float, y: float, width: float, height: float) -> str:
        if name not in self._used:
            self._used[name] = _symbol(name)
        size = f'width="{_number(width)}" height="{_number(height)}"'
        return f'<use href="#paiyou-{name}" x="{_number(x)}" y="{_number(y)}" {size}/>'


@cache
def _symbols() -> dict[str, str]:
    """The page's symbols by their names."""
    found = re.finditer(r'<symbol id="([\w-]+)".*?</symbol>', PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return {match[1]: match[0] for match in found}


def _has(name: str) -> bool:
    return name in _symbols()


@cache
def _symbol(name: str) -> str:
    """A symbol with its colours, under a name that no page around the picture uses."""
    source, _, joker = name.partition("-") if name.startswith("jester") else (name, "", "")
    colours = SHARED | JESTER.get(joker, {})
    text = re.sub(r'class="([\w-]+)"', lambda found: colours[found[1]], _symbols()[source])
    text = re.sub(r">\s+<", "><", text)
    return text.replace(f'id="{source}"', f'id="paiyou-{name}"', 1)


def _number(value: float) -> str:
    """As short as it can be written."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
