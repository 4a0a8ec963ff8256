"""A scene drawn: the others above, each over what lies before him, and the near seat's hand below."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from paiyou.games.text import Text
from paiyou.pictures.cards import HEIGHT, Cards
from paiyou.pictures.scene import OUT, SEAT, TO_MOVE, Chair, Scene

WIDTH, EDGE = 720.0, 18.0
FELT, INK, FAINT, LIT = "#2a5c4d", "#f3efe3", "#c5d5cb", "#f4cf7c"
SERIF = "Georgia, 'Times New Roman', 'Noto Serif', 'Liberation Serif', serif"
SANS = "system-ui, 'Segoe UI', 'Noto Sans', 'Noto Sans SC', 'PingFang SC', 'Microsoft YaHei', sans-serif"
HAND, SMALL, PLAYED, LEAST = 62.0, 36.0, 46.0, 0.44
"""Widths of cards in the near hand, in other hands and on the table; the least share of a card that stays free."""


def draw(scene: Scene, language: str, title: str) -> str:
    """The whole picture; `title` is what is said instead of it."""
    cards = Cards()
    # The next player sits to the right, as at the table, so the seats after the near one come from right to left.
    others = [(scene.near + after) % len(scene.chairs) for after in range(len(scene.chairs) - 1, 0, -1)]
    column = (WIDTH - 2 * EDGE) / max(1, len(others))
    parts, height = [], 0.0
    for place, seat in enumerate(others):
        left = EDGE + place * column + (10 if place else 0)
        drawn, depth = _other(scene, seat, left, column - (10 if place else 0), cards, language)
        parts.append(drawn)
        height = max(height, depth)
    drawn, height = _near(scene, height + 12, cards, language)
    parts.append(drawn)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {height:g}" width="{WIDTH:g}" '
        f'height="{height:g}" role="img" font-family="{escape(SERIF)}">'
        f'<title>{escape(title)}</title>{cards.definitions()}<rect width="{WIDTH:g}" height="{height:g}" rx="12" '
        f'fill="{FELT}"/>{"".join(parts)}</svg>'
    )


def draw_cards(hand: Sequence[str], width: float = 46.0) -> str:
    """Some cards in a row, without a table: for rules and texts."""
    cards, step = Cards(), width * 0.62
    row = cards.row(hand, 1, 1, width, step)
    across, down = width + step * (len(hand) - 1) + 2, width * HEIGHT + 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across:g} {down:g}" width="{across:g}" '
        f'height="{down:g}" role="img" font-family="{escape(SERIF)}"><title>{escape(" ".join(hand))}</title>'
        f"{cards.definitions()}{row}</svg>"
    )


def _other(scene: Scene, seat: int, left: float, width: float, cards: Cards, language: str) -> tuple[str, float]:
    """A seat above: its name, its hand, what it has played; and where that ends."""
    chair, top = scene.chairs[seat], EDGE
    drawn = [_name(scene, seat, left, top + 12, language)]
    top += 22
    rows = _rows(chair, SMALL, width)
    for faces, hidden in rows:
        drawn.append(_hand(faces, hidden, left, top, SMALL, width, cards))
        top += SMALL * HEIGHT + 4
    if not rows:
        drawn.append(_text(_words(OUT, language), left, top + 14, 13, FAINT))
        top += SMALL * HEIGHT + 4
    if any(each.played or each.said for each in scene.chairs):
        drawn.append(_before(chair, left, top + 8, width, cards, language))
        top += 8 + PLAYED * HEIGHT
    return "".join(drawn), top


def _near(scene: Scene, top: float, cards: Cards, language: str) -> tuple[str, float]:
    """The seat below: what it has played, what lies apart, its name and its hand."""
    chair, drawn = scene.chairs[scene.near], []
    has_aside = bool(scene.aside or scene.notes)
    if chair.played or chair.said or has_aside:
        middle = WIDTH / 2 - (PLAYED * (1 + LEAST * (len(chair.played) - 1)) / 2 if chair.played else 30)
        drawn.append(_before(chair, max(middle, 200 if has_aside else EDGE), top, WIDTH / 2, cards, language))
        drawn.append(_aside(scene, top, cards, language))
        top += PLAYED * HEIGHT + 12
    drawn.append(_name(scene, scene.near, EDGE, top + 12, language))
    top += 22
    rows = _rows(chair, HAND, WIDTH - 2 * EDGE)
    for faces, hidden in rows:
        drawn.append(_hand(faces, hidden, EDGE, top, HAND, WIDTH - 2 * EDGE, cards))
        top += HAND * HEIGHT + 4
    if not rows:
        drawn.append(_text(_words(OUT, language), EDGE, top + 14, 13, FAINT))
        top += 24
    return "".join(drawn), round(top + EDGE - 4)


def _aside(scene: Scene, top: float, cards: Cards, language: str) -> str:
    title = [scene.aside_title] if scene.aside and scene.aside_title is not None else []
    words = " · ".join(_words(text, language) for text in (*title, *scene.notes))
    row = cards.row(scene.aside, EDGE, top + 18, 28, 28 * 0.8)
    return _text(words, EDGE, top + 12, 13, FAINT) + row


def _before(chair: Chair, left: float, top: float, width: float, cards: Cards, language: str) -> str:
    """What lies before a seat on the table, or what it has said."""
    if chair.said is not None:
        return _text(_words(chair.said, language), left, top + 20, 15, INK)
    step = _step(len(chair.played), PLAYED, width)
    return cards.row(chair.played, left, top, PLAYED, step, chair.lit)


def _rows(chair: Chair, card: float, width: float) -> list[tuple[Sequence[str], int]]:
    """A hand in as many rows as leave enough of every card free; cards that are seen, and backs, of each row."""
    fits = max(1, int((width - card) / (card * LEAST)) + 1)
    seen = [chair.cards[start : start + fits] for start in range(0, len(chair.cards), fits)]
    rows: list[tuple[Sequence[str], int]] = [(row, 0) for row in seen]
    if chair.hidden:
        last = rows.pop()[0] if rows else ()
        rows.append((last, chair.hidden))
    return rows


def _hand(faces: Sequence[str], hidden: int, left: float, top: float, card: float, width: float, cards: Cards) -> str:
    """Backs, close together, then cards that are seen."""
    step = min(7.0, width * 0.5 / max(1, hidden))
    backs = "".join(cards.back(left + number * step, top, card) for number in range(hidden))
    start = left + (card + step * (hidden - 1) + 8 if hidden else 0)
    return backs + cards.row(faces, start, top, card, _step(len(faces), card, width - (start - left)))


def _step(number: int, card: float, width: float) -> float:
    """From one card to the next: no more than two thirds of a card, and no more than fits."""
    return min(card * 0.66, (width - card) / max(1, number - 1))


def _name(scene: Scene, seat: int, left: float, line: float, language: str) -> str:
    chair = scene.chairs[seat]
    to_move = [] if seat != scene.turn else [_words(TO_MOVE, language)]
    number = len(chair.cards) + chair.hidden
    notes = " · ".join([*(_words(note, language) for note in chair.notes), str(number), *to_move])
    name = escape(_words(SEAT, language).format(seat))
    return (
        f'<text x="{left:g}" y="{line:g}" font-size="13" font-family="{escape(SANS)}" fill="{LIT if to_move else INK}">'
        f'<tspan font-weight="700">{name}</tspan> · {escape(notes)}</text>'
    )


def _text(words: str, left: float, line: float, size: float, colour: str) -> str:
    return (
        f'<text x="{left:g}" y="{line:g}" font-size="{size:g}" font-family="{escape(SANS)}" fill="{colour}">'
        f"{escape(words)}</text>"
    )


def _words(text: Text, language: str) -> str:
    return text.zh if language == "zh" else text.en
