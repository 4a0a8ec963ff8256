"""Zero-sum games: what both strategies guarantee must meet, and known values must come out."""

import nashpy
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paiyou.theory import NormalFormGame, prisoners_dilemma, rock_paper_scissors, solve_zero_sum


@st.composite
def tables(draw):
    rows, columns = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    row = st.lists(st.integers(-9, 9), min_size=columns, max_size=columns)
    return np.array(draw(st.lists(row, min_size=rows, max_size=rows)))


@given(tables())
@settings(max_examples=60, deadline=None)
def test_what_the_rows_can_have_the_columns_cannot_deny(table):
    """Each guarantee bounds the value from its own side, so where they meet both are optimal."""
    solution = solve_zero_sum(table)
    assert solution.low == min(solution.row @ table)
    assert solution.high == max(table @ solution.column)
    assert solution.low == pytest.approx(solution.high, abs=1e-9)
    assert solution.value == pytest.approx(solution.low, abs=1e-9)
    for strategy in (solution.row, solution.column):
        assert (strategy >= 0).all()
        assert strategy.sum() == pytest.approx(1, abs=1e-12)
    game = NormalFormGame.zero_sum(table)
    assert game.is_equilibrium((solution.row, solution.column), 1e-8)
    for joint in game.pure_equilibria():  # saddle points, all worth the same
        assert table[joint] == pytest.approx(solution.value, abs=1e-9)


@given(tables())
@settings(max_examples=30, deadline=None)
def test_turned_shifted_and_scaled_games(table):
    value = solve_zero_sum(table).value
    assert solve_zero_sum(-table.T).value == pytest.approx(-value, abs=1e-8)
    assert solve_zero_sum(3 * table - 5).value == pytest.approx(3 * value - 5, abs=1e-8)
    assert solve_zero_sum(table * 1e-9).value == pytest.approx(value * 1e-9, abs=1e-17)
    assert solve_zero_sum(table * 1e9).value == pytest.approx(value * 1e9, abs=10)


def test_two_by_two_by_hand():
    """Without a saddle point the value is (ad - bc) / (a + d - b - c)."""
    rng = np.random.default_rng(3)
    mixed = 0
    for _ in range(200):
        (a, b), (c, d) = table = rng.normal(size=(2, 2))
        if not NormalFormGame.zero_sum(table).pure_equilibria():
            mixed += 1
            solution = solve_zero_sum(table)
            assert solution.value == pytest.approx((a * d - b * c) / (a + d - b - c))
            assert solution.row == pytest.approx(np.array([d - c, a - b]) / (a + d - b - c))
            assert solution.column == pytest.approx(np.array([d - b, a - c]) / (a + d - b - c))
    assert mixed > 40


def test_nashpy_agrees():
    rng = np.random.default_rng(4)
    for _ in range(20):
        table = rng.normal(size=rng.integers(2, 7, size=2))
        row, column = nashpy.Game(table).linear_program()
        assert solve_zero_sum(table).value == pytest.approx(row @ table @ column, abs=1e-8)


def test_known_games():
    solution = solve_zero_sum(rock_paper_scissors())
    assert solution.value == pytest.approx(0, abs=1e-12)
    assert solution.row == pytest.approx([1 / 3] * 3)
    assert solution.column == pytest.approx([1 / 3] * 3)
    pennies = solve_zero_sum([[1, -1], [-1, 1]])
    assert pennies.value == pytest.approx(0, abs=1e-12)
    assert pennies.row == pytest.approx([0.5, 0.5])
    # Two-finger morra as it is usually told: odd pays, 7/12 of one finger, and 1/12 to the player who wants odd.
    morra = solve_zero_sum([[-2, 3], [3, -4]])
    assert morra.value == pytest.approx(1 / 12)
    assert morra.row == pytest.approx([7 / 12, 5 / 12])
    assert solve_zero_sum([[7]]).value == 7
    assert solve_zero_sum(np.full((3, 2), 2.5)).value == 2.5


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (prisoners_dilemma(), "zero-sum"),
        (NormalFormGame(np.zeros((3, 2, 2, 2))), "two players"),
        ([1, 2, 3], "rows and columns"),
        (np.zeros((0, 3)), "rows and columns"),
        (np.zeros((2, 2, 2)), "rows and columns"),
        ([[1, float("nan")]], "NaN"),
        ([["a"]], "no text"),
        (None, "table of numbers"),
    ],
)
def test_bad_input(game, message):
    with pytest.raises(ValueError, match=message):
        solve_zero_sum(game)
