"""Stochastic games against the lecture's equations written out, sums over time, and all stationary policies."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paiyou.theory import (
    NormalFormGame,
    StochasticGame,
    prisoners_dilemma,
    repeated_prisoners_dilemma,
    rock_paper_scissors,
)
from paiyou.theory.classics import grim_trigger

seeds = st.integers(0, 2**32 - 1)


def random_game(seed, discount=None, by_next=False):
    """One to three players, one to four states, one to three actions; many transitions are impossible."""
    rng = np.random.default_rng(seed)
    players, states = rng.integers(1, 4), rng.integers(1, 5)
    sizes = tuple(rng.integers(1, 4, size=players))
    transitions = rng.random((states, *sizes, states)) * (rng.random((states, *sizes, states)) < 0.6)
    transitions[..., 0] += 1e-3
    transitions /= transitions.sum(axis=-1, keepdims=True)
    rewards = rng.normal(size=(players, states, *sizes, *((states,) if by_next else ())))
    return StochasticGame(transitions, rewards, rng.random() * 0.95 if discount is None else discount), rewards


def random_policy(game, seed):
    rng = np.random.default_rng(seed)
    return [rng.dirichlet(np.full(size, 0.5), size=len(game.states)) for size in game.sizes]


def joints(game):
    return itertools.product(*map(range, game.sizes))


def chance(policy, state, joint):
    return np.prod([table[state, action] for table, action in zip(policy, joint, strict=True)])


@given(seeds, st.booleans())
@settings(max_examples=50, deadline=None)
def test_v_and_q_fulfil_the_lecture_s_equations(seed, by_next):
    game, rewards = random_game(seed, by_next=by_next)
    policy = random_policy(game, seed)
    values, action_values = game.values(policy), game.action_values(policy)
    count = len(game.states)
    for player, state in itertools.product(range(game.players), range(count)):
        mean = 0
        for joint in joints(game):
            worth = 0
            for after in range(count):
                reward = rewards[(player, state, *joint, after)] if by_next else rewards[(player, state, *joint)]
                worth += game.transitions[(state, *joint, after)] * (reward + game.discount * values[player, after])
            assert action_values[(player, state, *joint)] == pytest.approx(worth, abs=1e-9)
            mean += chance(policy, state, joint) * worth
        assert values[player, state] == pytest.approx(mean, abs=1e-9)


@given(seeds)
@settings(max_examples=30, deadline=None)
def test_v_is_the_sum_of_discounted_rewards(seed):
    """Where play is after k steps, times what is got there, until the discount leaves nothing."""
    game, _ = random_game(seed)
    policy = random_policy(game, seed)
    count = len(game.states)
    step, reward = np.zeros((count, count)), np.zeros((game.players, count))
    for state, joint in itertools.product(range(count), joints(game)):
        step[state] += chance(policy, state, joint) * game.transitions[(state, *joint)]
        reward[:, state] += chance(policy, state, joint) * game.rewards[(slice(None), state, *joint)]
    where, total, factor = np.eye(count), np.zeros((game.players, count)), 1.0
    while factor > 1e-14:
        total += factor * (reward @ where.T)
        where, factor = where @ step, factor * game.discount
    assert game.values(policy) == pytest.approx(total, abs=1e-9)


def replaced(policy, player, table):
    return [table if other == player else own for other, own in enumerate(policy)]


@given(seeds, st.sampled_from([0, 0.3, 0.9, 0.99, 0.99999]))
@settings(max_examples=50, deadline=None)
def test_the_best_response_beats_every_deterministic_policy(seed, discount):
    game, _ = random_game(seed, discount)
    policy = random_policy(game, seed)
    for player in range(game.players):
        size, count = game.sizes[player], len(game.states)
        tables = [np.eye(size)[list(choice)] for choice in itertools.product(range(size), repeat=count)]
        best = np.max([game.values(replaced(policy, player, table))[player] for table in tables], axis=0)
        response = game.best_response(player, policy)
        scale = abs(best).max()
        assert response.values == pytest.approx(best, abs=1e-9 * scale)
        own = np.eye(size)[list(response.actions)]
        assert game.values(replaced(policy, player, own))[player] == pytest.approx(best, abs=1e-9 * scale)
        gap = best - game.values(policy)[player]
        assert game.regrets(policy)[player] == pytest.approx(gap, abs=1e-9 * scale)
        # The own policy plays no part.
        assert game.best_response(player, replaced(policy, player, tables[0])).actions == response.actions


@given(seeds)
@settings(max_examples=50, deadline=None)
def test_an_equilibrium_is_one_in_every_stage(seed):
    """All deterministic joint policies of small games, judged by best responses and by one decision at a time."""
    rng = np.random.default_rng(seed)
    transitions = rng.integers(0, 3, size=(2, 2, 2, 2)) + 1e-2
    transitions /= transitions.sum(axis=-1, keepdims=True)
    game = StochasticGame(transitions, rng.integers(-2, 3, size=(2, 2, 2, 2)), rng.choice([0, 0.5, 0.9]))
    for rows, columns in itertools.product(itertools.product(range(2), repeat=2), repeat=2):
        policy = game.pure(rows, columns)
        stages = [game.stage(state, policy) for state in range(2)]
        each = [stage.is_equilibrium([policy[0][state], policy[1][state]]) for state, stage in enumerate(stages)]
        assert game.is_equilibrium(policy) == all(each)


@given(seeds)
@settings(max_examples=20, deadline=None)
def test_scaled_and_shifted_rewards(seed):
    """A shift by c is worth c / (1 - gamma) more everywhere, and nobody plays otherwise."""
    game, _ = random_game(seed)
    policy = random_policy(game, seed)
    moved = StochasticGame(game.transitions, 3 * game.rewards + 2, game.discount)
    assert moved.values(policy) == pytest.approx(3 * game.values(policy) + 2 / (1 - game.discount))
    for player in range(game.players):
        assert moved.best_response(player, policy).actions == game.best_response(player, policy).actions


@given(seeds)
@settings(max_examples=20, deadline=None)
def test_without_a_future_every_state_is_a_matrix_game(seed):
    game, _ = random_game(seed, discount=0)
    policy = random_policy(game, seed)
    for state in range(len(game.states)):
        once = NormalFormGame(game.rewards[:, state])
        own = [table[state] for table in policy]
        assert game.values(policy)[:, state] == pytest.approx(once.utilities(own))
        assert game.regrets(policy)[:, state] == pytest.approx(once.regrets(own), abs=1e-12)


class TestTheRepeatedDilemma:
    """Grim trigger keeps the peace if and only if a later year counts at least a third of one now."""

    @pytest.mark.parametrize("discount", [0, 0.1, 0.3, 1 / 3 - 1e-6, 1 / 3, 1 / 3 + 1e-6, 0.4, 0.9, 0.999999])
    def test_the_threshold_is_a_third(self, discount):
        game = repeated_prisoners_dilemma(discount)
        policy = grim_trigger(game)
        peace, betrayal = -1 / (1 - discount), -3 * discount / (1 - discount)
        assert game.values(policy)[0] == pytest.approx([peace, -3 / (1 - discount)])
        assert game.action_values(policy)[0, 0, 1, 0] == pytest.approx(betrayal)
        assert game.is_equilibrium(policy) == (discount >= 1 / 3)
        gain = max(betrayal - peace, 0)
        assert game.regrets(policy) == pytest.approx(np.array([[gain, 0], [gain, 0]]), abs=1e-6)

    def test_the_stage_of_trust_has_two_equilibria_once_the_future_counts(self):
        """By hand, gamma = 1/2: (C, C) is worth -2 - 0, one defection 0 - 3, two -3 - 3."""
        game = repeated_prisoners_dilemma(0.5)
        stage = game.stage("trust", grim_trigger(game))
        assert stage.payoffs[0].tolist() == [[-2, -8], [-3, -6]]
        assert [stage.name(joint) for joint in stage.pure_equilibria()] == [("C", "C"), ("D", "D")]

    def test_to_defect_always_is_an_equilibrium_whatever_the_discount(self):
        for discount in (0, 1 / 3, 0.9):
            game = repeated_prisoners_dilemma(discount)
            assert game.is_equilibrium(game.pure("DD", "DD"))
            assert not game.is_equilibrium(game.pure("CC", "CC"))
            assert game.best_response(0, game.pure("CC", "CC")).actions == (1, 1)

    def test_grim_trigger_against_one_who_defects_half_of_the_time(self):
        """By hand: the grudge G is 0 or -3 for ever, and trust V = (-1 + g V) / 2 + (-5 + g G) / 2."""
        gamma = Fraction(1, 2)
        game = repeated_prisoners_dilemma(float(gamma))
        policy = [np.eye(2), np.full((2, 2), 0.5)]
        grudge = Fraction(0 - 3, 2) / (1 - gamma)
        trust = (Fraction(-1 - 5, 2) + gamma * grudge / 2) / (1 - gamma / 2)
        assert game.values(policy)[0] == pytest.approx([float(trust), float(grudge)])


def test_rock_paper_scissors_for_ever():
    once = rock_paper_scissors()
    game = StochasticGame(np.ones((1, 3, 3, 1)), once.payoffs[:, np.newaxis], 0.9)
    assert game.is_equilibrium([once.uniform()[0][np.newaxis]] * 2)
    rock = [[[1, 0, 0]], [[1, 0, 0]]]
    assert game.best_response(1, rock).actions == (1,)
    assert game.best_response(1, rock).values == pytest.approx([10])
    assert not game.is_equilibrium(rock)


class TestGamesThatEnd:
    """A discount of 1."""

    def walk(self, discount=1):
        """One player on a line of five: left is sure, right fails half of the time; a step costs; the ends pay."""
        transitions, rewards = np.zeros((5, 2, 5)), np.zeros((1, 5, 2, 5))
        for state in (1, 2, 3):
            transitions[state, 0, state - 1] = 1
            transitions[state, 1, [state - 1, state + 1]] = 0.5
            rewards[0, state] = -0.1
        transitions[[0, 4], :, [0, 4]] = 1
        rewards[0, 1, :, 0] += 1
        rewards[0, 3, :, 4] += 3
        return StochasticGame(transitions, rewards, discount)

    def test_an_even_walk_by_hand(self):
        """To the right with one half each: the chance of the far end is s / 4, the length s (4 - s)."""
        game = self.walk()
        values = game.values([[[0, 1]] * 5])[0]
        for state in (1, 2, 3):
            far = state / 4
            assert values[state] == pytest.approx(far * 3 + (1 - far) - 0.1 * state * (4 - state))
        assert values[[0, 4]].tolist() == [0, 0]

    def test_best_response_among_all(self):
        game = self.walk()
        choices = itertools.product(range(2), repeat=5)
        best = np.max([game.values(game.pure(choice))[0] for choice in choices], axis=0)
        response = game.best_response(0, game.pure([0] * 5))
        assert response.values == pytest.approx(best)
        assert response.actions[1:4] == (1, 1, 1)
        assert game.is_equilibrium(game.pure(response.actions))
        assert not game.is_equilibrium(game.pure([0] * 5))

    def test_a_discount_close_to_one_comes_close(self):
        policy = [[[0.3, 0.7]] * 5]
        assert self.walk(1 - 1e-9).values(policy) == pytest.approx(self.walk().values(policy), abs=1e-6)

    def test_two_players_and_an_end_by_agreement(self):
        """Each round both say go or stop; it ends with chance 1/2 if nobody stops, and surely otherwise."""
        transitions = np.zeros((2, 2, 2, 2))
        transitions[0, :, :, 1] = 1
        transitions[0, 0, 0] = 0.5
        transitions[1, :, :, 1] = 1
        rewards = np.zeros((2, 2, 2, 2))
        rewards[:, 0, 0, 0] = 1
        rewards[0, 0, 1, 0] = 1.5
        game = StochasticGame(transitions, rewards, 1)
        going = game.pure([0, 0], [0, 0])
        assert game.values(going)[:, 0] == pytest.approx([2, 2])
        assert game.is_equilibrium(going)

    @pytest.mark.parametrize("game", [repeated_prisoners_dilemma, lambda discount: TestGamesThatEnd().circle(discount)])
    def test_a_game_that_may_go_on_is_refused(self, game):
        game(0.99)
        with pytest.raises(ValueError, match="surely ends") as error:
            game(1)
        assert "\n" not in str(error.value)

    def circle(self, discount):
        """An end that both must want."""
        transitions = np.zeros((3, 2, 2, 3))
        transitions[0, :, :, 1] = transitions[1, :, :, 0] = 1
        transitions[1, 1, 1] = [0, 0, 1]
        transitions[2, :, :, 2] = 1
        return StochasticGame(transitions, np.zeros((2, 3, 2, 2)), discount, states=["here", "there", "end"])

    def test_the_refusal_names_the_states(self):
        with pytest.raises(ValueError, match=r"forever in here, there$"):
            self.circle(1)


@pytest.mark.parametrize("discount", [0.9, 1 - 1e-6, 1 - 1e-12])
def test_a_greedy_policy_that_takes_turns_is_no_hang(discount):
    """From here to there pays 2, back nothing; aside and back to there pays 1. Plain sweeps keep changing sides."""
    here, there, aside = range(3)
    transitions = np.zeros((3, 2, 3))
    for state, following in enumerate([(there, there), (aside, here), (there, here)]):
        transitions[state, [0, 1], following] = 1
    game = StochasticGame(transitions, [[[1, 2], [0, 0], [1, 0]]], discount)
    response = game.best_response(0, [np.full((3, 2), 0.5)])
    circle = 2 / (1 - discount**2)
    assert response.values == pytest.approx([circle, discount * circle, circle - 1], rel=1e-3)
    assert response.actions[:2] == (1, 1)


def test_what_adds_up_to_a_little_more_than_one_makes_nothing_grow():
    game = StochasticGame([[[1 + 9e-9]]], [[[1.0]]], 1 - 1e-9)
    assert game.values([[[1]]]) == pytest.approx(1e9, rel=1e-6)
    assert game.values([[[1 + 9e-9]]]) == pytest.approx(1e9, rel=1e-6)
    assert game.best_response(0, [[[1]]]).values == pytest.approx([1e9], rel=1e-6)


def make(**changes):
    given = {"transitions": np.full((2, 2, 3, 2), 0.5), "rewards": np.zeros((2, 2, 2, 3)), "discount": 0.5}
    return StochasticGame(**(given | changes))


FAIR = [np.full((2, 2), 1 / 2), np.full((2, 3), 1 / 3)]


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (lambda: make(transitions=np.full((2, 2), 0.5)), "must have the shape"),
        (lambda: make(transitions=np.full((2, 2, 3), 1 / 3)), "must have the shape"),
        (lambda: make(transitions=np.zeros((0, 2, 3, 0))), "with a state and an action"),
        (lambda: make(transitions=np.full((2, 2, 3, 2), 0.4)), "must add up to 1, not 0.8"),
        (lambda: make(transitions=np.full((2, 2, 3, 2), [1.5, -0.5])), "must not be negative"),
        (lambda: make(transitions=np.full((2, 2, 3, 2), np.nan)), "NaN"),
        (lambda: make(transitions="always"), "no text"),
        (lambda: make(rewards=np.zeros((2, 2, 3))), "rewards must have the shape"),
        (lambda: make(rewards=np.zeros((3, 2, 2, 3))), "rewards must have the shape"),
        (lambda: make(rewards=np.zeros((2, 2, 2, 3, 3))), "rewards must have the shape"),
        (lambda: make(rewards=np.full((2, 2, 2, 3), np.inf)), "infinity"),
        (lambda: make(rewards=np.full((2, 2, 2, 3), 1e308)), "numbers up to 1e"),
        (lambda: make(discount=-0.1), "discount must be a number from 0 to 1"),
        (lambda: make(discount=1.1), "discount must be a number from 0 to 1"),
        (lambda: make(discount=float("nan")), "discount must be a number from 0 to 1"),
        (lambda: make(discount="0.5"), "discount must be a number from 0 to 1"),
        (lambda: make(discount=1 - Fraction(1, 10**20)), "can go on forever in 0, 1"),
        (lambda: make(discount=1), "can go on forever in 0, 1"),
        (lambda: make(states=["a"]), "states must have 2 different names"),
        (lambda: make(states=["a", "a"]), "states must have 2 different names"),
        (lambda: make(actions=[["a", "b"]]), "names of actions must be a list of 2"),
        (lambda: make(actions=[["a", "b"], ["a", "b"]]), "player 1 must have 3 different names"),
        (lambda: make().values(FAIR[:1]), "one is needed for each player: policies must be a list of 2"),
        (lambda: make().values(FAIR[::-1]), "player 0 must have the shape"),
        (lambda: make().values([FAIR[0], FAIR[1] * 2]), "add up to 1, not 2"),
        (lambda: make().best_response(2, FAIR), "player must be a number from 0 to 1"),
        (lambda: make().best_response(0, None), "one is needed for each player: policies must be a list of 2"),
        (lambda: make().is_equilibrium(FAIR, tolerance=-1), "tolerance"),
        (lambda: make().stage(2, FAIR), "state must be a number from 0 to 1"),
        (lambda: make().stage("peace", FAIR), "unknown state 'peace'"),
        (lambda: make().pure([0, 1]), "actions must be a list of 2"),
        (lambda: make().pure([0, 1], [0]), "for each state: actions of player 1 must be a list of 2"),
        (lambda: make().pure([0, 1], 0), "for each state: actions of player 1 must be a list of 2"),
        (lambda: make().pure([0, 1], [0, 3]), "action of player 1 must be a number from 0 to 2"),
    ],
)
def test_bad_input_is_one_clear_sentence(attempt, message):
    with pytest.raises(ValueError, match=message) as error:
        attempt()
    assert "\n" not in str(error.value)


def test_the_dilemma_in_the_repeated_game_is_the_lecture_s():
    game = repeated_prisoners_dilemma(0.5)
    for state in range(2):
        assert (game.rewards[:, state] == prisoners_dilemma().payoffs).all()
