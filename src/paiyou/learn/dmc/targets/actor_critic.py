"""An actor-critic with features of actions (DouZero, sections 3.4 and 5.3.2).

The critic is a second network like the first, a Q-network that learns returns as in `monte_carlo.py`. The network
itself becomes the actor: its scores of the legal moves are the policy, pi(a | s) = softmax(score / temperature).
That is what self-play draws from anyway (`choosing.py`), so nothing else changes, and the actor's best move is that of
the highest score. Scores compare the moves of one position; they are no chances to win.

The actor maximises E_pi[Q(s, a)] + temperature H(pi), summed over all legal moves instead of the one that was made:
the policy gradient with the critic's advantage, without the noise of the draw, and no matter how old the draw is. The
entropy keeps the policy from growing certain: at its optimum it is softmax(Q / temperature), the very policy that draws
the moves of the other methods from their values. The legal moves must be listed again, so the host waits for the device
at every step, and no step is captured as a CUDA graph.
"""

from __future__ import annotations

from copy import deepcopy

import torch
from torch import Tensor

from paiyou.learn.dmc.targets.monte_carlo import MonteCarlo
from paiyou.learn.dmc.targets.target import Minibatch
from paiyou.learn.nets.networks import ValueNetwork


class ActorCritic(MonteCarlo):
    """A policy that learns from the values of a critic, which learns returns."""

    captured = False

    def __init__(self, network: ValueNetwork) -> None:
        super().__init__(network)
        self.critic = deepcopy(network)

    def loss(self, minibatch: Minibatch) -> Tensor:
        """The critic's error, less what the policy is worth to the critic."""
        samples, temperature = minibatch.samples, minibatch.settings.temperature
        value = minibatch.values(self.critic, samples.at, minibatch.place, samples.action)
        row, action = minibatch.experience.games.legal_in(samples.at, minibatch.seat, minibatch.weight > 0)
        score = minibatch.learnt_values(row, action)[:, minibatch.acting]
        with torch.no_grad():
            advice = minibatch.values(self.critic, samples.at, row, action)[:, minibatch.acting]
        log_policy = log_softmax(score / temperature, row, len(minibatch.rows))
        worth = (log_policy.exp() * (advice - temperature * log_policy)).sum() / minibatch.weight.sum().clamp(min=1)
        # Times the temperature, by which the scores were divided: as large a step for scores as values take.
        return minibatch.squared_error(value, self.targets(minibatch)) - temperature * worth

    def begin_with(self, network: ValueNetwork) -> None:
        """Values are a critic, and by their softmax a policy."""
        self.critic.load_state_dict(network.state_dict())


def log_softmax(score: Tensor, row: Tensor, number: int) -> Tensor:
    """The logarithm of the softmax over the moves of each of so many positions, moves given with their rows [M]."""
    top = torch.zeros(number, device=score.device).scatter_reduce_(
        0, row, score.detach(), reduce="amax", include_self=False
    )
    score = score - top[row]
    total = torch.zeros(number, device=score.device).index_add(0, row, score.exp())
    return score - total[row].log()
