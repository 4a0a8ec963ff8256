"""A whole game of two with hidden information, ready to be solved: what the solvers need, whatever game it is of.

Two kinds exist: `climbing_tree.py` for climbing games, in the compiled core, and `walked_tree.py` for small games of
any kind, walked in Python. A test holds them together.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from paiyou._core import SequenceForm
from paiyou.games.game import Game
from paiyou.games.protocol import View

Plan = npt.NDArray[np.float64]
"""A strategy of one player: for every sequence the product of the probabilities of its choices; the empty one has 1."""

Behaviour = npt.NDArray[np.float64]
"""The same as a player thinks of it: for every sequence the probability of its last choice."""


class Tree(Protocol):
    """A game in sequence form, with a way back from its numbers to the game.

    An information set is all that a player knows when he has a choice; those of each player are numbered, parents
    first. Where he has only one move there is no choice and no information set.
    """

    @property
    def name(self) -> str:
        """What game it is."""

    @property
    def form(self) -> SequenceForm:
        """The numbers: see `core/theory/sequence_form.hpp`."""

    def position(self, player: int, information_set: int) -> Any:
        """A position in which this player is to move and knows just this."""

    def moves(self, player: int, information_set: int) -> Sequence[Hashable]:
        """The moves there, in the order of the sequences."""


@runtime_checkable
class CardTree(Tree, Protocol):
    """The tree of a game of the package: its agents can be asked there."""

    @property
    def game(self) -> Game:
        """The game itself."""

    def view(self, player: int, information_set: int) -> View:
        """What this player sees there."""


def uniform(form: SequenceForm, player: int) -> Behaviour:
    """The strategy that chooses every move with the same probability."""
    moves = np.diff(form.firsts(player))
    return np.concatenate([[1.0], np.repeat(1 / moves, moves)])


def behaviour_of(form: SequenceForm, player: int, plan: Plan) -> Behaviour:
    """The behaviour strategy of a plan; uniform where the plan never gets to."""
    moves = np.diff(form.firsts(player))
    before = np.concatenate([[1.0], np.repeat(plan[form.parents(player)], moves)])
    behaviour: Behaviour = np.divide(plan, before, out=uniform(form, player), where=before > 0)
    return behaviour


def likeliest(form: SequenceForm, player: int, plan: Plan) -> Behaviour:
    """The strategy that always takes the likeliest move of a plan, the first of those that are equally likely."""
    chances, firsts = behaviour_of(form, player, plan), form.firsts(player)
    best = np.repeat(np.maximum.reduceat(chances, firsts[:-1]), np.diff(firsts))
    place = np.flatnonzero(chances[1:] == best)
    owner = np.repeat(np.arange(form.information_sets(player)), np.diff(firsts))[place]
    pure = np.zeros_like(chances)
    pure[0] = 1
    pure[1 + place[np.unique(owner, return_index=True)[1]]] = 1
    return pure
