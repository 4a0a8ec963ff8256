"""Puzzles that are made when they are asked for: always the same, of their level, and with one solution."""

from __future__ import annotations

from datetime import date

import pytest

from paiyou.endgames import solve
from paiyou.puzzles.endless import any_puzzle, day_of, is_puzzle, level_of
from paiyou.puzzles.make import SCORES
from paiyou.puzzles.puzzle import puzzles


@pytest.mark.parametrize("number", [20261118, 20261119, 20261120, 100_000_000, 123_456_789, 607_789_502])
def test_a_number_is_a_puzzle(number: int) -> None:
    one = any_puzzle(number)
    low, high = SCORES[level_of(number)]
    assert low <= one.difficulty <= high
    solution = solve(one.start())
    assert (solution.winner, len(solution.moves)) == (0, 1)
    any_puzzle.__globals__["_made"].cache_clear()
    assert any_puzzle(number) == one


def test_which_numbers_there_are() -> None:
    assert any_puzzle(17) is puzzles()[17]
    assert day_of(20261118) == date(2026, 11, 18)
    for number in (0, 61, 9_999, 20261131, 20261301, 99_999_999, 1_000_000_000):
        assert not is_puzzle(number)
        with pytest.raises(ValueError, match="there is no puzzle"):
            any_puzzle(number)
