"""Q-learning as Wu et al. 2022 print it, equation (2): Q(s, a) moves towards R + gamma max Q(s', a'), by the same Q.

There is no target network: the maximum is that of the weights that learn, as they are now. The legal moves of s' must
be listed again, so the host waits for the device at every step, and no step is captured as a CUDA graph.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from paiyou.learn.dmc.targets.target import Minibatch, Target
from paiyou.learn.selfplay.choosing import values_of_best


class Bootstrapped(Target):
    """The maximum as it is now."""

    captured = False

    def targets(self, minibatch: Minibatch) -> Sequence[Tensor]:
        """Values of the best move of what came next."""
        experience, later = minibatch.experience, minibatch.later
        then = experience.samples(later.row, minibatch.seat)
        with torch.no_grad():
            row, action = experience.games.legal_in(then.at, minibatch.seat, later.exists)
            value = minibatch.values(minibatch.network, then.at, row, action)
            return minibatch.values_then(values_of_best(value, minibatch.acting, row, len(minibatch.rows)))
