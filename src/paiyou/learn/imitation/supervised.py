"""Supervised learning of card play from records (DouZero, C.2).

Every legal move of a recorded decision is an example: the one that was played a positive, the others negatives. The
network is the one that self-play trains; its value of a move goes through a sigmoid. Since negatives are many more,
positives weigh as many times more. A tenth of the games is held out, and each position keeps the weights of the epoch
with the highest accuracy there: how often the move of the highest score is the one that was played.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from math import cos, pi
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits

from paiyou.games.family import LEARN
from paiyou.games.registry import game_spec
from paiyou.learn.devices import describe
from paiyou.learn.imitation.cloning import check_steps, fresh_network
from paiyou.learn.imitation.decisions import Decisions, decisions_of
from paiyou.learn.imitation.recorded_games import RecordedGames
from paiyou.learn.nets.networks import WIN, ValueNetwork
from paiyou.learn.runs import checkpoints
from paiyou.learn.runs.log import Log
from paiyou.learn.runs.weights import write_weights
from paiyou.learn.selfplay.choosing import choose

LOOK_AT = 8192
"""Decisions whose accuracy is measured at once."""


@dataclass(frozen=True)
class SupervisedArguments:
    """What a run is told."""

    epochs: int = 20
    minibatch: int = 1024
    """Decisions of a gradient step, each with all its legal moves; the paper has batches of 8,096 moves."""
    learning_rate: float = 1e-3
    """Adam's at the beginning; a cosine leads to a hundredth of it."""
    held_out: float = 0.1
    """Share of the games that nothing is learnt from."""
    network: str = "facts"
    seed: int = 1

    def __post_init__(self) -> None:
        if self.epochs < 1:
            raise ValueError(f"epochs must be 1 or more, not {self.epochs}")
        check_steps(self.minibatch, self.learning_rate, "minibatch")
        if not 0 < self.held_out < 1:
            raise ValueError(f"held_out must be a share between 0 and 1, not {self.held_out}")


@dataclass(frozen=True)
class Accuracy:
    """How often a network makes the recorded move of a position, in games held out."""

    right: int
    decisions: int
    """Among several moves."""
    forced: int
    """Moves without a choice."""

    @property
    def among_several(self) -> float:
        """Of the decisions that were one."""
        return self.right / max(self.decisions, 1)

    @property
    def of_all(self) -> float:
        """Of all moves, forced ones counted as right."""
        return (self.right + self.forced) / max(self.decisions + self.forced, 1)


def learn_records(
    recorded: RecordedGames, arguments: SupervisedArguments, folder: Path, device: torch.device | str = "cpu",
    report: Callable[[dict[str, Any]], None] = lambda _: None,
) -> list[float]:  # fmt: skip
    """Learn and write weights, log and a checkpoint of every epoch; returns every position's accuracy among several.

    A run that was stopped goes on in its folder after the last whole epoch, as if it had not been.
    Example: `learn_records(RecordedGames.load(Path("games.npz")), SupervisedArguments(), Path("runs/sl"), "cuda")`.
    """
    if len(recorded) < 2:
        raise ValueError("one game is too few: some are learnt from and others held out; give more")
    device, spec, begin = torch.device(device), game_spec(recorded.game), time.monotonic()
    whole = folder / checkpoints.run_file()
    about = {"game": spec.name, "version": spec.version, "network": arguments.network, "objective": "wp"}
    moves = int(recorded.played.sum(dtype="int64"))  # their numbers, to know the games by
    settings = asdict(arguments) | {"players": recorded.players, "games": len(recorded), "moves": moves}
    before: dict[str, Any] = {}
    if whole.exists():
        before = checkpoints.read(whole, spec=spec, network=arguments.network, device=device)
        if before["told"] != settings:
            raise ValueError(f"in {folder} other games were learnt, or in another way; name another folder")
    learning = spec.family.part(LEARN)
    torch.manual_seed(arguments.seed)
    held_out = torch.zeros(len(recorded), dtype=torch.bool)
    held_out[torch.randperm(len(recorded))[: max(round(arguments.held_out * len(recorded)), 1)]] = True
    networks = [
        fresh_network(spec, position, arguments.network).to(device)
        for position in range(learning.networks(arguments.network, spec))
    ]
    if len(networks) != spec.seats:
        raise ValueError(f"every position of {spec.name} has the same network; records are learnt where each has one")
    seats = [_Seat(network, of_seat, held_out.to(device), arguments)
             for network, of_seat in zip(networks, decisions_of(recorded, device), strict=True)]  # fmt: skip
    log = Log(folder, report, writes=True)
    done, seconds = 0, 0.0
    if before:
        done, seconds = before["epoch"], before["seconds"]
        for seat, state in zip(seats, before["seats"], strict=True):
            seat.load(state)
        checkpoints.set_random_state(before["random"], device)
    else:
        log.write("start", **about | settings, device=describe(device), decisions=[len(seat.learnt) for seat in seats])
    for epoch in range(done, arguments.epochs):
        losses = [seat.learn(epoch) for seat in seats]
        found = [accuracy(seat.network, seat.decisions, seat.held_out) for seat in seats]
        for seat, reached in zip(seats, found, strict=True):
            seat.keep_if_best(reached.among_several)
        now = seconds + time.monotonic() - begin
        log.write(
            "epoch", epoch=epoch + 1, seconds=round(now, 3), losses=[round(loss, 5) for loss in losses],
            accuracy=[round(each.among_several, 5) for each in found], of_all=[round(each.of_all, 5) for each in found],
            decisions=[each.decisions for each in found],
        )  # fmt: skip
        state = {"seats": [seat.state() for seat in seats], "random": checkpoints.random_state(device)}
        checkpoints.write(whole, {**about, "told": settings, "epoch": epoch + 1, "seconds": now, **state})
    best = [seat.best for seat in seats]
    for seat in seats:
        seat.network.load_state_dict(seat.best_weights)
    learnt = {
        "imitates": recorded.players, "agreement": best, "device": describe(device),
        "frames": arguments.epochs * int(recorded.length.sum()), "seconds": seconds + time.monotonic() - begin,
    }  # fmt: skip
    write_weights(folder, networks, about | learnt)
    return best


class _Seat:
    """A position's network while it learns."""

    def __init__(
        self, network: ValueNetwork, decisions: Decisions, held_out: Tensor, arguments: SupervisedArguments
    ) -> None:
        self.network, self.decisions, self.arguments = network, decisions, arguments
        device = held_out.device
        self.optimizer = torch.optim.Adam(network.parameters(), lr=arguments.learning_rate, fused=device.type == "cuda")
        apart = held_out[decisions.game]
        self.learnt, self.held_out = (~apart).nonzero()[:, 0], apart.nonzero()[:, 0]
        moves = int(decisions.number_of_moves(self.learnt).sum())
        self.positive_weight = torch.tensor(moves / max(len(self.learnt), 1) - 1, device=device)
        """Negatives for each positive."""
        self.best = -1.0
        self.best_weights: dict[str, Tensor] = {}

    def learn(self, epoch: int) -> float:
        """One epoch, every decision once in an order of its own; returns the mean loss."""
        network, arguments, decisions = self.network, self.arguments, self.decisions
        order = self.learnt[torch.randperm(len(self.learnt), device=self.learnt.device)]
        parts = torch.split(order, arguments.minibatch)
        total = torch.zeros((), device=order.device)
        for step, which in enumerate(parts):
            done = (epoch + step / len(parts)) / arguments.epochs
            for group in self.optimizer.param_groups:
                group["lr"] = arguments.learning_rate * (0.01 + 0.99 * (1 + cos(pi * done)) / 2)
            row, action = decisions.moves(which)
            with torch.autocast("cuda", torch.bfloat16, enabled=which.is_cuda):
                score = network.values(decisions.games, decisions.positions(which), decisions.seat, row, action)
            positive = (action == decisions.played[which][row]).float()
            loss = binary_cross_entropy_with_logits(score[:, WIN].float(), positive, pos_weight=self.positive_weight)
            self.optimizer.zero_grad(set_to_none=True)
            loss.backward()  # type: ignore[no-untyped-call]
            self.optimizer.step()
            total += loss.detach()
        return float(total) / max(len(parts), 1)

    def keep_if_best(self, reached: float) -> None:
        """Keep a copy of the weights where no epoch before had this accuracy."""
        if reached > self.best:
            self.best = reached
            self.best_weights = {name: value.clone() for name, value in self.network.state_dict().items()}

    def state(self) -> dict[str, Any]:
        """For a checkpoint."""
        weights, optimizer = self.network.state_dict(), self.optimizer.state_dict()
        return {"weights": weights, "optimizer": optimizer, "best": self.best, "best_weights": self.best_weights}

    def load(self, state: dict[str, Any]) -> None:
        """Go on from a checkpoint's state."""
        self.network.load_state_dict(state["weights"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.best, self.best_weights = state["best"], state["best_weights"]


@torch.no_grad()
def accuracy(network: ValueNetwork, decisions: Decisions, which: Tensor) -> Accuracy:
    """How often a network's highest score is the recorded move, in decisions given by number."""
    right = torch.zeros((), dtype=torch.int64, device=which.device)
    for part in torch.split(which, LOOK_AT):
        row, action = decisions.moves(part)
        value = network.values(decisions.games, decisions.positions(part), decisions.seat, row, action)
        right += (choose(value[:, WIN], row, action, len(part)) == decisions.played[part]).sum()
    held = torch.zeros(len(decisions.forced), dtype=torch.bool, device=which.device)
    held[decisions.game[which]] = True
    return Accuracy(int(right), len(which), int(decisions.forced[held].sum()))


def agreement(networks: Sequence[ValueNetwork], decisions: Sequence[Decisions]) -> list[Accuracy]:
    """How often networks, one for each position, make the recorded moves (DouZero, 3.5)."""
    return [
        accuracy(network, of_seat, torch.arange(len(of_seat), device=of_seat.game.device))
        for network, of_seat in zip(networks, decisions, strict=True)
    ]
