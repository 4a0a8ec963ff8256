"""The value of a zero-sum matrix game and both players' optimal strategies, by linear programming.

The lecture, "Two-Player Zero-Sum Games": the rows look for

    max over pi in PD(A) of min over o in O of sum over a of pi(a) * R(a, o),

which is the linear program: v as large as possible with sum_a pi(a) R(a, o) >= v for every o. The columns' program is
the same one for the turned table, and its dual, so both have one value (von Neumann 1928). SciPy's HiGHS solves it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from paiyou.theory.inputs import Numbers, need, read_numbers
from paiyou.theory.normal_form import NormalFormGame


@dataclass(frozen=True)
class ZeroSumSolution:
    """A pair of optimal strategies and what they guarantee; the true value is between the two guarantees."""

    row: Numbers
    column: Numbers
    low: float
    """What the rows get at least with their strategy, whatever the columns play."""
    high: float
    """What the rows get at most against the columns' strategy."""

    @property
    def value(self) -> float:
        """The value of the game for the rows."""
        return (self.low + self.high) / 2


def solve_zero_sum(game: NormalFormGame | ArrayLike) -> ZeroSumSolution:
    """Optimal strategies of a zero-sum game, given as such or by what the rows win.

    Example: `solve_zero_sum([[1, -1], [-1, 1]]).row` is half and half, and the value 0.
    """
    table = _matrix(game)
    spread = float(np.ptp(table))
    scaled = (table - table.min()) / (spread or 1.0)  # HiGHS knows what is small among numbers from 0 to 1
    row, column = _strategy(scaled), _strategy(1 - scaled.T)
    low, high = float((row @ table).min()), float((table @ column).max())
    if high - low > 1e-6 * spread:
        raise RuntimeError(f"the two linear programs disagree: {low} and {high}")
    return ZeroSumSolution(row, column, low, high)


def _matrix(game: NormalFormGame | ArrayLike) -> Numbers:
    if isinstance(game, NormalFormGame):
        if game.players != 2 or not np.array_equal(game.payoffs[0], -game.payoffs[1]):
            raise ValueError("a zero-sum game is needed: two players, each losing exactly what the other wins")
        matrix: Numbers = game.payoffs[0]
        return matrix
    table = read_numbers(game, "payoffs of the rows")
    if table.ndim != 2 or not table.size:
        raise ValueError(f"payoffs of the rows must be a table of rows and columns, not of shape {table.shape}")
    return table


def _strategy(table: Numbers) -> Numbers:
    """The rows' program; its variables are their probabilities and, last, the value v."""
    rows, columns = table.shape
    solution = need("scipy.optimize").linprog(
        c=np.append(np.zeros(rows), -1.0),
        A_ub=np.column_stack([-table.T, np.ones(columns)]),
        b_ub=np.zeros(columns),
        A_eq=np.append(np.ones(rows), 0.0)[np.newaxis],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
        method="highs",
    )
    if solution.status != 0:
        raise RuntimeError(f"HiGHS found no solution: {solution.message}")
    strategy = np.clip(solution.x[:rows], 0.0, None)
    optimal: Numbers = strategy / strategy.sum()
    return optimal
