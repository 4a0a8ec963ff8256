"""Names of people: what can be seen of them, and whether two look the same.

After Unicode's UTS 39, in small: compatibility forms are one, nothing invisible stays, letters of Latin, Greek and
Cyrillic are not mixed in one name, and the capitals and accents that decide nothing for the eye are left out when two
names are compared.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from paiyou.server.sizes import LONGEST_NAME

MOST_MARKS = 2
"""Accents on one letter; more of them climb over the lines above."""
INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Characters that count as printable and show nothing; variation selectors besides."""
ALPHABETS = ("LATIN", "GREEK", "CYRILLIC")
"""Whose letters look alike."""
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
    marks = MOST_MARKS  # one more than enough for a first character that is none
    for letter in name:
        marks = marks + 1 if unicodedata.category(letter).startswith("M") else 0
        hidden = letter in INVISIBLE or "VARIATION SELECTOR" in unicodedata.name(letter, "")
        if hidden or marks > MOST_MARKS or not letter.isprintable():
            return True
    return False


def look(name: str) -> str:
    """What two names that are easily taken for each other have in common."""
    parts = unicodedata.normalize("NFKD", name.casefold())
    seen = (letter for letter in parts if not unicodedata.category(letter).startswith("M") and not letter.isspace())
    return "".join(seen).translate(LOOK_ALIKE)


def distinct(name: str, others: Iterable[str]) -> str:
    """A name that looks like none of the others: `distinct("Ann", ["ann"])` is `"Ann (2)"`."""
    taken = {look(other) for other in others}
    chosen, number = name, 1
    while look(chosen) in taken:
        number += 1
        ending = f" ({number})"
        chosen = name[: LONGEST_NAME - len(ending)].rstrip() + ending
    return chosen
