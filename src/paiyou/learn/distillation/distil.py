"""Distillation: a small play-out network learns the values of a large network.

The teacher plays itself on a batch of games and says of every legal move of every decision what it is worth; the
student learns all of these values, and their order. In half of the games the student's own moves are made, so that it
learns what to do where it leads itself (dataset aggregation).

    PYTHONPATH=src python3 -m paiyou.learn.distillation.distil doudizhu-wp playouts.npz --seconds 120
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

from paiyou.games.family import LEARN
from paiyou.games.protocol import GameSpec
from paiyou.games.registry import game_spec
from paiyou.learn.batch import Batch
from paiyou.learn.devices import describe, device_named
from paiyou.learn.distillation.playout_network import WIDTHS, PlayoutNetwork, playout_networks
from paiyou.learn.imitation.cloning import cross_entropy
from paiyou.learn.runs.weights import folder_of_weights, frozen_player, trained_for
from paiyou.learn.selfplay.batched_match import NetworkPlayer, duplicate_match
from paiyou.learn.selfplay.choosing import choose
from paiyou.learn.selfplay.memory import remember_for

FIRST = 7_000_000_000
"""The first game's seed: far from the deals of training, evaluation and matches."""
AT_ONCE = {"cuda": 16_384, "cpu": 128}
AVERAGE = 0.999
"""How much of the running average of the weights stays with every step."""


@dataclass(frozen=True)
class DistillationSettings:
    """The settings of a distillation."""

    seconds: float = 0.0
    """How long; 0: as many `steps`."""
    steps: int = 0
    games: int = 0
    """At once; 0: as the device likes."""
    learning_rate: float = 1e-3
    temperature: float = 0.02
    """Scale of the noise on values by which moves are made, in units of a win (which is 2 more than a loss)."""
    own_share: float = 0.5
    """The share of the games in which the student's moves are made."""
    quiet: float = 0.0
    """The share of games in which nothing may be exposed, though the rules allow it."""
    softness: float = 0.1
    """Values that differ by this much are told apart as clearly as odds of 1 to e; the unit of the ranking's loss."""
    ranking: float = 0.5
    """Weight of the ranking's loss beside the squared error of the values."""
    widths: tuple[int, int, int] = WIDTHS
    half: bool = False
    """Whether the teacher is asked in half precision on a CPU, too, as it always is on a GPU."""
    seed: int = 1


@dataclass(frozen=True)
class Distilled:
    """What came of it."""

    student: NetworkPlayer
    steps: int
    decisions: int
    seconds: float
    error: float
    """Root of the mean square by which values differed from the teacher's, at the end."""
    agreement: float
    """How often the student's best move was the teacher's, at the end."""


def distil(
    spec: GameSpec, teacher: NetworkPlayer, settings: DistillationSettings, device: torch.device,
    progress: Callable[[dict[str, Any]], None] = lambda _: None,
) -> Distilled:  # fmt: skip
    """Networks that value moves as the teacher does, one for each position, or one for all where those are alike."""
    if (settings.seconds > 0) == (settings.steps > 0):
        raise ValueError("distillation lasts for a number of seconds or for a number of steps: say one of them")
    if device.type == "cuda":
        torch.backends.cuda.matmul.allow_tf32 = True  # whole numbers below 2**11 are exact in it
    torch.manual_seed(settings.seed)
    networks = playout_networks(spec, spec.family.part(LEARN).networks("facts", spec), settings.widths)
    students = [_Student(network.to(device), settings) for network in networks]
    number = settings.games or AT_ONCE[device.type]
    games: Batch = spec.family.part(LEARN).batch(spec, number, FIRST, device, settings.quiet)
    remember_for(games, teacher.networks)
    begun, steps, reported = time.monotonic(), 0, 0.0
    decisions = torch.zeros((), dtype=torch.int64, device=device)
    while True:
        spent = time.monotonic() - begun
        done = spent / settings.seconds if settings.seconds else steps / settings.steps
        if spent > reported + 10 or done >= 1:
            reported = spent
            progress({"steps": steps, "seconds": round(spent, 1), **_report(students)})
        if done >= 1:
            break
        steps += 1
        row, action = games.start_listing()()
        if device.type == "cpu" and not len(row):  # all wait for another seat; a GPU would have to be asked
            games.play(row.new_zeros(number))
            continue
        student = students[games.seat % len(students)]
        with torch.no_grad(), torch.autocast("cpu", torch.bfloat16, enabled=settings.half):
            all_heads = teacher.network(games.seat).values(games, games.at, games.seat, row, action)
            wanted = all_heads[:, min(teacher.head, all_heads.shape[1] - 1)].float()
        counts = torch.bincount(row, minlength=games.number) > 1
        value = student.learn(games, row, action, wanted, counts, (1 + cos(pi * min(done, 1.0))) / 2)
        decisions += counts.sum()
        own = (games.deal_seed % 1000 < 1000 * settings.own_share)[row]
        made = torch.where(own, value, wanted)
        games.play(choose(made, row, action, games.number, temperature=settings.temperature))
    found = _report(students)
    player = NetworkPlayer([student.average for student in students], 0)
    return Distilled(player, steps, int(decisions), time.monotonic() - begun, found["error"], found["agreement"])


class _Student:
    """The network of one position with its optimiser and its running average."""

    def __init__(self, network: PlayoutNetwork, settings: DistillationSettings) -> None:
        self.network, self.settings = network, settings
        self.average = deepcopy(network).requires_grad_(False)
        on_gpu = next(network.parameters()).is_cuda
        self._optimizer = torch.optim.Adam(network.parameters(), lr=settings.learning_rate, fused=on_gpu)
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
            share = _softmax(wanted / self.settings.softness, row, len(counts))
        ranking = cross_entropy(value / self.settings.softness, row, share, counts)
        self._optimizer.zero_grad(set_to_none=True)
        (error + self.settings.ranking * self.settings.softness * ranking).backward()  # type: ignore[no-untyped-call]
        for group in self._optimizer.param_groups:
            group["lr"] = self.settings.learning_rate * rate
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


def _report(students: Sequence[_Student]) -> dict[str, float]:
    errors, agreements = zip(*(student.lately() for student in students), strict=True)
    mean_error = sum(errors) / len(errors)
    return {"error": round(mean_error**0.5, 4), "agreement": round(sum(agreements) / len(agreements), 4)}


def _softmax(value: Tensor, row: Tensor, number: int) -> Tensor:
    """Shares of every position's moves, together 1."""
    most = torch.full((number,), -torch.inf, device=value.device).scatter_reduce(0, row, value, "amax")
    odds = (value - most[row]).exp()
    return odds / torch.zeros(number, device=value.device).index_add(0, row, odds)[row]


def strength(
    spec: GameSpec, student: NetworkPlayer, teacher: NetworkPlayer, deals: int, device: torch.device
) -> dict[str, float]:
    """The student's share of wins and its points against its teacher on duplicate deals, with half of the intervals.

    Where everyone plays for himself it sits in each seat in turn, with its teacher in all others.
    """
    found: dict[str, float] = {}
    for name, values in zip(("wp", "adp"), duplicate_match(spec, student, teacher, deals, 1, device), strict=True):
        found |= {name: float(values.mean()), f"{name}_interval": float(1.96 * values.std() / deals**0.5)}
    return found


def write_student(
    file: Path, spec: GameSpec, student: NetworkPlayer, about: dict[str, Any]
) -> None:  # fmt: skip
    """Save a student as the core reads it."""
    from paiyou.models.playout_networks import PlayoutNetworkFile

    networks = [cast(PlayoutNetwork, network) for network in student.networks]
    layers = tuple(network.whole_numbers() for network in networks)
    PlayoutNetworkFile(spec.name, networks[0].features.names, about, layers).save(file)


def main(arguments: Sequence[str] | None = None) -> None:
    """Distil a student, measure it and save it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("teacher", help="a model, or the weights of a run")
    parser.add_argument("file", type=Path, help="where to save the student (.npz)")
    parser.add_argument("--game", default="", help="by default the one that the teacher was trained on")
    parser.add_argument("--device", default="")
    parser.add_argument("--deals", type=int, default=5_000, help="of the match against the teacher; 0: none")
    parser.add_argument("--half", action="store_true", help="the teacher in half precision on a CPU, too")
    parser.add_argument("--widths", type=int, nargs=3, default=WIDTHS)
    for name in ("seconds", "learning_rate", "temperature", "own_share", "quiet", "softness", "ranking"):
        parser.add_argument(f"--{name}", type=float, default=getattr(DistillationSettings, name))
    for name in ("steps", "games", "seed"):
        parser.add_argument(f"--{name}", type=int, default=getattr(DistillationSettings, name))
    options = vars(parser.parse_args(arguments))
    file, deals, device = options.pop("file"), options.pop("deals"), device_named(options.pop("device"))
    path = folder_of_weights(options.pop("teacher"))
    spec = game_spec(options.pop("game") or trained_for(path)[0])
    teacher = frozen_player(path, spec, device)
    settings = DistillationSettings(**options | {"widths": tuple(options["widths"])})
    distilled = distil(spec, teacher, settings, device, lambda line: print(json.dumps(line), flush=True))
    about = asdict(settings) | {
        "teacher": path.name, "device": describe(device), "steps": distilled.steps, "decisions": distilled.decisions,
        "seconds": round(distilled.seconds, 1), "error": distilled.error, "agreement": distilled.agreement,
    }  # fmt: skip
    write_student(file, spec, distilled.student, about)
    if deals:
        about |= {"deals": deals, **strength(spec, distilled.student, teacher, deals, device)}
        write_student(file, spec, distilled.student, about)
    print(json.dumps(about), flush=True)


if __name__ == "__main__":
    main()
