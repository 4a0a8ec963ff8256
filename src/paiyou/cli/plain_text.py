"""Output on terminals and files that know fewer characters than we print: plain ones instead of a failure."""

from __future__ import annotations

import codecs
import sys
import unicodedata
from io import TextIOWrapper
from itertools import groupby

PLAIN = {
    "♥": "H", "♦": "D", "♠": "S", "♣": "C", "…": ".", "·": "-", "–": "-", "—": "-", "−": "-", "±": "+-", "×": "x",
    "→": "->", "≥": ">=", "≤": "<=", "“": '"', "”": '"', "’": "'",
}  # fmt: skip
"""What stands for a character where it is not known; accents are left out, and all others become a question mark."""

HANDLER = "paiyou.plain"


def speak_plainly() -> None:
    """Let standard output and standard error print what they cannot encode in plain characters."""
    codecs.register_error(HANDLER, _plain)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # somebody may have put another thing there
            stream.reconfigure(errors=HANDLER)


def knows_all(encoding: str | None) -> bool:
    """Whether any text can be written in an encoding."""
    return (encoding or "").lower().replace("-", "").startswith("utf")


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = [PLAIN.get(letter) or _without_accent(letter) for letter in error.object[error.start : error.end]]
    # One question mark for a word that cannot be written.
    parts = ["?" if letter == "?" else "".join(run) for letter, run in groupby(letters)]
    return "".join(parts), error.end


def _without_accent(letter: str) -> str:
    return unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode() or "?"
