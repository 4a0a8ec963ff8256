"""Returns mixed with the values of an oracle: a critic that sees all hands, in training alone.

A result is a noisy estimate of a move's value: it depends on the hidden cards and on all that was played later. An
oracle that sees the true hands learns results as `monte_carlo.py` does, and its value of the same move leaves out the
noise of what was played later. The oracle's inputs include the network's, so where the oracle is unbiased the network's
targets have the same mean and less variance; the share of the result that is left in them corrects its bias. While the
oracle is no closer to the results than the network, as at the beginning of a run that starts from a trained one,
targets are results alone.

What may never be seen cannot be learnt, so guiding by it may fade over the run (Suphx, Li et al. 2020, drops the
features that only its oracle sees, more and more of them): `oracle_final` of the share is left at the end.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor
from torch.nn import functional

from paiyou.learn.dmc.targets.monte_carlo import MonteCarlo
from paiyou.learn.dmc.targets.target import Minibatch
from paiyou.learn.nets.networks import FactsNetwork, ValueNetwork, sizes_of, without_belief
from paiyou.learn.nets.open_hands import open_handed


class Oracle(MonteCarlo):
    """(1 - oracle) result + oracle times the value of a critic that sees all hands."""

    left: Tensor
    has_critic = True

    def __init__(self, network: ValueNetwork) -> None:
        super().__init__(network)
        assert isinstance(network, FactsNetwork)  # others are refused before a run begins
        device = network.heads.weight.device
        self.critic = open_handed(network).to(device)
        # A tensor, which a step that was captured as a CUDA graph reads anew; no part of what is learnt.
        self.register_buffer("left", torch.ones((), device=device), persistent=False)

    def fade(self, left: float) -> None:
        """So much of the oracle's share is left."""
        self.left.fill_(left)

    def loss(self, minibatch: Minibatch) -> Tensor:
        """Of the network beside that of the critic, which learns results alone."""
        seen = minibatch.values(self.critic, minibatch.samples.at, minibatch.place, minibatch.samples.action)
        results = self.targets(minibatch)
        of_critic = minibatch.squared_error(seen, results)
        minibatch.critic_error = of_critic.detach()
        value = minibatch.learnt_values(minibatch.place, minibatch.samples.action)
        knows_more = of_critic.detach() < minibatch.squared_error(value.detach(), results)
        share = minibatch.settings.oracle * self.left * knows_more
        return of_critic + minibatch.squared_error(value, mixed(results, seen.detach(), share))

    def begin_with(self, network: ValueNetwork) -> None:
        """A critic of the same sizes values moves as the network does, and hears of the hidden cards as it learns."""
        weights, name = without_belief(network.state_dict()), "state_in.weight"
        if sizes_of(weights) != sizes_of(self.critic.state_dict()):
            return
        more = self.critic.state_in.in_features - weights[name].shape[1]
        self.critic.load_state_dict(weights | {name: functional.pad(weights[name], (0, more))})


def mixed(results: Sequence[Tensor], values: Tensor, share: float | Tensor) -> list[Tensor]:
    """Results with a share of them replaced by values [N, heads]."""
    return [(1 - share) * result + share * values[:, head] for head, result in enumerate(results)]
