"""A lower bound of how exploitable a frozen player is: a network trains against it alone, and is measured.

It is only a lower bound: longer training or a larger network may find more. It meets the network
alone, as training does: no solver at the end and no search. On a training machine without the rest of the package:

    PYTHONPATH=src python3 -m paiyou.learn.dmc.adversary doudizhu-wp --hours 0.12
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from paiyou.games.registry import game_spec
from paiyou.learn.devices import device_named
from paiyou.learn.dmc.arguments import Arguments, arguments_of
from paiyou.learn.dmc.trainer import train
from paiyou.learn.runs import checkpoints
from paiyou.learn.runs.weights import folder_of_weights, frozen_player, network_of_model, trained_for
from paiyou.learn.selfplay.batched_match import duplicate_match

SEED = 8_000_000_000
"""Of the deals it is measured on: neither those of training nor those of its evaluations."""


@dataclass(frozen=True)
class Exploited:
    """What an adversary won, with 95% intervals."""

    model: str
    game: str
    folder: str
    """Of the adversary's run: it can be gone on with, exported, or met as a rival."""
    objective: str
    began_with_it: bool
    """Whether it began with the weights of the player it trained against."""
    frames: int
    seconds: float
    hardware: str
    deals: int
    seed: int
    equal: float
    """The share of games that an equal would win."""
    wp: Mapping[str, float | None]
    adp: Mapping[str, float | None]
    """Points a game: of its side together where there are sides."""

    @property
    def line(self) -> str:
        """For a model's card."""
        means = [f"WP {_shown(self.wp, 3)} ({self.equal:.3g} for equals)", f"{_shown(self.adp, 2)} points a game"]
        what = means if self.objective == "wp" else means[::-1]
        began = "began with its weights and" if self.began_with_it else "began from nothing and"
        return (
            f"An adversary that {began} trained {self.frames:,} frames against it alone wins {', '.join(what)} against "
            f"the network without a solver ({self.deals:,} duplicate deals, seed {self.seed}): "
            f"paiyou adversary {self.model} --frames {self.frames}"
        )

    def to_json(self) -> dict[str, Any]:
        """All of it, and the line."""
        return {**vars(self), "line": self.line}


def adversary_of(
    model: str, *, frames: int = 0, hours: float = 0.0, folder: str = "", resume: bool = False,
    settings: Mapping[str, Any] | None = None,
) -> Arguments:  # fmt: skip
    """The arguments of an adversary's run.

    It begins with the model's own weights (`settings={"start": ""}`: with none; nor where the model is of another
    network than ours) and trains for what the model was trained for. `settings` are arguments of a run. With `resume`
    the run in the folder goes on.
    """
    path = folder_of_weights(model)
    game, objective = trained_for(path)
    where = Path(folder or f"runs/adversary-{path.resolve().name}")
    spec = game_spec(game)
    alone = len(set(spec.teams)) == spec.seats > 2
    limits: dict[str, Any] = {"frames": frames, "hours": hours}
    if resume:
        return arguments_of(where, **limits)
    # Another network than ours cannot be carried on.
    start = str(path) if not (path / "0.onnx").exists() or network_of_model(path) == "facts" else ""
    options: dict[str, Any] = {
        "game": game, "objective": objective, "folder": str(where), "start": start, "rival": str(path),
        "rival_share": 1.0, "rival_seats": "others" if alone else "side", "epsilon": 0.002, "temperature": 0.01,
        "learning_rate": 4e-4, "opponents": "rival",
    }  # fmt: skip
    return Arguments(**options | limits | dict(settings or {}))


def exploit(
    arguments: Arguments, deals: int = 10_000, seed: int = SEED,
    report: Callable[[dict[str, Any]], None] = lambda _: None,
) -> Exploited:  # fmt: skip
    """Train an adversary and measure it on duplicate deals: `exploit(adversary_of("doudizhu-wp", hours=0.1)).wp`."""
    if deals < 1:
        raise ValueError(f"deals must be at least 1, not {deals}")
    return measure(train(arguments, report), Path(arguments.rival), deals, seed)


def measure(run: Path, path: Path, deals: int, seed: int = SEED) -> Exploited:
    """What a run wins against a frozen player."""
    from paiyou.arena.statistics import Estimate

    arguments, content = arguments_of(run), checkpoints.read(run / checkpoints.WEIGHTS)
    spec, device = game_spec(arguments.game), device_named(arguments.device)
    one, other = frozen_player(run, spec, device), frozen_player(path, spec, device)
    with torch.random.fork_rng(devices=[device] if device.type == "cuda" else []):
        won, points = duplicate_match(spec, one, other, deals, seed, device)
    sides = len(set(spec.teams))
    return Exploited(
        path.resolve().name, spec.name, str(run), content["objective"],
        arguments.start != "", content["frames"], round(content["seconds"], 1), content["device"], deals, seed,
        1 / sides if sides == spec.seats else 0.5,
        Estimate.of(won.tolist()).to_json(), Estimate.of(points.tolist()).to_json(),
    )  # fmt: skip


def _shown(figure: Mapping[str, float | None], digits: int) -> str:
    mean, low, high = (figure[name] for name in ("mean", "low", "high"))
    return f"{mean:.{digits}f}" + ("" if low is None else f" [{low:.{digits}f}, {high:.{digits}f}]")


def main(words: Sequence[str] | None = None) -> None:
    """Without the command line of the package."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", help="a model by its name, the folder of one, or a run's")
    parser.add_argument("--folder", default="")
    parser.add_argument("--resume", action="store_true")
    for name, kind, usual in (("frames", int, 0), ("hours", float, 0.0), ("deals", int, 10_000), ("seed", int, SEED)):
        parser.add_argument(f"--{name}", type=kind, default=usual)
    options = vars(parser.parse_args(words))
    measured = {name: options.pop(name) for name in ("deals", "seed")}
    found = exploit(adversary_of(**options), **measured, report=lambda line: print(json.dumps(line)))
    print(json.dumps(found.to_json()))


if __name__ == "__main__":
    main()
