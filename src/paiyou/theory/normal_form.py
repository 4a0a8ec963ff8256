"""Normal-form games of n players: everyone chooses an action at once, and the joint action pays everybody.

The lecture, "Normal-Form Game" and "Optimality Concepts": the game is (n, A_1..n, R_1..n); a strategy is a distribution
over a player's actions, a profile one strategy for each player. The expected utility of a profile is

    R_i(pi_1, ..., pi_n) = sum over joint actions a of R_i(a) * product over j of pi_j(a_j),

a best response makes it greatest given the others' strategies, and in a Nash equilibrium everyone plays one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from paiyou.theory.inputs import (
    Action,
    Given,
    Numbers,
    read_action,
    read_actions,
    read_distributions,
    read_each,
    read_number,
    read_numbers,
    read_tolerance,
)

Profile = Sequence[ArrayLike]
"""One strategy for each player: the probabilities of its actions."""

TOLERANCE = 1e-9
"""What counts as nothing, as a share of the spread of a player's payoffs."""


class NormalFormGame:
    """A matrix game by its payoffs: `payoffs[i, a_1, ..., a_n]` is what player i gets from the joint action.

    Players and actions are numbered from 0; actions may have names.

    Example::

        game = NormalFormGame.bimatrix([[-1, -5], [0, -3]], [[-1, 0], [-5, -3]], actions=[["C", "D"]] * 2)
        print(game.pure_equilibria())  # [(1, 1)]
        print(game.regrets(game.pure("C", "C")))  # [1. 1.]
    """

    def __init__(self, payoffs: ArrayLike, actions: Sequence[Sequence[str]] | None = None) -> None:
        self.payoffs = read_numbers(payoffs, "payoffs")
        self.players = self.payoffs.ndim - 1
        """Number of players."""
        if self.players < 1 or len(self.payoffs) != self.players or not self.payoffs.size:
            raise ValueError(
                "payoffs of n players must have the shape (n, actions of player 0, ..., actions of player n - 1) "
                f"with an action for everyone, not {self.payoffs.shape}"
            )
        self.sizes = self.payoffs.shape[1:]
        """Number of actions of each player."""
        self.actions = read_actions(actions, self.sizes)
        """Names of every player's actions."""

    @classmethod
    def bimatrix(
        cls, row: ArrayLike, column: ArrayLike, actions: Sequence[Sequence[str]] | None = None
    ) -> NormalFormGame:
        """A game of two players by the payoffs of each; player 0 chooses the row, player 1 the column."""
        tables = [read_numbers(row, "payoffs of the rows"), read_numbers(column, "payoffs of the columns")]
        if tables[0].ndim != 2 or tables[0].shape != tables[1].shape:
            shapes = " and ".join(str(table.shape) for table in tables)
            raise ValueError(f"payoffs of the rows and of the columns must be two tables of one shape, not {shapes}")
        return cls(np.stack(tables), actions)

    @classmethod
    def zero_sum(cls, matrix: ArrayLike, actions: Sequence[Sequence[str]] | None = None) -> NormalFormGame:
        """A game of two players where what the rows win the columns lose."""
        table = read_numbers(matrix, "payoffs of the rows")
        return cls.bimatrix(table, -table, actions)

    def __repr__(self) -> str:
        return f"<normal-form game of {self.players} players, {' x '.join(map(str, self.sizes))} actions>"

    def pure(self, *actions: Action) -> list[Numbers]:
        """The profile in which everyone plays one action, given by numbers or names: `game.pure("C", "D")`."""
        return [
            np.eye(len(names))[read_action(action, names, f"action of player {player}")]
            for player, (names, action) in enumerate(self._named(actions))
        ]

    def uniform(self) -> list[Numbers]:
        """The profile in which everyone plays all actions equally often."""
        return [np.full(size, 1 / size) for size in self.sizes]

    def utilities(self, profile: Profile) -> Numbers:
        """Every player's expected utility."""
        strategies = self._read(profile)
        # Averages out the last player's action, then the one before: the axes in front keep their places.
        table = self.payoffs
        for strategy in reversed(strategies):
            table = table @ strategy
        return table

    def action_utilities(self, player: int, profile: Profile) -> Numbers:
        """What each action brings a player against the others' strategies; the own one plays no part."""
        strategies = self._read(profile)
        player = read_number(player, self.players, "player")
        table: Numbers = np.moveaxis(self.payoffs[player], player, 0)
        for strategy in reversed(strategies[:player] + strategies[player + 1 :]):
            table = table @ strategy
        return table

    def best_responses(self, player: int, profile: Profile, tolerance: float = TOLERANCE) -> tuple[int, ...]:
        """All actions that are best against the others' strategies; every mixture of them is a best response too.

        The tolerance here and below is a share of the spread of the player's payoffs.
        """
        utilities = self.action_utilities(player, profile)
        best = utilities >= utilities.max() - self._slack(tolerance)[player]
        return tuple(int(action) for action in np.flatnonzero(best))

    def regrets(self, profile: Profile) -> Numbers:
        """How much more each player would have with a best response: never negative, and all 0 in an equilibrium."""
        best = [self.action_utilities(player, profile).max() for player in range(self.players)]
        return np.maximum(np.array(best) - self.utilities(profile), 0.0)

    def is_equilibrium(self, profile: Profile, tolerance: float = TOLERANCE) -> bool:
        """Whether nobody gains by playing otherwise."""
        return bool((self.regrets(profile) <= self._slack(tolerance)).all())

    def pure_equilibria(self) -> list[tuple[int, ...]]:
        """All equilibria in which everyone plays one action, as joint actions; payoffs are compared exactly."""
        stable = np.ones(self.sizes, dtype=bool)
        for player, table in enumerate(self.payoffs):
            stable &= table == table.max(axis=player, keepdims=True)
        return [tuple(int(action) for action in joint) for joint in np.argwhere(stable)]

    def dominated(self, player: int, strictly: bool = True) -> tuple[int, ...]:
        """The player's actions that some other single action beats whatever the others do.

        With `strictly=False` also those that some other action never falls behind and sometimes beats.
        """
        player = read_number(player, self.players, "player")
        table = np.moveaxis(self.payoffs[player], player, 0).reshape(self.sizes[player], -1)

        def beaten(action: int) -> bool:
            if strictly:
                return bool((table > table[action]).all(axis=1).any())
            return bool(((table >= table[action]).all(axis=1) & (table > table[action]).any(axis=1)).any())

        return tuple(action for action in range(self.sizes[player]) if beaten(action))

    def name(self, joint: Sequence[int]) -> tuple[str, ...]:
        """A joint action in names."""
        return tuple(
            names[read_number(action, len(names), f"action of player {player}")]
            for player, (names, action) in enumerate(self._named(joint))
        )

    def _named(self, joint: Iterable[Given]) -> list[tuple[tuple[str, ...], Given]]:
        """Every player's action, beside the names there are."""
        return list(zip(self.actions, read_each(joint, self.players, "actions"), strict=True))

    def _read(self, profile: Profile) -> list[Numbers]:
        strategies = read_each(profile, self.players, "strategies")
        return [
            read_distributions(strategy, (size,), f"probabilities of player {player}")
            for player, (strategy, size) in enumerate(zip(strategies, self.sizes, strict=True))
        ]

    def _slack(self, tolerance: float) -> Numbers:
        """What counts as nothing for each player: scaling or shifting the payoffs does not change who plays well."""
        tables = self.payoffs.reshape(self.players, -1)
        rounding = 16 * np.finfo(np.float64).eps * abs(tables).max(axis=1)
        slack: Numbers = read_tolerance(tolerance) * np.ptp(tables, axis=1) + rounding
        return slack
