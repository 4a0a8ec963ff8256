"""The learner of one position, or of all: algorithm 2 of paper 003, a step on the squared error of Monte Carlo returns.

On a GPU the whole step, from compact positions to the new weights, is captured once as a CUDA graph and replayed:
small minibatches would otherwise wait for the host to launch a hundred kernels.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from paiyou.learn.dmc.experience import Experience
from paiyou.learn.dmc.hidden_loss import HiddenLoss
from paiyou.learn.nets.belief_head import BeliefHead
from paiyou.learn.nets.networks import ValueNetwork, head_of


@dataclass(frozen=True)
class Settings:
    """What a learner needs to know."""

    objective: str
    minibatch: int
    clip: float
    average: float
    other_head: float
    """Weight of the head that is not played by."""
    hidden: float = 0.0
    """Weight of the head that predicts the hidden cards; 0: there is none."""


class Learner:
    """A network with its optimiser, its running average, and the copy that plays."""

    def __init__(
        self,
        network: ValueNetwork,
        experience: Experience,
        settings: Settings,
        share: Callable[..., None] | None,
    ) -> None:
        self.network = network
        self.experience = experience
        self.settings = settings
        self.share = share
        """Averages gradients over processes, where there are several."""
        device = experience.games.device
        self.on_gpu = device.type == "cuda"
        self.average = deepcopy(network).requires_grad_(False)
        """The running average of the weights: steadier than the last ones, and what is evaluated and exported."""
        self.actor = deepcopy(network).requires_grad_(False)
        """The weights that self-play uses, in half precision on a GPU."""
        if self.on_gpu:
            self.actor.to(torch.bfloat16)
        self.rate = torch.tensor(1e-4, device=device)
        self.optimizer = torch.optim.Adam(
            network.parameters(), lr=self.rate if self.on_gpu else 1e-4, fused=self.on_gpu, capturable=self.on_gpu
        )
        self.rows = torch.zeros(settings.minibatch, dtype=torch.int64, device=device)
        self.losses = torch.zeros(3, device=device)
        """Sum of losses, number of steps, steps that were not finite, since the last look."""
        head = getattr(network, "belief", None)
        self.hidden = HiddenLoss(head.asks, settings.hidden, device) if isinstance(head, BeliefHead) else None
        self._graphs: dict[int, torch.cuda.CUDAGraph] = {}
        """By the seat whose moves are learnt from."""
        self._warm: Counter[int] = Counter()

    def learn(self, rows: Tensor, seat: int, rate: float) -> None:
        """One step on some rows of the experience, all of one seat."""
        self.rows.copy_(rows)
        if not self.on_gpu:
            for group in self.optimizer.param_groups:
                group["lr"] = rate
            self._step(seat)
            return
        self.rate.fill_(rate)
        if seat in self._graphs:
            self._graphs[seat].replay()
        elif self.share is not None or self._warm[seat] < 3:
            # The first steps compile kernels and make the optimiser's state; several processes stay with these.
            side = torch.cuda.Stream()  # type: ignore[no-untyped-call]
            side.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(side):
                self._step(seat)
            torch.cuda.current_stream().wait_stream(side)
            self._warm[seat] += 1
        else:
            self._graphs[seat] = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self._graphs[seat]):
                self._step(seat)
            self._graphs[seat].replay()

    def _step(self, seat: int) -> None:
        loss, hidden = self._loss(seat)
        whole = loss if hidden is None else loss + hidden
        self.optimizer.zero_grad(set_to_none=True)
        whole.backward()  # type: ignore[no-untyped-call]
        parameters = list(self.network.parameters())
        if self.share is not None:
            self.share([parameter.grad for parameter in parameters])
        nn.utils.clip_grad_norm_(parameters, self.settings.clip)
        self.optimizer.step()
        with torch.no_grad():
            finite = whole.isfinite()
            self.losses += torch.stack([torch.where(finite, loss, 0.0), finite.float(), 1 - finite.float()])
            weights = [parameter.detach() for parameter in parameters]
            torch._foreach_lerp_(list(self.average.parameters()), weights, 1 - self.settings.average)
            torch._foreach_copy_(list(self.actor.parameters()), weights)

    def _loss(self, seat: int) -> tuple[Tensor, Tensor | None]:
        """Of the values, and of the hidden cards where the network predicts them."""
        games = self.experience.games
        samples = self.experience.samples(self.rows, seat)
        place = torch.arange(len(self.rows), device=self.rows.device)
        with torch.autocast("cuda", torch.bfloat16, enabled=self.on_gpu):
            value, belief = self.network.values_and_belief(games, samples.at, seat, place, samples.action)
        value = value.float()
        hidden = None if belief is None or self.hidden is None else self.hidden(belief, games, samples, seat)
        points = samples.points
        if self.settings.objective == "logadp":
            # As in DouZero: one more for every doubling, with the sign of the result.
            points = points.sign() * (1 + points.abs().clamp(min=1).log2())
        heads = [samples.win, points][: value.shape[1]]
        acting = head_of(self.settings.objective) if len(heads) > 1 else 0
        if len(heads) == 1 and self.settings.objective != "wp":
            heads = [points]
        loss = torch.zeros((), device=value.device)
        for head, target in enumerate(heads):
            error = ((value[:, head] - target) ** 2 * samples.weight).sum() / samples.weight.sum().clamp(min=1)
            loss = loss + (1.0 if head == acting else self.settings.other_head) * error
        return loss, hidden

    @property
    def has_learnt(self) -> bool:
        """Whether a gradient step was ever made."""
        return bool(self.optimizer.state)

    @property
    def broken(self) -> int:
        """Steps since the last look whose loss was not a number."""
        return int(self.losses[2])

    def look(self) -> float | None:
        """Mean loss since the last look; None where there was no step."""
        total, steps, _ = self.losses.tolist()
        self.losses.zero_()
        return float(total / steps) if steps else None

    def state(self) -> dict[str, object]:
        """All of it, for a checkpoint."""
        return {
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimizer": self.optimizer.state_dict(),
        }

    def load(self, state: dict[str, dict[str, object]]) -> None:
        """Go on from a checkpoint's state."""
        self.network.load_state_dict(state["network"])
        self.average.load_state_dict(state["average"])
        self.optimizer.load_state_dict(state["optimizer"])
        if self.on_gpu:
            # Loading put a copy in its place; the rate that `learn` sets must be the one that the optimiser reads.
            for group in self.optimizer.param_groups:
                group["lr"] = self.rate
        self.settle()

    def settle(self, *, average_too: bool = False) -> None:
        """Hand the network's weights to the actor, and with `average_too` begin the running average with them."""
        with torch.no_grad():
            weights = [parameter.detach() for parameter in self.network.parameters()]
            torch._foreach_copy_(list(self.actor.parameters()), weights)
            if average_too:
                torch._foreach_copy_(list(self.average.parameters()), weights)
