"""Networks that play as an agent does (behaviour cloning), so that the agent can sit in batches on a GPU.

An agent that thinks on a CPU makes some ten thousand moves a second, self-play on a GPU millions. A network that has
learnt its moves can take its place there: `paiyou.learn.dmc` lets one play a side in a share of the games (`rival`).
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.registry import game_spec
from paiyou.learn import checkpoints
from paiyou.learn.batch import BatchedGame
from paiyou.learn.demonstrations import Demonstrations
from paiyou.learn.networks import WIN, ValueNetwork, make_network
from paiyou.learn.selfplay import choose

HELD_OUT = 50
"""One game in so many is not learnt from but used to count how often the network makes the agent's move."""


def imitate(
    demonstrations: Demonstrations, folder: Path, *, device: torch.device | str = "cpu", passes: int = 3,
    games: int = 4096, learning_rate: float = 1e-3, seed: int = 1,
    report: Callable[[dict[str, float]], None] = lambda _: None,
) -> list[float]:  # fmt: skip
    """Learn an agent's moves and write the weights; returns how often each position's network agrees with the agent.

    Only decisions among several moves count. Example: `imitate(demonstrations, Path("runs/like-rules"))`, then
    `paiyou train --set rival=runs/like-rules --set rival_share=0.3`.
    """
    device = torch.device(device)
    spec = game_spec(demonstrations.game)
    assert isinstance(spec, ClimbingSpec)
    torch.manual_seed(seed)
    networks = [make_network("facts", spec, position).to(device) for position in range(spec.seats)]
    optimizers = [
        torch.optim.Adam(network.parameters(), lr=learning_rate, fused=device.type == "cuda") for network in networks
    ]
    whole = passes * int(demonstrations.length.sum())
    seen = 0
    for number in range(passes):
        replay = Replay(spec, demonstrations, games, device)
        loss = 0.0
        for step in replay:
            rate = learning_rate * (0.01 + 0.99 * (1 + cos(pi * min(seen / whole, 1))) / 2)
            seen += games
            optimizer = optimizers[step.seat]
            for group in optimizer.param_groups:
                group["lr"] = rate
            with torch.autocast("cuda", torch.bfloat16, enabled=device.type == "cuda"):
                value = step.values(networks[step.seat])
            error = cross_entropy(value, step.row, step.action, step.wanted, step.counts & ~step.held_out)
            optimizer.zero_grad(set_to_none=True)
            error.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            if replay.steps % 50 == 0:  # not at every step: looking makes the host wait
                loss += 0.1 * (float(error.detach()) - loss) if loss else float(error.detach())
        report({"pass": number + 1, "loss": loss})
    agreement = agreements(spec, demonstrations, networks, games, device)
    half = [{name: value.to(torch.float16) for name, value in network.state_dict().items()} for network in networks]
    checkpoints.write(
        folder / checkpoints.WEIGHTS,
        {
            "game": spec.name, "network": "facts", "objective": f"imitation of {demonstrations.agent}",
            "frames": seen, "seconds": 0.0, "device": device.type, "weights": half,
        },
    )  # fmt: skip
    return agreement


class Replay:
    """The demonstrations as steps of a batch of games in lockstep; it is its own step, so read it before going on."""

    def __init__(self, spec: ClimbingSpec, demonstrations: Demonstrations, number: int, device: torch.device) -> None:
        self.games = BatchedGame(spec, number, seed=demonstrations.first, device=device)
        self.first, self.total = demonstrations.first, len(demonstrations.length)
        columns = np.stack([demonstrations.played, demonstrations.wanted]).astype(np.int32)
        self._played, self._wanted = torch.from_numpy(columns).to(device)
        self._move = torch.zeros(number, dtype=torch.int64, device=device)
        self.steps = 0

    def __iter__(self) -> Replay:
        return self

    def __next__(self) -> Replay:
        games = self.games
        if self.steps:
            self._go_on()
        place = games.deal_seed - self.first
        if self.steps % 64 == 0 and not bool((place < self.total).any()):
            raise StopIteration
        self.steps += 1
        self.seat = games.seat
        self.row, self.action = games.legal()
        known = place < self.total
        place, move = place.clamp(max=self.total - 1), self._move.clamp(max=self._played.shape[1] - 1)
        self._next = torch.where(known, self._played[place, move].long(), -1)
        self.wanted = self._wanted[place, move].long()
        """The agent's move in every game."""
        several = torch.zeros(games.number, dtype=torch.int32, device=games.device).index_add_(
            0, self.row, torch.ones_like(self.row, dtype=torch.int32)
        )
        self.counts = known & games.active & (several > 1)
        """The games in which there is something to choose."""
        self.held_out = place % HELD_OUT == 0
        return self

    def values(self, network: ValueNetwork) -> Tensor:
        """The network's value of every legal move."""
        games = self.games
        return network.values(games.tables, games.at, games.seat, self.row, self.action)[:, WIN].float()

    def _go_on(self) -> None:
        games = self.games
        # Games beyond the last demonstration go on with any move until all are through.
        any_move = choose(torch.zeros_like(self.row, dtype=torch.float32), self.row, self.action, games.number)
        self._move += games.active
        games.play(torch.where(self._next >= 0, self._next, any_move))
        self._move = torch.where(games.ended, 0, self._move)


def cross_entropy(value: Tensor, row: Tensor, action: Tensor, wanted: Tensor, counts: Tensor) -> Tensor:
    """Mean surprise at the wanted action under the softmax of each position's values, over the positions that count."""
    number = len(wanted)
    most = torch.full((number,), -torch.inf, device=value.device).scatter_reduce(0, row, value.detach(), "amax")
    most = torch.where(most.isfinite(), most, 0.0)
    shifted = value - most[row]
    total = torch.zeros(number, device=value.device).index_add(0, row, shifted.exp())
    own = torch.zeros(number, device=value.device).index_add(0, row, torch.where(action == wanted[row], shifted, 0.0))
    surprise = torch.where(counts, total.clamp(min=1e-30).log() - own, 0.0)
    return surprise.sum() / counts.sum().clamp(min=1)


@torch.no_grad()
def agreements(
    spec: ClimbingSpec, demonstrations: Demonstrations, networks: list[ValueNetwork], games: int, device: torch.device
) -> list[float]:
    """How often each position's network makes the agent's move in the games that were held out."""
    same = torch.zeros(spec.seats, device=device)
    asked = torch.zeros(spec.seats, device=device)
    for step in Replay(spec, demonstrations, games, device):
        chosen = choose(step.values(networks[step.seat]), step.row, step.action, games)
        counts = step.counts & step.held_out
        same[step.seat] += ((chosen == step.wanted) & counts).sum()
        asked[step.seat] += counts.sum()
    agreed: list[float] = (same / asked.clamp(min=1)).tolist()
    return agreed
