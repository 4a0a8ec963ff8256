"""Deep Monte Carlo: the return of every move is the result of its game (DouZero, algorithm 1, lines 9 to 12)."""

from __future__ import annotations

from collections.abc import Sequence

from torch import Tensor

from paiyou.learn.dmc.targets.target import Minibatch, Target


class MonteCarlo(Target):
    """Nothing is estimated, so nothing is biased: the network only has to average over what happened."""

    def targets(self, minibatch: Minibatch) -> Sequence[Tensor]:
        """Results, discounted by the decisions that were still to come."""
        gamma = minibatch.settings.gamma
        if gamma == 1:
            return minibatch.results
        discount = gamma**minibatch.later.count
        return [discount * result for result in minibatch.results]
