"""What the values of moves are fitted to, and what the methods share: they differ in one function each.

A decision is a choice among several moves. What a seat has to do and what the others do between two of its decisions is
one step of the environment, so the next decision s' after (s, a) is the same seat's next choice in the same game. There
is no reward before the end of a game. With `result` for what the game brings the seat in the end, and in place of it
wherever no s' follows:

| file | target of (s, a) |
|---|---|
| `monte_carlo.py` | gamma^(decisions that follow) result |
| `sarsa.py` | gamma Q(s', the move made there), Q being the running average of the weights |
| `dqn.py` | gamma max Q(s', any legal move), Q being the weights that played s' |
| `bootstrapped.py` | gamma max Q(s', any legal move), Q being the weights of now |
| `actor_critic.py` | as `monte_carlo.py` for a critic, whose values a policy then learns to prefer |
| `oracle.py` | (1 - oracle) result + oracle Q(all hands, s, a), Q being a critic that learns results; may fade |
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import torch
from torch import Tensor, nn

from paiyou.learn.dmc.experience import Experience, Later, Samples
from paiyou.learn.dmc.held_out import is_held_out
from paiyou.learn.dmc.outcome_loss import error_of_outcomes
from paiyou.learn.dmc.settings import Settings
from paiyou.learn.nets.networks import POINTS, ValueNetwork, head_of
from paiyou.learn.nets.outcomes import OUTCOMES, values_of


@dataclass
class Minibatch:
    """The moves of one gradient step, all of one seat, and whom a target may ask about them."""

    experience: Experience
    rows: Tensor
    """Of the experience [N]."""
    seat: int
    network: ValueNetwork
    """That learns."""
    average: ValueNetwork
    """The running average of its weights."""
    settings: Settings
    belief: Tensor | None = None
    """What the network thinks of the hidden cards in these rows, where it does and once it was asked for values."""
    next_move: tuple[Tensor, Tensor] | None = None
    """What it thinks comes after the moves, likewise: scores of groups and of keys."""
    misses: Tensor | None = None
    """Once there is a loss, sums over the moves: value less result by the acting head, its square, and their number.

    Of the actions that are not held out, and of those that are [2, 3].
    """
    critic_error: Tensor | None = None
    """The loss of a critic that learns results beside the network, where there is one."""

    @cached_property
    def samples(self) -> Samples:
        """The moves that were made in these rows."""
        return self.experience.samples(self.rows, self.seat)

    @cached_property
    def later(self) -> Later:
        """The seat's later decisions in the games of these rows."""
        return self.experience.later(self.rows)

    @cached_property
    def place(self) -> Tensor:
        """The rows by number, for one move in each."""
        return torch.arange(len(self.rows), device=self.rows.device)

    @cached_property
    def held_out(self) -> Tensor:
        """Which moves are of actions that are measured apart [N]."""
        return is_held_out(self.samples.action, self.settings.held_out)

    @cached_property
    def weight(self) -> Tensor:
        """What each move counts in learning [N]."""
        if self.settings.held_out == 0:
            return self.samples.weight
        return self.samples.weight * torch.where(self.held_out, self.settings.held_out_weight, 1.0)

    @property
    def acting(self) -> int:
        """The head that is played by."""
        return head_of(self.settings.objective) if self.network.head_count > 1 else 0

    @cached_property
    def results(self) -> list[Tensor]:
        """What the games brought the seat in the end, for each head of the network."""
        points, objective = self.samples.points, self.settings.objective
        if objective == "logadp":
            # As in DouZero: one more for every doubling, with the sign of the result.
            points = points.sign() * (1 + points.abs().clamp(min=1).log2())
        if self.network.head_count > 1:
            return [self.samples.win, points]
        return [self.samples.win if objective == "wp" else points]

    def learnt_values(self, row: Tensor, action: Tensor) -> Tensor:
        """What the network that learns thinks of moves in these rows, to be made better [M, heads].

        Or of their three outcomes, where it tells of those.
        """
        at, games = self.samples.at, self.experience.games
        with torch.autocast("cuda", torch.bfloat16, enabled=row.is_cuda):
            told = self.network.learnt(games, at, self.seat, row, action)
        self.belief, self.next_move = told.belief, told.next_move
        return told.value.float()

    def values(self, network: ValueNetwork, at: Any, row: Tensor, action: Tensor) -> Tensor:
        """What a network thinks of moves, given as pairs (row, action), in positions of the seat [M, heads]."""
        with torch.autocast("cuda", torch.bfloat16, enabled=row.is_cuda):
            return network.values(self.experience.games, at, self.seat, row, action).float()

    def values_then(self, value: Tensor) -> list[Tensor]:
        """Targets from the values of the next decisions [N, heads]: discounted, or results where none follows."""
        return [
            torch.where(self.later.exists, self.settings.gamma * value[:, head], result)
            for head, result in enumerate(self.results)
        ]

    def squared_error(self, value: Tensor, targets: Sequence[Tensor]) -> Tensor:
        """Of the values of the moves made [N, heads], over all heads; the one not played by weighs less.

        Or of their three outcomes, where the network tells of those.
        """
        if value.shape[1] == OUTCOMES:
            win, points = targets
            of_points = 1.0 if self.acting == POINTS else self.settings.other_head
            loss = error_of_outcomes(value, win, points, self.weight, of_points)
            value = values_of(value)
        else:
            weight = self.weight
            loss = torch.zeros((), device=value.device)
            for head, target in enumerate(targets):
                error = ((value[:, head] - target) ** 2 * weight).sum() / weight.sum().clamp(min=1)
                loss = loss + (1.0 if head == self.acting else self.settings.other_head) * error
        with torch.no_grad():
            miss = value[:, self.acting] - self.results[self.acting]
            sums = torch.stack([miss, miss**2, torch.ones_like(miss)]) * self.samples.weight
            self.misses = torch.stack([(sums * ~self.held_out).sum(dim=1), (sums * self.held_out).sum(dim=1)])
        return loss


class Target(nn.Module, ABC):
    """A method: what the value of each move is fitted to. What it learns besides the network are its parameters."""

    captured: ClassVar[bool] = True
    """Whether a step can be captured as a CUDA graph: all shapes are known, and the host need not wait for anything."""
    has_critic: ClassVar[bool] = False
    """Whether it says in every minibatch how far a critic was from the results (`Minibatch.critic_error`)."""
    keeps_best: ClassVar[bool] = False
    """Whether self-play must keep what the best move of every decision was worth."""

    def __init__(self, network: ValueNetwork) -> None:  # noqa: ARG002 - for those that learn more than the network
        super().__init__()

    @abstractmethod
    def targets(self, minibatch: Minibatch) -> Sequence[Tensor]:
        """For every head, what the value of each move should be [N]."""

    def loss(self, minibatch: Minibatch) -> Tensor:
        """The loss that a gradient step minimises."""
        value = minibatch.learnt_values(minibatch.place, minibatch.samples.action)
        return minibatch.squared_error(value, self.targets(minibatch))

    def fade(self, left: float) -> None:
        """Be told before every step how much is left of a guide that fades over the run, where there is one."""

    def begin_with(self, network: ValueNetwork) -> None:
        """Take over what a network has learnt elsewhere, where the method learns more than the network."""
