"""The learner of one position, or of all: algorithm 2 of DouZero, with whatever target the values are fitted to.

On a GPU the whole step, from compact positions to the new weights, is captured once as a CUDA graph and replayed:
small minibatches would otherwise wait for the host to launch a hundred kernels.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import deepcopy

import torch
from torch import Tensor, nn

from paiyou.learn.dmc.experience import Experience
from paiyou.learn.dmc.hidden_loss import HiddenLoss
from paiyou.learn.dmc.next_move_loss import NextMoveLoss
from paiyou.learn.dmc.schedule import faded
from paiyou.learn.dmc.settings import Settings
from paiyou.learn.dmc.targets.registry import TARGETS
from paiyou.learn.dmc.targets.target import Minibatch
from paiyou.learn.nets.belief_head import BeliefHead
from paiyou.learn.nets.networks import ValueNetwork


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
        self.target = TARGETS[settings.target](network)
        """What the values are fitted to, with what it learns itself."""
        self.rate = torch.tensor(1e-4, device=device)
        self.optimizer = torch.optim.Adam(
            self._learnt(), lr=self.rate if self.on_gpu else 1e-4, fused=self.on_gpu, capturable=self.on_gpu
        )
        self.rows = torch.zeros(settings.minibatch, dtype=torch.int64, device=device)
        self.losses = torch.zeros(3, device=device)
        """Sum of losses, number of steps, steps that were not finite, since the last look."""
        self.misses = torch.zeros(2, 3, device=device)
        """Of values from results, since the last look: `Minibatch.misses`."""
        self.of_critic = torch.zeros(2, device=device)
        """Sum of a critic's losses and number of them since the last look."""
        head = getattr(network, "belief", None)
        self.hidden = HiddenLoss(head.asks, settings.hidden, device) if isinstance(head, BeliefHead) else None
        self.next_move = NextMoveLoss(settings.next_move, device) if getattr(network, "next_move", None) else None
        self._graphs: dict[int, torch.cuda.CUDAGraph] = {}
        """By the seat whose moves are learnt from."""
        self._warm: Counter[int] = Counter()

    def learn(self, rows: Tensor, seat: int, rate: float, done: float) -> None:
        """One step on some rows of the experience, all of one seat; so much of the run is over."""
        self.rows.copy_(rows)
        self.target.fade(faded(self.settings.oracle_final, done))
        if not self.on_gpu:
            for group in self.optimizer.param_groups:
                group["lr"] = rate
            self._step(seat)
            return
        self.rate.fill_(rate)
        if not self.target.captured:
            self._step(seat)
        elif seat in self._graphs:
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
        minibatch = Minibatch(self.experience, self.rows, seat, self.network, self.average, self.settings)
        loss = whole = self.target.loss(minibatch)
        if self.hidden is not None and minibatch.belief is not None:
            whole = whole + self.hidden(minibatch.belief, self.experience.games, minibatch.samples, seat)
        if self.next_move is not None and minibatch.next_move is not None:
            whole = whole + self.next_move(minibatch.next_move, self.experience, minibatch.rows, minibatch.samples)
        self.optimizer.zero_grad(set_to_none=True)
        whole.backward()  # type: ignore[no-untyped-call]
        parameters = [parameter for parameter in self._learnt() if parameter.grad is not None]
        if self.share is not None:
            self.share([parameter.grad for parameter in parameters])
        nn.utils.clip_grad_norm_(parameters, self.settings.clip)
        self.optimizer.step()
        with torch.no_grad():
            finite = whole.isfinite()
            self.losses += torch.stack([torch.where(finite, loss, 0.0), finite.float(), 1 - finite.float()])
            if minibatch.misses is not None:
                self.misses += minibatch.misses
            if minibatch.critic_error is not None:
                self.of_critic += torch.stack([minibatch.critic_error, torch.ones_like(minibatch.critic_error)])
            weights = [parameter.detach() for parameter in self.network.parameters()]
            torch._foreach_lerp_(list(self.average.parameters()), weights, 1 - self.settings.average)

    def _learnt(self) -> list[nn.Parameter]:
        """All weights that a gradient step changes."""
        return [*self.network.parameters(), *self.target.parameters()]

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

    def look_at_critic(self) -> float | None:
        """A critic's mean loss since the last look; None where there was none."""
        total, steps = self.of_critic.tolist()
        self.of_critic.zero_()
        return float(total / steps) if steps else None

    def look_at_misses(self) -> Tensor:
        """How far values were from results since the last look: `Minibatch.misses`."""
        misses = self.misses.cpu().clone()
        self.misses.zero_()
        return misses

    def state(self) -> dict[str, object]:
        """All of it, for a checkpoint."""
        return {
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "target": self.target.state_dict(),
        }

    def load(self, state: dict[str, dict[str, object]]) -> None:
        """Go on from a checkpoint's state."""
        self.network.load_state_dict(state["network"])
        self.average.load_state_dict(state["average"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.target.load_state_dict(state.get("target", {}))  # checkpoints from before there were several have none
        if self.on_gpu:
            # Loading put a copy in its place; the rate that `learn` sets must be the one that the optimiser reads.
            for group in self.optimizer.param_groups:
                group["lr"] = self.rate
        self.settle()

    def hand_over(self) -> None:
        """Give the actor the network's weights; nobody may be playing by it meanwhile."""
        with torch.no_grad():
            weights = [parameter.detach() for parameter in self.network.parameters()]
            torch._foreach_copy_(list(self.actor.parameters()), weights)

    def settle(self, *, average_too: bool = False) -> None:
        """Hand the network's weights to the actor; with `average_too` the average and the target begin with them."""
        self.hand_over()
        if average_too:
            self.average.load_state_dict(self.network.state_dict())
            self.target.begin_with(self.network)
