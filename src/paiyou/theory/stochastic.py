"""Stochastic games: n players, several states, and the joint action says what everyone gets and where play goes on.

The lecture, "Stochastic Game" and "Optimality Concepts in Stochastic Games": the game is (n, S, A_1..n, T, R_1..n), a
policy is a distribution over a player's actions in every state, and a joint policy pi is worth, with discount gamma,

    V_i(s)    = sum over a of pi(s, a) Q_i(s, a)
    Q_i(s, a) = sum over s' of T(s, a, s') (R_i(s, a, s') + gamma V_i(s')).

Against fixed policies of the others a player faces a Markov decision process, whose solution is the best response; in
an equilibrium every player's policy is one. No deviation does better, not even one that remembers: a Markov decision
process has an optimal policy that looks at the state alone.
"""

from __future__ import annotations

import numbers
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from paiyou.theory.inputs import (
    Action,
    Numbers,
    read_action,
    read_actions,
    read_distributions,
    read_each,
    read_names,
    read_number,
    read_numbers,
    read_tolerance,
)
from paiyou.theory.normal_form import NormalFormGame

SWEEPS = 100
"""Of value iteration in a row: where play goes round in circles, the greedy policy may take turns for very long."""

JointPolicy = Sequence[ArrayLike]
"""One policy for each player: a table of probabilities, a row for each state, a column for each action."""


@dataclass(frozen=True)
class BestResponse:
    """What a player would best do against the others."""

    actions: tuple[int, ...]
    """One action for each state."""
    values: Numbers
    """What that is worth from each state."""


class StochasticGame:
    """A stochastic game by its tables.

    `transitions[s, a_1, ..., a_n, t]` is the probability of going from s to t. `rewards[i, s, a_1, ..., a_n]` is what
    player i gets on average, or `rewards[i, s, a_1, ..., a_n, t]` where it depends on the next state too.

    `discount` is at least 0 and below 1. It may be 1 for a game that surely ends: whatever the players do, it comes to
    a state that it never leaves and where nobody gets anything.

    Example: see `classics.repeated_prisoners_dilemma`.
    """

    def __init__(
        self,
        transitions: ArrayLike,
        rewards: ArrayLike,
        discount: float,
        states: Sequence[str] | None = None,
        actions: Sequence[Sequence[str]] | None = None,
    ) -> None:
        chances = read_numbers(transitions, "transitions")
        if chances.ndim < 3 or chances.shape[0] != chances.shape[-1] or not chances.size:
            raise ValueError(
                "transitions of n players must have the shape (states, actions of player 0, ..., actions of player "
                f"n - 1, states) with a state and an action for everyone, not {chances.shape}"
            )
        self.transitions = read_distributions(chances, chances.shape, "transitions from a state by a joint action")
        self.players = chances.ndim - 2
        """Number of players."""
        self.sizes = chances.shape[1:-1]
        """Number of actions of each player."""
        self.rewards = self._read_rewards(rewards)
        """What every player gets on average: player, state, joint action."""
        self.states = read_names(states, len(chances), "states")
        self.actions = read_actions(actions, self.sizes)
        self.discount = self._read_discount(discount)
        self._onward = self._discounted()

    def __repr__(self) -> str:
        sizes = " x ".join(map(str, self.sizes))
        return f"<stochastic game of {self.players} players, {len(self.states)} states, {sizes} actions>"

    def pure(self, *choices: Sequence[Action]) -> list[Numbers]:
        """The joint policy in which every player plays one action in each state: for each player a list of actions."""
        policies = []
        lists = read_each(choices, self.players, "actions")
        for player, (names, chosen) in enumerate(zip(self.actions, lists, strict=True)):
            listed = read_each(chosen, len(self.states), f"actions of player {player}", "state")
            rows = [read_action(action, names, f"action of player {player}") for action in listed]
            policies.append(np.eye(len(names))[rows])
        return policies

    def values(self, policy: JointPolicy) -> Numbers:
        """V: what the joint policy is worth to each player (rows) from each state (columns)."""
        policies = self._read(policy)
        everyone = range(self.players)
        onward = _averaged(self._onward, policies, everyone)
        rewards = [_averaged(table, policies, everyone) for table in self.rewards]
        return _solved(onward, np.array(rewards).T).T

    def action_values(self, policy: JointPolicy) -> Numbers:
        """Q: what a joint action in a state is worth to each player if the joint policy is played from then on."""
        later: Numbers = np.stack([self._onward @ values for values in self.values(policy)])
        return self.rewards + later

    def stage(self, state: int | str, policy: JointPolicy) -> NormalFormGame:
        """The matrix game of one decision in a state, paid by Q.

        A joint policy is an equilibrium if and only if in every state it plays an equilibrium of this game.
        """
        number = read_action(state, self.states, "state")
        return NormalFormGame(self.action_values(policy)[:, number], self.actions)

    def best_response(self, player: int, policy: JointPolicy) -> BestResponse:
        """A player's best policy against the others' (the own one plays no part), by value iteration.

        The sweeps jump ahead: once the greedy policy has settled, or will not, its exact worth takes the place of the
        estimate (modified policy iteration, Puterman and Shin 1978). They end when no action improves on that.
        """
        player = read_number(player, self.players, "player")
        policies = self._read(policy)
        others = [other for other in range(self.players) if other != player]
        onward = _averaged(self._onward, policies, others)  # state, own action, next state
        rewards = _averaged(self.rewards[player], policies, others)  # state, own action
        every = np.arange(len(self.states))
        estimate, greedy = np.zeros(len(self.states)), np.full(len(self.states), -1)
        found: BestResponse | None = None
        while True:
            for _ in range(SWEEPS):
                worth = rewards + onward @ estimate
                before, greedy = greedy, worth.argmax(axis=1)
                change = abs(worth.max(axis=1) - estimate).max()
                estimate = worth.max(axis=1)
                if np.array_equal(before, greedy) or change <= _rounding(estimate):
                    break
            own = _solved(onward[every, greedy], rewards[every, greedy])
            # Each policy is better than the one before. If not, the difference is one of rounding, large where the
            # discount is nearly 1, and going on might go round in a circle.
            if found is not None and not own.sum() > found.values.sum():
                return found
            found = BestResponse(tuple(int(action) for action in greedy), own)
            if ((rewards + onward @ own).max(axis=1) - own).max() <= _rounding(own):
                return found
            estimate = own

    def regrets(self, policy: JointPolicy) -> Numbers:
        """How much more each player (rows) would have from each state (columns) with a best response."""
        best = np.array([self.best_response(player, policy).values for player in range(self.players)])
        return np.maximum(best - self.values(policy), 0.0)

    def is_equilibrium(self, policy: JointPolicy, tolerance: float = 1e-9) -> bool:
        """Whether no player gains in any state by another policy; the tolerance is a share of the largest Q."""
        slack = read_tolerance(tolerance) * abs(self.action_values(policy)).max()
        return bool((self.regrets(policy) <= slack).all())

    def _read(self, policy: JointPolicy) -> list[Numbers]:
        tables = read_each(policy, self.players, "policies")
        return [
            read_distributions(table, (len(self.states), size), f"probabilities of player {player}")
            for player, (table, size) in enumerate(zip(tables, self.sizes, strict=True))
        ]

    def _read_rewards(self, rewards: ArrayLike) -> Numbers:
        read = read_numbers(rewards, "rewards")
        by_action = (self.players, *self.transitions.shape[:-1])
        if read.shape == (*by_action, self.transitions.shape[-1]):
            read = (read * self.transitions).sum(axis=-1)
            read.setflags(write=False)
        if read.shape != by_action:
            raise ValueError(
                f"rewards must have the shape {by_action}, or that with the {len(self.transitions)} next states behind "
                f"it, not {read.shape}"
            )
        return read

    def _read_discount(self, discount: float) -> float:
        if not isinstance(discount, numbers.Real) or not 0 <= discount <= 1:
            raise ValueError(f"discount must be a number from 0 to 1, not {discount!r}")
        discount = float(discount)
        if discount == 1 and (endless := self._endless()):
            raise ValueError(
                "a discount of 1 needs a game that surely ends, in a state that is never left and pays nothing; "
                f"this one can go on forever in {', '.join(endless)}"
            )
        return discount

    def _ended(self) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """The states that are never left and where nobody gets anything."""
        return np.array(
            [
                bool((self.transitions[state, ..., state] == 1).all() and not self.rewards[:, state].any())
                for state in range(len(self.transitions))
            ]
        )

    def _endless(self) -> list[str]:
        """The states among which the players could stay for ever: the largest set that need never be left."""
        staying = ~self._ended()
        while True:
            leaving = self.transitions[..., ~staying].sum(axis=-1).reshape(len(staying), -1)
            fewer = staying & (leaving == 0).any(axis=1)
            if np.array_equal(fewer, staying):
                return [name for name, stays in zip(self.states, staying, strict=True) if stays]
            staying = fewer

    def _discounted(self) -> Numbers:
        """Transitions times discount. Nothing follows the end, so that equations have one solution without discount."""
        onward = self.discount * self.transitions
        onward[self._ended()] = 0
        return onward


def _averaged(table: Numbers, policies: Sequence[Numbers], players: Sequence[int] | range) -> Numbers:
    """A table by state and joint action (and what is behind), averaged over the actions of some players."""
    for player in sorted(players, reverse=True):  # the axes in front keep their places
        axis = player + 1
        table = np.einsum("sa,sa...->s...", policies[player], np.moveaxis(table, axis, 1))
    return table


def _solved(onward: Numbers, rewards: Numbers) -> Numbers:
    """V where V = rewards + onward V."""
    values: Numbers = np.linalg.solve(np.eye(len(onward)) - onward, rewards).astype(np.float64)
    return values


def _rounding(values: Numbers) -> float:
    """What may be a rounding error in equations with such values: a little for each of them."""
    return 16 * float(np.finfo(np.float64).eps * len(values) * abs(values).max())
