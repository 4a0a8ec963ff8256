"""Puzzles without end, made when they are asked for: a number is a puzzle, and always the same one.

Numbers up to 9,999 are those of the package; a date such as 20261118 is the puzzle of that day; nine digits are any
others. Such a number says where to look: deals are played until one comes to an endgame of the level wanted in which
the solver finds exactly one winning move.
"""

from __future__ import annotations

import time
from datetime import date
from functools import lru_cache
from math import inf

from paiyou.puzzles.make import SCORES, find_in
from paiyou.puzzles.puzzle import LEVELS, Puzzle, puzzles

FIRST, LAST = 100_000_000, 999_999_999
"""Numbers that are no days."""
MOST_DEALS = 40_000
"""Of a hard one there is one in some 1,100 deals, so that one number in 10^15 has none."""


def is_puzzle(number: int) -> bool:
    """Whether there is a puzzle of a number."""
    return number in puzzles() or FIRST <= number <= LAST or day_of(number) is not None


def day_of(number: int) -> date | None:
    """The day whose puzzle a number is."""
    try:
        return date(number // 10_000, number // 100 % 100, number % 100) if 2000_01_01 <= number < 2100_01_01 else None
    except ValueError:
        return None


def level_of(number: int) -> str:
    """The level of a puzzle that is made: every third number is a hard one."""
    return LEVELS[number % len(LEVELS)]


def any_puzzle(number: int) -> Puzzle:
    """The puzzle of a number; ValueError where there is none."""
    if not is_puzzle(number):
        raise ValueError(f"there is no puzzle {number}: write 1 to {len(puzzles())}, a day as 20261118, or nine digits")
    return puzzles().get(number) or _made(number)


@lru_cache(maxsize=256)
def _made(number: int) -> Puzzle:
    found, _ = search(number)
    assert found is not None, "without a limit of time it is found, or search says that it is not there"
    return found


def search(number: int, begin: int = 0, seconds: float = inf) -> tuple[Puzzle | None, int]:
    """Look for the puzzle of a number from deal `begin` on: it, or None where the time is up, and the next deal.

    `begin` must be what an earlier search came to, so that a number is always the same puzzle. ValueError where no
    deal has one.
    """
    level = level_of(number)
    (low, high), end = SCORES[level], time.monotonic() + seconds
    for deal in range(begin, MOST_DEALS):
        found = find_in(number, deal)
        if found is not None and low <= found.score <= high:
            return Puzzle(number, level, found.score, found.hands, found.last), deal + 1
        if time.monotonic() > end:
            return None, deal + 1
    raise ValueError(f"no puzzle was found for the number {number}: try another")
