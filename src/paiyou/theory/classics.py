"""The games everybody knows, with the numbers of the lecture."""

from __future__ import annotations

import numpy as np

from paiyou.theory.inputs import Numbers
from paiyou.theory.normal_form import NormalFormGame
from paiyou.theory.stochastic import StochasticGame


def prisoners_dilemma() -> NormalFormGame:
    """Two prisoners in separate cells, each of whom may cooperate (C) or defect (D); payoffs are years, so negative.

    D is better whatever the other does, so (D, D) is the only equilibrium, though (C, C) is better for both.
    """
    years = np.array([[-1, -5], [0, -3]])
    return NormalFormGame.bimatrix(years, years.T, actions=[["C", "D"]] * 2)


def rock_paper_scissors() -> NormalFormGame:
    """Rock beats scissors beats paper beats rock; the only equilibrium is a third of each."""
    return NormalFormGame.zero_sum([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], actions=[["R", "P", "S"]] * 2)


def repeated_prisoners_dilemma(discount: float) -> StochasticGame:
    """The prisoners meet again and again, and remember one thing: whether anybody has ever defected.

    State `trust` lasts while both cooperate; the first defection leads to `grudge`, for ever. A year in the next
    round counts `discount` of one now.

    Example: `repeated_prisoners_dilemma(0.5).is_equilibrium(grim_trigger(repeated_prisoners_dilemma(0.5)))` is True.
    """
    once = prisoners_dilemma()
    transitions = np.zeros((2, *once.sizes, 2))
    transitions[:, :, :, 1] = 1
    transitions[0, 0, 0] = [1, 0]
    rewards = np.stack([once.payoffs, once.payoffs], axis=1)
    return StochasticGame(transitions, rewards, discount, states=["trust", "grudge"], actions=once.actions)


def grim_trigger(game: StochasticGame) -> list[Numbers]:
    """Both cooperate until somebody has defected, and never again: the joint policy of `repeated_prisoners_dilemma`.

    It is an equilibrium if and only if the discount is at least a third. To keep the peace is worth -1 / (1 - g), to
    break it 0 - 3 g / (1 - g): the first is at least the second where 1 <= 3 g.
    """
    return game.pure(["C", "D"], ["C", "D"])
