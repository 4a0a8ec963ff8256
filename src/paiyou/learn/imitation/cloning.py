"""Networks that play as an agent does (behaviour cloning), so that the agent can sit in batches on a GPU.

An agent that thinks on a CPU makes some ten thousand moves a second, self-play on a GPU millions. A network that has
learnt its moves can take its place there: `paiyou.learn.dmc` lets one play a side in a share of the games (`rival`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import cos, isfinite, pi
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from paiyou.games.family import LEARN
from paiyou.games.protocol import GameSpec
from paiyou.learn.batch import Batch
from paiyou.learn.devices import describe
from paiyou.learn.imitation.demonstrations import Demonstrations, spec_for_imitation
from paiyou.learn.imitation.replaying import not_of_this_game, replay_games
from paiyou.learn.nets.networks import WIN, ValueNetwork
from paiyou.learn.runs.weights import network_with, weights_at, write_weights
from paiyou.learn.selfplay.choosing import choose

HELD_OUT = 50
"""One pair of games in so many, an even and an odd seed, is not learnt from but shows how well the network agrees."""


def imitate(
    demonstrations: Demonstrations, folder: Path, *, device: torch.device | str = "cpu", passes: int = 3,
    at_once: int = 4096, learning_rate: float = 1e-3, seed: int = 1, start: Path | None = None, kind: str = "facts",
    progress: Callable[[int], None] = lambda _: None,
) -> list[float]:  # fmt: skip
    """Learn an agent's moves and write the weights; returns how often each position's network agrees with the agent.

    `kind` is one of the family's networks. `start` is an imitation to begin with, as for a run of `paiyou.learn.dmc`.
    Only decisions among several moves count. `at_once` games are replayed together, so many decisions at most make a
    gradient step. `progress` is told how many games more have been replayed; in all they are `passes` times the
    demonstrations. Example: `imitate(demonstrations, Path("runs/like-rules"))`, then
    `paiyou train doudizhu:douzero --set rival=runs/like-rules --set rival_share=0.3`.
    """
    spec = spec_for_imitation(demonstrations.game)
    if passes < 1:
        raise ValueError(f"passes must be at least 1, not {passes}")
    check_steps(at_once, learning_rate)
    device, begin = torch.device(device), time.monotonic()
    torch.manual_seed(seed)
    number = spec.family.part(LEARN).networks(kind, spec)
    begin_with = weights_at(start, spec, kind)[0] if start is not None else [{}] * number
    networks = [
        (network_with(kind, spec, position, weights) if weights else fresh_network(spec, position, kind)).to(device)
        for position, weights in enumerate(begin_with)
    ]
    optimizers = [
        torch.optim.Adam(network.parameters(), lr=learning_rate, fused=device.type == "cuda") for network in networks
    ]
    whole, before = passes * len(demonstrations), 0
    for turn in range(passes):
        for step in replay(spec, demonstrations, at_once, device):
            done = turn * len(demonstrations) + step.finished
            progress(done - before)
            before = done
            learnt = step.counts & ~step.held_out
            if device.type == "cpu":  # selecting rows would synchronise with the GPU, for which the others cost nothing
                step = step.of(learnt)
                if not len(step.row):
                    continue
            place = step.seat % len(networks)
            optimizer = optimizers[place]
            for group in optimizer.param_groups:
                group["lr"] = learning_rate * (0.01 + 0.99 * (1 + cos(pi * done / whole)) / 2)
            with torch.autocast("cuda", torch.bfloat16, enabled=device.type == "cuda"):
                value = step.values(networks[place])
            error = cross_entropy(value, step.row, step.share, learnt)
            optimizer.zero_grad(set_to_none=True)
            error.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
    progress(whole - before)
    agreement = agreements(spec, demonstrations, networks, at_once, device)
    # In half precision, as they are kept.
    if not all(bool(value.half().isfinite().all()) for network in networks for value in network.state_dict().values()):
        raise ValueError(f"the weights grew beyond all bounds; imitate with a learning_rate below {learning_rate}")
    about = {
        # It is played by its first head, as a network trained to win, and can be exported like one.
        "game": spec.name, "version": spec.version, "network": kind, "objective": "wp",
        "imitates": demonstrations.agent, "agreement": agreement, "frames": passes * int(demonstrations.length.sum()),
        "seconds": time.monotonic() - begin, "device": describe(device),
    }  # fmt: skip
    write_weights(folder, networks, about)
    return agreement


def fresh_network(spec: GameSpec, position: int, kind: str) -> ValueNetwork:
    """A network that has learnt nothing yet."""
    network: ValueNetwork = spec.family.part(LEARN).network(kind, spec, position)
    return network


def check_steps(at_once: int, learning_rate: float, name: str = "at_once") -> None:
    """Refuse gradient steps that cannot be made, with one sentence; `name` is what their size is called."""
    if at_once < 1:
        raise ValueError(f"{name} must be at least 1, not {at_once}")
    if not (isfinite(learning_rate) and learning_rate > 0):
        raise ValueError(f"learning_rate must be a number above 0, not {learning_rate}")


@dataclass(frozen=True)
class Step:
    """One step of a batch of games in lockstep that replays demonstrations, to be read before the next is taken."""

    games: Batch
    row: Tensor
    action: Tensor
    """The legal moves of the seat to move: rows of the batch and actions."""
    share: Tensor
    """The agent's preference for each of them, in the games that count; together 1."""
    wanted: Tensor
    """The agent's move in every game."""
    counts: Tensor
    """The games in which that seat has something to choose, and the agent was asked."""
    held_out: Tensor
    """The games that nothing is learnt from."""
    finished: int
    """Demonstrations that are through; on a GPU those of some steps ago."""

    @property
    def seat(self) -> int:
        """The seat to move."""
        return self.games.seat

    def of(self, which: Tensor) -> Step:
        """Without the moves of all other games."""
        kept = which[self.row]
        return replace(self, row=self.row[kept], action=self.action[kept], share=self.share[kept])

    def values(self, network: ValueNetwork) -> Tensor:
        """The network's value of every legal move."""
        games = self.games
        return network.values(games, games.at, games.seat, self.row, self.action)[:, WIN].float()


def replay(spec: GameSpec, demonstrations: Demonstrations, number: int, device: torch.device) -> Iterator[Step]:
    """The demonstrations as steps of a batch of up to `number` games, each game from its deal to its end."""
    learning, first, total = spec.family.part(LEARN), demonstrations.first, len(demonstrations)
    if demonstrations.wanted.max() >= len(learning.moves(spec)):
        raise not_of_this_game(spec)
    games: Batch = learning.batch(spec, min(number, total), first, device)
    wanted, choices = (
        torch.from_numpy(column.astype("int32")).to(device)
        for column in (demonstrations.wanted, demonstrations.choices)
    )
    shares = torch.from_numpy(np.append(demonstrations.shares, np.uint8(0))).to(device)
    ends = choices.flatten().cumsum(0).view(choices.shape)  # where the shares of a decision end
    for step in replay_games(games, demonstrations.played, first, demonstrations.choices):
        at = (step.game, step.move)
        counts = step.counts & (choices[at] > 0)
        begin = torch.where(counts, ends[at] - choices[at], -1)
        share = shares_of(step.row, step.action, step.number, begin, shares)
        held_out = step.game // 2 % HELD_OUT == 0
        yield Step(games, step.row, step.action, share, wanted[at].long(), counts, held_out, step.finished)


def shares_of(row: Tensor, action: Tensor, moves: Tensor, begin: Tensor, shares: Tensor) -> Tensor:
    """The agent's preference for every legal move, given in any order: together 1, or 0 where `begin` is below 0.

    The shares of a position, which has so many `moves`, lie from `begin` on, by the number of the action.
    """
    order = torch.argsort((row << 32) + action)
    ordered = row[order]
    rank = torch.arange(len(row), device=row.device) - (moves.cumsum(0) - moves)[ordered]
    place = (begin[ordered] + rank).clamp(0, len(shares) - 1)
    share = torch.empty(len(row), device=row.device)
    share[order] = torch.where(begin[ordered] < 0, 0.0, shares[place].float())
    total = torch.zeros(len(moves), device=row.device).index_add_(0, row, share)
    return share / total.clamp(min=1)[row]


def cross_entropy(value: Tensor, row: Tensor, share: Tensor, counts: Tensor) -> Tensor:
    """Mean cross-entropy of the agent's preferences and the softmax of a position's values, where positions count."""
    number = len(counts)
    most = torch.full((number,), -torch.inf, device=value.device).scatter_reduce(0, row, value.detach(), "amax")
    most = torch.where(most.isfinite(), most, 0.0)
    shifted = value - most[row]
    total = torch.zeros(number, device=value.device).index_add(0, row, shifted.exp())
    own = torch.zeros(number, device=value.device).index_add(0, row, share * shifted)
    surprise = torch.where(counts, total.clamp(min=1e-30).log() - own, 0.0)
    return surprise.sum() / counts.sum().clamp(min=1)


@torch.no_grad()
def agreements(
    spec: GameSpec, demonstrations: Demonstrations, networks: Sequence[ValueNetwork], at_once: int,
    device: torch.device,
) -> list[float]:  # fmt: skip
    """How often each position's network makes the agent's move in the games that were held out."""
    same = torch.zeros(spec.seats, device=device)
    asked = torch.zeros(spec.seats, device=device)
    for step in replay(spec, demonstrations, at_once, device):
        counts = step.counts & step.held_out
        if device.type == "cpu":
            step = step.of(counts)
            if not len(step.row):
                continue
        chosen = choose(step.values(networks[step.seat % len(networks)]), step.row, step.action, step.games.number)
        same[step.seat] += ((chosen == step.wanted) & counts).sum()
        asked[step.seat] += counts.sum()
    agreed: list[float] = (same / asked.clamp(min=1)).tolist()
    return agreed
