"""SARSA: the value of the move that was made at the next decision (DouZero, section 3.4)."""

from __future__ import annotations

from collections.abc import Sequence

from torch import Tensor

from paiyou.learn.dmc.targets.target import Minibatch, Target


class Sarsa(Target):
    """The temporal difference in place of the return; the running average of the weights is the target network."""

    def targets(self, minibatch: Minibatch) -> Sequence[Tensor]:
        """Values of what came next."""
        then = minibatch.experience.samples(minibatch.later.row, minibatch.seat)
        # No parameter of the average asks for a gradient, so nothing is kept for one. Under `no_grad` networks may take
        # ways that wait for the device.
        return minibatch.values_then(minibatch.values(minibatch.average, then.at, minibatch.place, then.action))
