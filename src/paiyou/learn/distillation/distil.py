"""Teaching a play-out network by a large network (distillation).

The teacher plays itself on a batch of games and says of every legal move of every decision what it is worth; the
pupil learns all of these values, and their order. In half of the games the pupil's own moves are made, so that it
learns what to do where it leads itself (dataset aggregation).

    PYTHONPATH=src python3 -m paiyou.learn.distillation.distil runs/teacher playouts.npz --seconds 120
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass
from math import cos, pi
from pathlib import Path
from typing import Any, cast

import torch
from torch import Tensor

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.family import LEARN
from paiyou.games.registry import game_spec
from paiyou.learn.batch import Batch
from paiyou.learn.devices import describe, device_named
from paiyou.learn.distillation.playout_network import WIDTHS, PlayoutNetwork, playout_networks
from paiyou.learn.imitation.cloning import cross_entropy
from paiyou.learn.runs.weights import folder_of_weights, frozen_player
from paiyou.learn.selfplay.batched_match import NetworkPlayer, duplicate_match
from paiyou.learn.selfplay.choosing import choose

FIRST = 7_000_000_000
"""The first game's seed: far from the deals of training, evaluation and matches."""
AT_ONCE = {"cuda": 16_384, "cpu": 128}
AVERAGE = 0.999
"""How much of the running average of the weights stays with every step."""


@dataclass(frozen=True)
class Lessons:
    """How a pupil is taught."""

    seconds: float = 0.0
    """How long; 0: as many `steps`."""
    steps: int = 0
    games: int = 0
    """At once; 0: as the device likes."""
    learning_rate: float = 1e-3
    temperature: float = 0.02
    """Scale of the noise on values by which moves are made, in units of a win (which is 2 more than a loss)."""
    own_share: float = 0.5
    """The share of the games in which the pupil's moves are made."""
    softness: float = 0.1
    """Values that differ by this much are told apart as clearly as odds of 1 to e; the unit of the ranking's loss."""
    ranking: float = 0.5
    """Weight of the ranking's loss beside the squared error of the values."""
    widths: tuple[int, int, int] = WIDTHS
    seed: int = 1


@dataclass(frozen=True)
class Taught:
    """What came of it."""

    pupil: NetworkPlayer
    steps: int
    decisions: int
    seconds: float
    error: float
    """Root of the mean square by which values differed from the teacher's, at the end."""
    agreement: float
    """How often the pupil's best move was the teacher's, at the end."""


def teach(
    spec: ClimbingSpec, teacher: NetworkPlayer, lessons: Lessons, device: torch.device,
    progress: Callable[[dict[str, Any]], None] = lambda _: None,
) -> Taught:  # fmt: skip
    """Networks that value moves as the teacher does, one for each position, or one for all where those are alike."""
    if (lessons.seconds > 0) == (lessons.steps > 0):
        raise ValueError("lessons last for a number of seconds or for a number of steps: say one of them")
    if device.type == "cuda":
        torch.backends.cuda.matmul.allow_tf32 = True  # whole numbers below 2**11 are exact in it
    torch.manual_seed(lessons.seed)
    networks = playout_networks(spec, spec.family.part(LEARN).networks("facts", spec), lessons.widths)
    pupils = [_Pupil(network.to(device), lessons) for network in networks]
    games: Batch = spec.family.part(LEARN).batch(spec, lessons.games or AT_ONCE[device.type], FIRST, device)
    begun, steps, told = time.monotonic(), 0, 0.0
    decisions = torch.zeros((), dtype=torch.int64, device=device)
    while True:
        spent = time.monotonic() - begun
        done = spent / lessons.seconds if lessons.seconds else steps / lessons.steps
        if spent > told + 10 or done >= 1:
            told = spent
            progress({"steps": steps, "seconds": round(spent, 1), **_report(pupils)})
        if done >= 1:
            break
        steps += 1
        row, action = games.start_listing()()
        pupil = pupils[games.seat % len(pupils)]
        with torch.no_grad():
            all_heads = teacher.network(games.seat).values(games, games.at, games.seat, row, action)
            wanted = all_heads[:, min(teacher.head, all_heads.shape[1] - 1)].float()
        counts = torch.bincount(row, minlength=games.number) > 1
        value = pupil.learn(games, row, action, wanted, counts, (1 + cos(pi * min(done, 1.0))) / 2)
        decisions += counts.sum()
        own = (games.deal_seed % 1000 < 1000 * lessons.own_share)[row]
        made = torch.where(own, value, wanted)
        games.play(choose(made, row, action, games.number, temperature=lessons.temperature))
    found = _report(pupils)
    player = NetworkPlayer([pupil.average for pupil in pupils], 0)
    return Taught(player, steps, int(decisions), time.monotonic() - begun, found["error"], found["agreement"])


class _Pupil:
    """The network of one position with its optimiser and its running average."""

    def __init__(self, network: PlayoutNetwork, lessons: Lessons) -> None:
        self.network, self.lessons = network, lessons
        self.average = deepcopy(network).requires_grad_(False)
        on_gpu = next(network.parameters()).is_cuda
        self._optimizer = torch.optim.Adam(network.parameters(), lr=lessons.learning_rate, fused=on_gpu)
        self._made = 0
        self._lately = torch.zeros(3, device=next(network.parameters()).device)

    def learn(
        self, games: Batch, row: Tensor, action: Tensor, wanted: Tensor, counts: Tensor, rate: float
    ) -> Tensor:  # fmt: skip
        """One step on all legal moves of a batch of decisions, of which some count; returns what they seemed worth."""
        value = self.network.values(games, games.at, games.seat, row, action)[:, 0]
        weight = counts[row].float()
        error = ((value - wanted) ** 2 * weight).sum() / weight.sum().clamp(min=1)
        with torch.no_grad():
            share = _softmax(wanted / self.lessons.softness, row, len(counts))
        ranking = cross_entropy(value / self.lessons.softness, row, share, counts)
        self._optimizer.zero_grad(set_to_none=True)
        (error + self.lessons.ranking * self.lessons.softness * ranking).backward()  # type: ignore[no-untyped-call]
        for group in self._optimizer.param_groups:
            group["lr"] = self.lessons.learning_rate * rate
        self._optimizer.step()
        self.network.keep_in_range()
        self._made += 1
        with torch.no_grad():
            kept = min(AVERAGE, self._made / (self._made + 10))
            weights = [parameter.detach() for parameter in self.network.parameters()]
            torch._foreach_lerp_(list(self.average.parameters()), weights, 1 - kept)
            value = value.detach()
            number = len(counts)
            same = choose(value, row, action, number) == choose(wanted, row, action, number)
            seen = torch.stack([error.detach(), (same & counts).sum() / counts.sum().clamp(min=1), error.new_ones(())])
            self._lately.mul_(0.99).add_(seen)
        return value

    def lately(self) -> tuple[float, float]:
        """Squared error and agreement over about the last hundred steps."""
        error, agreement, number = self._lately.tolist()
        return (error / number, agreement / number) if number else (0.0, 0.0)


def _report(pupils: Sequence[_Pupil]) -> dict[str, float]:
    errors, agreements = zip(*(pupil.lately() for pupil in pupils), strict=True)
    mean_error = sum(errors) / len(errors)
    return {"error": round(mean_error**0.5, 4), "agreement": round(sum(agreements) / len(agreements), 4)}


def _softmax(value: Tensor, row: Tensor, number: int) -> Tensor:
    """Shares of every position's moves, together 1."""
    most = torch.full((number,), -torch.inf, device=value.device).scatter_reduce(0, row, value, "amax")
    odds = (value - most[row]).exp()
    return odds / torch.zeros(number, device=value.device).index_add(0, row, odds)[row]


def strength(
    spec: ClimbingSpec, pupil: NetworkPlayer, teacher: NetworkPlayer, deals: int, device: torch.device
) -> tuple[float, float]:
    """The pupil's share of wins against its teacher on duplicate deals, and half of its 95% interval."""
    won, _ = duplicate_match(spec, pupil, teacher, deals, seed=1, device=device)
    return float(won.mean()), float(1.96 * won.std() / deals**0.5)


def write_pupil(
    file: Path, spec: ClimbingSpec, pupil: NetworkPlayer, about: dict[str, Any]
) -> None:  # fmt: skip
    """Keep a pupil as the core reads it."""
    from paiyou.models.playout_networks import PlayoutNetworkFile

    layers = tuple(cast(PlayoutNetwork, network).whole_numbers() for network in pupil.networks)
    PlayoutNetworkFile(spec.name, tuple(spec.table.groups), about, layers).save(file)


def main(arguments: Sequence[str] | None = None) -> None:
    """Teach a pupil, measure it and keep it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("teacher", help="a model, or the weights of a run")
    parser.add_argument("file", type=Path, help="where to keep the pupil (.npz)")
    parser.add_argument("--game", default="doudizhu:douzero")
    parser.add_argument("--device", default="")
    parser.add_argument("--deals", type=int, default=5_000, help="of the match against the teacher; 0: none")
    parser.add_argument("--widths", type=int, nargs=3, default=WIDTHS)
    for name in ("seconds", "learning_rate", "temperature", "own_share", "softness", "ranking"):
        parser.add_argument(f"--{name}", type=float, default=getattr(Lessons, name))
    for name in ("steps", "games", "seed"):
        parser.add_argument(f"--{name}", type=int, default=getattr(Lessons, name))
    told = vars(parser.parse_args(arguments))
    file, deals, device = told.pop("file"), told.pop("deals"), device_named(told.pop("device"))
    spec = cast(ClimbingSpec, game_spec(told.pop("game")))
    path = folder_of_weights(told.pop("teacher"))
    teacher = frozen_player(path, spec, device)
    lessons = Lessons(**told | {"widths": tuple(told["widths"])})
    taught = teach(spec, teacher, lessons, device, lambda line: print(json.dumps(line), flush=True))
    about = asdict(lessons) | {
        "teacher": path.name, "device": describe(device), "steps": taught.steps, "decisions": taught.decisions,
        "seconds": round(taught.seconds, 1), "error": taught.error, "agreement": taught.agreement,
    }  # fmt: skip
    write_pupil(file, spec, taught.pupil, about)
    if deals:
        about["wp"], about["wp_interval"] = strength(spec, taught.pupil, teacher, deals, device)
        about["deals"] = deals
        write_pupil(file, spec, taught.pupil, about)
    print(json.dumps(about), flush=True)


if __name__ == "__main__":
    main()
