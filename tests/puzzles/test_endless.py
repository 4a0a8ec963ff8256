"""Puzzles that are made when they are asked for: always the same, of their level, and with one solution."""

from __future__ import annotations

from datetime import date

import pytest

from paiyou.endgames import solve
from paiyou.puzzles.endless import any_puzzle, day_of, is_puzzle, level_of, search
from paiyou.puzzles.make import SCORES
from paiyou.puzzles.puzzle import puzzles


@pytest.mark.parametrize(
    "number", [20261118, 20261119, 123_456_789, 135_952_280, pytest.param(607_789_502, marks=pytest.mark.long)]
)
def test_a_number_is_a_puzzle(number: int) -> None:
    """The last one of these is found in the 4,515th deal."""
    one = any_puzzle(number)
    low, high = SCORES[level_of(number)]
    assert low <= one.difficulty <= high
    solution = solve(one.start())
    assert (solution.winner, len(solution.moves)) == (0, 1)
    any_puzzle.__globals__["_made"].cache_clear()
    assert any_puzzle(number) == one


def test_a_search_in_pieces_comes_to_the_same() -> None:
    number = 135_952_280  # a hard one
    found, deals, pieces = None, 0, 0
    while found is None:
        before = deals
        found, deals = search(number, deals, seconds=0.0)
        assert deals == before + 1, "a piece without time looks at one deal"
        pieces += 1
    assert found == any_puzzle(number)
    assert pieces == deals > 1
    with pytest.raises(ValueError, match="no puzzle was found"):
        search(number, 40_000)


def test_which_numbers_there_are() -> None:
    assert any_puzzle(17) is puzzles()[17]
    assert day_of(20261118) == date(2026, 11, 18)
    for number in (0, 61, 9_999, 20261131, 20261301, 99_999_999, 1_000_000_000):
        assert not is_puzzle(number)
        with pytest.raises(ValueError, match="there is no puzzle"):
            any_puzzle(number)
