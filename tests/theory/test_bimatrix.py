"""Equilibria of two players: each has no regret, and none is missing that a search over supports finds."""

import warnings
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paiyou.theory import (
    NormalFormGame,
    bimatrix_equilibria,
    prisoners_dilemma,
    rock_paper_scissors,
    solve_zero_sum,
)
from paiyou.theory.bimatrix import DegenerateGameWarning


def by_supports(game):
    """The equilibria of a game without ties: for every pair of supports, the one that leaves both indifferent."""
    first, second = game.payoffs
    found = []
    for size in range(1, min(game.sizes) + 1):
        for rows in combinations(range(game.sizes[0]), size):
            for columns in combinations(range(game.sizes[1]), size):
                chosen = np.ix_(rows, columns)
                mixed = [indifferent(second[chosen].T), indifferent(first[chosen])]
                profile = [np.zeros(game.sizes[0]), np.zeros(game.sizes[1])]
                profile[0][list(rows)], profile[1][list(columns)] = mixed
                if min(mixed[0]) > 0 and min(mixed[1]) > 0 and max(game.regrets(profile)) < 1e-10:
                    found.append(profile)
    return found


def indifferent(table):
    """The mixture of columns against which all rows are worth the same."""
    size = len(table)
    equations = np.block([[table, -np.ones((size, 1))], [np.ones((1, size)), np.zeros((1, 1))]])
    return np.linalg.solve(equations, np.append(np.zeros(size), 1))[:size]


def same(found, expected):
    """Whether two lists hold the same equilibria, in whatever order."""
    found, expected = ([np.concatenate(pair) for pair in pairs] for pairs in (found, expected))
    return len(found) == len(expected) and all(any(np.allclose(one, other) for other in found) for one in expected)


@pytest.mark.parametrize("seed", range(60))
def test_all_equilibria_of_random_games(seed):
    rng = np.random.default_rng(seed)
    rows, columns = rng.integers(1, 5, size=2)
    game = NormalFormGame(rng.normal(size=(2, rows, columns)))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = bimatrix_equilibria(game)
    assert len(found) % 2 == 1  # Wilson 1971: a game without ties has an odd number
    assert same(found, by_supports(game))


@given(st.integers(1, 4), st.integers(1, 4), st.data())
@settings(max_examples=60, deadline=None)
@pytest.mark.filterwarnings("ignore::paiyou.theory.bimatrix.DegenerateGameWarning")
def test_games_with_ties(rows, columns, data):
    """Nothing that is listed can be left with profit, all pure equilibria are in the list, nothing is listed twice."""
    values = data.draw(st.lists(st.integers(-2, 2), min_size=2 * rows * columns, max_size=2 * rows * columns))
    game = NormalFormGame(np.reshape(values, (2, rows, columns)))
    found = bimatrix_equilibria(game)
    assert found  # Nash 1950
    assert all(max(game.regrets(pair)) < 1e-9 for pair in found)
    flat = [np.concatenate(pair) for pair in found]
    for joint in game.pure_equilibria():
        assert any(np.allclose(np.concatenate(game.pure(*joint)), one) for one in flat)
    assert not any(np.allclose(one, other) for one, other in combinations(flat, 2))
    moved = NormalFormGame.bimatrix(5 * game.payoffs[0] + 3, game.payoffs[1] / 4 - 7)
    assert same(bimatrix_equilibria(moved), found)
    turned = NormalFormGame.bimatrix(game.payoffs[1].T, game.payoffs[0].T)
    assert same([(row, column) for column, row in bimatrix_equilibria(turned)], found)


def test_zero_sum_equilibria_are_interchangeable():
    """The lecture: the rows of one and the columns of another are an equilibrium too, of the same worth."""
    game = NormalFormGame.zero_sum([[1, 1, 2], [1, 1, 3], [0, 0, 9]])
    with pytest.warns(DegenerateGameWarning):
        found = bimatrix_equilibria(game)
    assert len(found) >= 4
    for row, _ in found:
        for _, column in found:
            assert game.is_equilibrium((row, column))
            assert game.utilities((row, column))[0] == pytest.approx(solve_zero_sum(game).value)


def test_known_games():
    [(row, column)] = bimatrix_equilibria(prisoners_dilemma())
    assert row.tolist() == column.tolist() == [0, 1]
    [(row, column)] = bimatrix_equilibria(rock_paper_scissors())
    assert row == pytest.approx([1 / 3] * 3)
    assert column == pytest.approx([1 / 3] * 3)
    sexes = NormalFormGame.bimatrix([[2, 0], [0, 1]], [[1, 0], [0, 2]])
    assert same(bimatrix_equilibria(sexes), [([1, 0], [1, 0]), ([0, 1], [0, 1]), ([2 / 3, 1 / 3], [1 / 3, 2 / 3])])
    assert same(bimatrix_equilibria(sexes, method="support"), bimatrix_equilibria(sexes))


class TestDegenerateGames:
    def test_the_ends_of_a_line_of_equilibria(self):
        """Von Stengel's example, (3.7) of the book: against the first row every column from 1 to 2/3 will do."""
        game = NormalFormGame.bimatrix([[3, 3], [2, 5], [0, 6]], [[3, 3], [2, 6], [3, 1]])
        with pytest.warns(DegenerateGameWarning, match="infinitely many"):
            found = bimatrix_equilibria(game)
        ends = [([1, 0, 0], [1, 0]), ([1, 0, 0], [2 / 3, 1 / 3]), ([0, 1 / 3, 2 / 3], [1 / 3, 2 / 3])]
        assert same(found, ends)
        assert game.is_equilibrium(([1, 0, 0], [0.8, 0.2]))
        assert not game.is_equilibrium(([1, 0, 0], [0.6, 0.4]))

    def test_nothing_matters(self):
        with pytest.warns(DegenerateGameWarning):
            assert len(bimatrix_equilibria(NormalFormGame(np.ones((2, 2, 3))))) == 6

    def test_one_action(self):
        game = NormalFormGame.bimatrix([[1, 2, 3]], [[5, 4, 5]])
        with pytest.warns(DegenerateGameWarning):
            assert same(bimatrix_equilibria(game), [([1], [1, 0, 0]), ([1], [0, 0, 1])])

    def test_support_enumeration_warns(self):
        game = NormalFormGame.bimatrix([[3, 3], [2, 5], [0, 6]], [[3, 3], [2, 6], [3, 1]])
        with pytest.warns(DegenerateGameWarning, match="there may be other equilibria"):
            bimatrix_equilibria(game, method="support")

    def test_support_enumeration_warns_whatever_the_number(self):
        """Three rows that are all the same to their player: three pure equilibria, and all between them."""
        game = NormalFormGame.bimatrix([[1, 0]] * 3, [[1, 0]] * 3)
        with pytest.warns(DegenerateGameWarning):
            assert len(bimatrix_equilibria(game, method="support")) == 3

    def test_what_is_almost_a_tie_is_none(self):
        """The second row is better by a ten-millionth, less than nashpy looks at."""
        game = NormalFormGame.bimatrix([[1, 0], [1 + 1e-7, 0.5]], [[1, 0], [1, 0]])
        assert same(bimatrix_equilibria(game), [([0, 1], [1, 0])])

    def test_ties_away_from_the_equilibria_do_no_harm(self):
        """The dilemma with a third action that is bad for its player and where the other does not care."""
        game = NormalFormGame.bimatrix([[-1, -5], [0, -3], [-9, -9]], [[-1, 0], [-5, -3], [0, 0]])
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert len(bimatrix_equilibria(game)) == 1


@pytest.mark.parametrize(
    ("game", "method", "message"),
    [
        (NormalFormGame(np.zeros((3, 2, 2, 2))), "vertex", "two players"),
        (NormalFormGame([[1, 2]]), "vertex", "two players"),
        ([[1, 2], [3, 4]], "vertex", "NormalFormGame"),
        (prisoners_dilemma(), "lemke-howson", "there is vertex, support"),
        (prisoners_dilemma(), None, "unknown method"),
    ],
)
def test_bad_input(game, method, message):
    with pytest.raises(ValueError, match=message):
        bimatrix_equilibria(game, method=method)
