"""Normal-form games against sums over all joint actions, written out here."""

import itertools
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paiyou.theory import NormalFormGame, prisoners_dilemma, rock_paper_scissors


@st.composite
def games(draw):
    """Up to four players with up to four actions; few different payoffs, so that there are ties."""
    sizes = draw(st.lists(st.integers(1, 4), min_size=1, max_size=4))
    count = len(sizes) * int(np.prod(sizes))
    payoffs = draw(st.lists(st.integers(-3, 3), min_size=count, max_size=count))
    return NormalFormGame(np.reshape(payoffs, (len(sizes), *sizes)))


@st.composite
def profiles(draw, game):
    """Mixed, and with actions that are never played."""
    weights = [draw(st.lists(st.integers(0, 4), min_size=size, max_size=size).filter(any)) for size in game.sizes]
    return [np.array(row) / sum(row) for row in weights]


def joints(game):
    return itertools.product(*map(range, game.sizes))


def expected(game, profile, player):
    total = 0.0
    for joint in joints(game):
        chance = 1.0
        for other, action in enumerate(joint):
            chance *= profile[other][action]
        total += chance * game.payoffs[(player, *joint)]
    return total


def switched(game, profile, player, action):
    """The profile with one player on one action."""
    return [np.eye(game.sizes[who])[action] if who == player else own for who, own in enumerate(profile)]


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_utilities_regrets_and_best_responses_are_sums_over_joint_actions(data):
    game = data.draw(games())
    profile = data.draw(profiles(game))
    utilities = game.utilities(profile)
    for player in range(game.players):
        assert utilities[player] == pytest.approx(expected(game, profile, player), abs=1e-12)
        alone = [expected(game, switched(game, profile, player, a), player) for a in range(game.sizes[player])]
        assert game.action_utilities(player, profile) == pytest.approx(alone, abs=1e-12)
        assert game.regrets(profile)[player] == pytest.approx(max(alone) - utilities[player], abs=1e-12)
        assert game.best_responses(player, profile) == tuple(
            action for action, utility in enumerate(alone) if utility > max(alone) - 1e-9
        )
    assert (game.regrets(profile) >= 0).all()


@given(games())
@settings(max_examples=100, deadline=None)
def test_pure_equilibria_are_the_joint_actions_nobody_leaves(game):
    stable = []
    for joint in joints(game):
        gains = [
            game.payoffs[(player, *joint[:player], action, *joint[player + 1 :])] - game.payoffs[(player, *joint)]
            for player in range(game.players)
            for action in range(game.sizes[player])
        ]
        if max(gains) <= 0:
            stable.append(joint)
        assert game.is_equilibrium(game.pure(*joint)) == (max(gains) <= 0)
    assert game.pure_equilibria() == stable


@given(games(), st.booleans())
@settings(max_examples=100, deadline=None)
def test_dominated_actions_are_beaten_everywhere(game, strictly):
    for player in range(game.players):
        dominated = []
        for action in range(game.sizes[player]):
            for other in range(game.sizes[player]):
                gains = [
                    game.payoffs[(player, *joint[:player], other, *joint[player + 1 :])]
                    - game.payoffs[(player, *joint)]
                    for joint in joints(game)
                    if joint[player] == action
                ]
                if min(gains) > 0 or (not strictly and min(gains) == 0 and max(gains) > 0):
                    dominated.append(action)
                    break
        assert game.dominated(player, strictly) == tuple(dominated)


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_scaling_and_shifting_payoffs_changes_nobody_s_mind(data):
    """By powers of two and whole numbers, so that the payoffs stay exact; tiny and huge scales too."""
    game = data.draw(games())
    profile = data.draw(profiles(game))
    factors = [2.0 ** data.draw(st.integers(-30, 30)) for _ in range(game.players)]
    shifts = [data.draw(st.integers(-1000, 1000)) for _ in range(game.players)]
    moved = NormalFormGame(
        np.stack([factor * (table + shift) for table, factor, shift in zip(game.payoffs, factors, shifts, strict=True)])
    )
    assert moved.pure_equilibria() == game.pure_equilibria()
    assert moved.is_equilibrium(profile) == game.is_equilibrium(profile)
    for player in range(game.players):
        assert moved.best_responses(player, profile) == game.best_responses(player, profile)


def test_the_order_of_the_players_does_not_matter():
    rng = np.random.default_rng(1)
    game = NormalFormGame(rng.normal(size=(3, 2, 3, 4)))
    profile = [rng.dirichlet(np.ones(size)) for size in game.sizes]
    for order in itertools.permutations(range(3)):
        turned = NormalFormGame(game.payoffs.transpose(0, *(player + 1 for player in order))[list(order)])
        again = turned.utilities([profile[player] for player in order])
        assert again == pytest.approx(game.utilities(profile)[list(order)])


def test_tolerance_is_a_share_of_the_spread():
    game = NormalFormGame.zero_sum([[100], [0], [99.5]])
    assert game.best_responses(0, [[1, 0, 0], [1]]) == (0,)
    assert game.best_responses(0, [[1, 0, 0], [1]], tolerance=0.01) == (0, 2)
    assert not game.is_equilibrium([[0, 0, 1], [1]])
    assert game.is_equilibrium([[0, 0, 1], [1]], tolerance=0.01)


class TestTheLecturesGames:
    def test_prisoners_dilemma(self):
        game = prisoners_dilemma()
        assert game.payoffs[:, 0, 1].tolist() == [-5, 0]  # C, D
        assert game.payoffs[:, 1, 0].tolist() == [0, -5]  # D, C
        assert [game.name(joint) for joint in game.pure_equilibria()] == [("D", "D")]
        assert game.dominated(0) == game.dominated(1) == (0,)
        assert game.utilities(game.pure("D", "D")).tolist() == [-3, -3]
        assert game.utilities(game.pure("C", "C")).tolist() == [-1, -1]  # better for both, and no equilibrium
        assert game.regrets(game.pure("C", "C")).tolist() == [1, 1]
        assert game.utilities(game.uniform()).tolist() == [-9 / 4, -9 / 4]

    def test_rock_paper_scissors(self):
        game = rock_paper_scissors()
        assert game.pure_equilibria() == []
        assert game.is_equilibrium(game.uniform())
        assert game.best_responses(0, game.uniform()) == (0, 1, 2)
        assert game.name((game.best_responses(1, game.pure("R", "R"))[0], 0))[0] == "P"
        assert game.dominated(0, strictly=False) == ()
        # Who plays rock half of the time is beaten by paper, by a quarter a game.
        assert game.best_responses(1, [[0.5, 0.25, 0.25], game.uniform()[1]]) == (1,)
        assert game.regrets([[0.5, 0.25, 0.25], game.uniform()[1]]) == pytest.approx([0, 0.25])


def test_one_player_and_fractions():
    game = NormalFormGame([[Fraction(1, 3), Fraction(1, 2), 0]])
    assert game.players == 1
    assert game.pure_equilibria() == [(1,)]
    assert game.utilities([[0.5, 0.5, 0]]) == pytest.approx([5 / 12])


def test_payoffs_are_the_game_s_own():
    table = np.zeros((2, 2, 2))
    game = NormalFormGame(table)
    table[:] = 1
    assert not game.payoffs.any()
    with pytest.raises(ValueError, match="read-only"):
        game.payoffs[0, 0, 0] = 1


PAIR = [[0.5, 0.5], [0.5, 0.5]]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: NormalFormGame([]), "must have the shape"),
        (lambda: NormalFormGame(3), "must have the shape"),
        (lambda: NormalFormGame(np.zeros((2, 3))), "must have the shape"),
        (lambda: NormalFormGame(np.zeros((3, 2, 2))), "must have the shape"),
        (lambda: NormalFormGame(np.zeros((2, 2, 0))), "with an action for everyone"),
        (lambda: NormalFormGame([[[1, 2], [3]]]), "rows of equal length"),
        (lambda: NormalFormGame([["1", "2"]]), "no text"),
        (lambda: NormalFormGame([[1j, 2]]), "table of numbers"),
        (lambda: NormalFormGame([[None, 2]]), "table of numbers"),
        (lambda: NormalFormGame([[float("nan"), 2]]), "NaN"),
        (lambda: NormalFormGame([[float("inf"), 2]]), "infinity"),
        (lambda: NormalFormGame([[10**400, 2]]), "table of numbers"),
        (lambda: NormalFormGame([[1e308, -1e308]]), "numbers up to 1e"),  # their spread would be infinite
        (lambda: NormalFormGame(np.zeros((2, 2, 2)), actions=[["a", "b"]]), "names of actions must be a list of 2"),
        (lambda: NormalFormGame(np.zeros((2, 2, 2)), actions=3), "names of actions must be a list of 2"),
        (lambda: NormalFormGame(np.zeros((2, 2, 2)), actions=[["a", "b"], ["a"]]), "player 1 must have 2 different"),
        (
            lambda: NormalFormGame(np.zeros((2, 2, 2)), actions=[["a", "b"], ["a", "a"]]),
            "player 1 must have 2 different",
        ),
        (lambda: NormalFormGame(np.zeros((2, 2, 2)), actions=[["a", "b"], "ab"]), "a list of 2 strings"),
        (lambda: NormalFormGame(np.zeros((2, 2, 2)), actions=[["a", "b"], [1, 2]]), "a list of 2 strings"),
        (lambda: NormalFormGame(np.zeros((2, 2, 2)), actions=[["a", "b"], 7]), "a list of 2 strings"),
        (lambda: NormalFormGame.bimatrix([[1, 2]], [[1], [2]]), "two tables of one shape"),
        (lambda: NormalFormGame.bimatrix([1, 2], [1, 2]), "two tables of one shape"),
        (lambda: NormalFormGame.zero_sum([1, 2]), "two tables of one shape"),
        (
            lambda: prisoners_dilemma().utilities([[1, 0]]),
            "one is needed for each player: strategies must be a list of 2",
        ),
        (lambda: prisoners_dilemma().utilities(None), "one is needed for each player: strategies must be a list of 2"),
        (lambda: prisoners_dilemma().utilities([[1, 0], [1, 0, 0]]), "player 1 must have the shape"),
        (lambda: prisoners_dilemma().utilities([[1, 0], [0.5, 0.6]]), "player 1 must add up to 1, not 1.1"),
        (lambda: prisoners_dilemma().regrets([[1, 0], [1.5, -0.5]]), "must not be negative"),
        (lambda: prisoners_dilemma().regrets([[1, 0], [float("nan"), 1]]), "NaN"),
        (lambda: prisoners_dilemma().action_utilities(2, PAIR), "player must be a number from 0 to 1"),
        (lambda: prisoners_dilemma().action_utilities(-1, PAIR), "player must be a number from 0 to 1"),
        (lambda: prisoners_dilemma().best_responses("0", PAIR), "player must be a number from 0 to 1"),
        (lambda: prisoners_dilemma().best_responses(0, PAIR, tolerance=-1), "tolerance"),
        (lambda: prisoners_dilemma().is_equilibrium(PAIR, tolerance=float("nan")), "tolerance"),
        (lambda: prisoners_dilemma().dominated(5), "player must be a number"),
        (lambda: prisoners_dilemma().pure("C"), "one is needed for each player: actions must be a list of 2"),
        (lambda: prisoners_dilemma().pure("C", "E"), "unknown action of player 1 'E': there is C, D"),
        (lambda: prisoners_dilemma().pure("C", 2), "action of player 1 must be a number from 0 to 1"),
        (lambda: prisoners_dilemma().pure("C", 0.0), "action of player 1 must be a number from 0 to 1"),
        (lambda: prisoners_dilemma().name((0,)), "one is needed for each player: actions must be a list of 2"),
        (lambda: prisoners_dilemma().name((0, 2)), "must be a number from 0 to 1"),
    ],
)
def test_bad_input_is_one_clear_sentence(make, message):
    with pytest.raises(ValueError, match=message) as error:
        make()
    assert "\n" not in str(error.value)


def test_the_theory_is_there_without_the_extra():
    """Without SciPy, nashpy and Matplotlib everything imports, and what needs them says what to install."""
    program = """
import sys
for name in ("scipy", "nashpy", "matplotlib"):
    sys.modules[name] = None
import paiyou.theory as theory
game = theory.rock_paper_scissors()
print(game.is_equilibrium(game.uniform()))
for solve in (theory.solve_zero_sum, theory.bimatrix_equilibria):
    try:
        solve(game)
    except ValueError as error:
        print(error)
"""
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert printed.splitlines() == [
        "True",
        "this needs scipy, which is not installed: pip install 'paiyou[experiments]'",
        "this needs nashpy, which is not installed: pip install 'paiyou[experiments]'",
    ]
