"""Deep Q-learning: the greatest value at the next decision (DouZero, section 5.3.3; Mnih et al. 2015).

The paper finds this too slow, since every update asks for the values of all legal moves of the next state. But
self-play has asked for just these when it made that decision, so what the best move was worth is kept in the ring. It
is the maximum by the weights that played s', and so by a target network of some age: s' was played later than s, and s
one ring ago. Unlike with the usual target network the age is another for every sample, and the weights are those of the
copy that plays, in half precision on a GPU. `bootstrapped.py` has the maximum of now.
"""

from __future__ import annotations

from collections.abc import Sequence

from torch import Tensor

from paiyou.learn.dmc.targets.target import Minibatch, Target


class Dqn(Target):
    """The maximum that self-play saw."""

    keeps_best = True

    def targets(self, minibatch: Minibatch) -> Sequence[Tensor]:
        """Values of the best move that came next."""
        return minibatch.values_then(minibatch.experience.best[minibatch.later.row])
