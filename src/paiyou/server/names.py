"""Names of people: which are accepted, and whether two look the same.

A small part of Unicode's UTS 39 (Security Mechanisms): names are normalised, invisible characters and mixed scripts of
Latin, Greek and Cyrillic are refused, and names are compared by their skeletons, without case, accents or confusables.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from paiyou.server.sizes import LONGEST_NAME

MOST_MARKS = 2
"""Combining marks on one letter; more of them would overlap the lines above."""
INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Characters that count as printable and show nothing, besides variation selectors."""
ALPHABETS = ("LATIN", "GREEK", "CYRILLIC")
"""Scripts whose letters look alike."""
LOOK_ALIKE = str.maketrans(
    # Small letters of Cyrillic, then of Greek, then others (a capital I is an l to the eye),
    "аеорсухіјѕһԁԛԝкмнтв" + "αικνορτυχω" + "0i1|",
    # and what they are taken for.
    "aeopcyxljshdqwkmhtb" + "alkvoptuxw" + "olll",
)


def clean(text: str) -> str:
    """A name as it is shown; ValueError where it cannot be."""
    name = unicodedata.normalize("NFKC", text).strip()
    if not name or len(name) > LONGEST_NAME or _hides_something(name):
        raise ValueError(
            f"a name must have 1 to {LONGEST_NAME} characters that can be printed and seen, with two accents at most"
        )
    if len({alphabet for letter in name for alphabet in ALPHABETS if alphabet in unicodedata.name(letter, "")}) > 1:
        raise ValueError("a name must not mix Latin, Greek and Cyrillic letters, many of which look alike")
    return " ".join(name.split())


def _hides_something(name: str) -> bool:
    marks = MOST_MARKS  # so that a name must not begin with a combining mark
    for letter in name:
        marks = marks + 1 if unicodedata.category(letter).startswith("M") else 0
        hidden = letter in INVISIBLE or "VARIATION SELECTOR" in unicodedata.name(letter, "")
        if hidden or marks > MOST_MARKS or not letter.isprintable():
            return True
    return False


def skeleton(name: str) -> str:
    """The skeleton of a name (UTS 39): the same for names that are easily taken for each other."""
    parts = unicodedata.normalize("NFKD", name.casefold())
    seen = (letter for letter in parts if not unicodedata.category(letter).startswith("M") and not letter.isspace())
    return "".join(seen).translate(LOOK_ALIKE)


def distinct(name: str, others: Iterable[str]) -> str:
    """A name that looks like none of the others: `distinct("Ann", ["ann"])` is `"Ann (2)"`."""
    taken = {skeleton(other) for other in others}
    chosen, number = name, 1
    while skeleton(chosen) in taken:
        number += 1
        ending = f" ({number})"
        chosen = name[: LONGEST_NAME - len(ending)].rstrip() + ending
    return chosen
