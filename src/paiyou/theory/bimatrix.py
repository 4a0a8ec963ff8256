"""All equilibria of a game of two players, pure and mixed, through nashpy.

Vertex enumeration (von Stengel, "Equilibrium computation for two-player games", in Nisan et al., "Algorithmic Game
Theory", 2007, algorithm 3.5) is the default and not support enumeration (3.4): nashpy's compares with 0 to sixteen
digits and loses one equilibrium in fifty of random games (docs/theory.md), and it cannot answer degenerate games. Its
Lemke-Howson is left out: it may never return (seen with a random game of 10 x 10).
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable

import numpy as np

from paiyou.options import unknown
from paiyou.theory.inputs import Numbers, need
from paiyou.theory.normal_form import NormalFormGame

Equilibrium = tuple[Numbers, Numbers]
"""The strategies of the rows and of the columns."""

METHODS = ("vertex", "support")
SAME = 1e-7
"""Probabilities no further apart are the same."""


class DegenerateGameWarning(UserWarning):
    """The list of equilibria is not the whole story."""


def bimatrix_equilibria(game: NormalFormGame, method: str = "vertex") -> list[Equilibrium]:
    """All equilibria of a game of two players, or of a degenerate one the extreme equilibria, with a warning.

    A game is degenerate here if it has infinitely many equilibria. Two extreme ones that share a strategy are the ends
    of a line of them: every mixture of the other two strategies will do. Every equilibrium listed has been checked.
    Work grows exponentially with the number of actions: 3 s for 8 x 8.

    Example: `bimatrix_equilibria(rock_paper_scissors())` is one pair, a third of each for both.
    """
    if method not in METHODS:
        raise unknown("method", str(method), METHODS)
    if not isinstance(game, NormalFormGame) or game.players != 2:
        raise ValueError("bimatrix equilibria are those of a NormalFormGame of two players")
    found = _distinct(
        (row, column) for row, column in _candidates(game, method) if game.is_equilibrium((row, column), 1e-8)
    )
    if method == "vertex" and _lines(found):
        _warn("this game is degenerate: it has infinitely many equilibria, and these are the extreme ones")
    if method == "support" and (len(found) % 2 == 0 or any(_ties(game, pair) for pair in found)):
        _warn("this game seems to be degenerate: there may be other equilibria; method='vertex' lists the extreme ones")
    return found


def _candidates(game: NormalFormGame, method: str) -> Iterable[Equilibrium]:
    if min(game.sizes) == 1:  # there is no polytope in no dimensions; the extreme equilibria are pure
        return [(row, column) for row, column in (game.pure(*joint) for joint in game.pure_equilibria())]
    # Scaling changes no equilibrium. From 1 to 2, because the polytopes of the best responses are bounded only if all
    # payoffs are positive, and because nashpy's tolerances are meant for numbers like these.
    tables = [1 + (table - table.min()) / (np.ptp(table) or 1.0) for table in game.payoffs]
    solver = need("nashpy").Game(*tables)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # we give our own
        pairs = list(solver.vertex_enumeration() if method == "vertex" else solver.support_enumeration())
    return [(_cleaned(row), _cleaned(column)) for row, column in pairs]


def _cleaned(strategy: Numbers) -> Numbers:
    """Without the rounding errors around 0."""
    kept = np.where(strategy < 1e-12, 0.0, strategy)
    cleaned: Numbers = kept / kept.sum()
    return cleaned


def _distinct(pairs: Iterable[Equilibrium]) -> list[Equilibrium]:
    """Each once, in an order that does not depend on how they were found."""
    found: list[Equilibrium] = []
    for pair in pairs:
        if not any(_same(pair[0], other[0]) and _same(pair[1], other[1]) for other in found):
            found.append(pair)
    return sorted(found, key=lambda pair: [-round(float(share), 6) for share in np.concatenate(pair)])


def _same(one: Numbers, other: Numbers) -> bool:
    return bool((abs(one - other) <= SAME).all())


def _lines(found: list[Equilibrium]) -> bool:
    """Whether two equilibria share a strategy, and so are the ends of a line of equilibria."""
    return any(
        _same(pair[side], other[side])
        for number, pair in enumerate(found)
        for other in found[:number]
        for side in (0, 1)
    )


def _ties(game: NormalFormGame, pair: Equilibrium) -> bool:
    """Whether somebody has more best responses than the other mixes actions: the mark of a degenerate game."""
    supports = [int((strategy > SAME).sum()) for strategy in pair]
    return any(len(game.best_responses(player, pair, 1e-8)) > supports[1 - player] for player in (0, 1))


def _warn(message: str) -> None:
    warnings.warn(message, DegenerateGameWarning, stacklevel=3)
