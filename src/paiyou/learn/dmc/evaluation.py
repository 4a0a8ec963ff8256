"""How strong a run has become, measured on fixed duplicate deals while it goes on.

Networks of the run itself (`start`, the weights it began with, and `last`, those of the evaluation before), its `rival`
and random play are measured on the device, thousands of games at once. Any other opponent is an agent by name: the
averaged networks are exported, and a match of the arena runs in a process of its own beside the training.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING

import torch

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.learn.nets.networks import ValueNetwork
from paiyou.learn.runs.log import Log
from paiyou.learn.selfplay.batched_match import NetworkPlayer, Player, duplicate_match, random_player

if TYPE_CHECKING:
    from paiyou.learn.dmc.trainer import Arguments

SEED = 7_000_000_000
"""Evaluation deals lie far from those of training."""


def names_in(text: str) -> list[str]:
    """The names in a text, with ; between: `names_in("random; last")`."""
    return [name.strip() for name in text.split(";") if name.strip()]


class Evaluation:
    """The opponents of a run."""

    def __init__(
        self, spec: ClimbingSpec, networks: list[ValueNetwork], head: int, arguments: Arguments, log: Log,
        device: torch.device, rivals: Mapping[str, Player],
    ) -> None:  # fmt: skip
        self.spec, self.networks, self.head, self.log, self.device = spec, networks, head, log, device
        self.arguments = arguments
        names = names_in(arguments.opponents)
        self.agents = [name for name in names if name not in ("random", "start", "last", "rival")]
        self.own = [name for name in names if name not in self.agents]
        self.players: dict[str, Player] = {"random": random_player}
        if "rival" in self.own:
            # One is called that; several are told apart.
            called = {"rival" if len(rivals) == 1 else f"rival {name}": player for name, player in rivals.items()}
            self.players |= called
            self.own = [name for name in self.own if name != "rival"] + list(called)
        if "start" in self.own:
            self.players["start"] = self._frozen()
        self.running: list[tuple[dict[str, object], subprocess.Popen[str], tempfile.TemporaryDirectory[str]]] = []

    def _frozen(self) -> Player:
        """The averaged networks as they are now."""
        half = torch.bfloat16 if self.device.type == "cuda" else torch.float32
        return NetworkPlayer([deepcopy(network).to(half) for network in self.networks], self.head)

    def begin(self, frames: int, seconds: float) -> None:
        """Measure now; matches against agents are collected later."""
        from paiyou.arena.statistics import Estimate

        deals = self.arguments.evaluation_deals
        now = self._frozen()
        # Evaluation must not touch the random numbers of training, or a run would depend on when it was measured.
        devices = [self.device] if self.device.type == "cuda" else []
        with torch.random.fork_rng(devices=devices):
            for name in self.own:
                if name not in self.players:
                    continue
                won, points = duplicate_match(self.spec, now, self.players[name], deals, SEED, self.device)
                self.log.write(
                    "evaluation", frames=frames, seconds=round(seconds, 3), opponent=name, deals=deals,
                    wp=Estimate.of(won.tolist()).to_json(), adp=Estimate.of(points.tolist()).to_json(),
                )  # fmt: skip
        if "last" in self.own:
            self.players["last"] = now
        waiting = {about["opponent"] for about, _, _ in self.running}
        for name in self.agents:
            if name in waiting:  # a slow opponent: its last match goes on
                continue
            try:
                self._begin_match(name, frames, seconds)
            except (OSError, ImportError, ValueError) as error:
                # A match that cannot be played must not end a run of days.
                self.log.write("note", text=f"no match against {name}: {error}")

    def _begin_match(self, opponent: str, frames: int, seconds: float) -> None:
        from paiyou.learn.runs.export import export

        folder = tempfile.TemporaryDirectory(prefix="paiyou-")
        networks = [deepcopy(network) for network in self.networks]
        export(Path(folder.name), networks, self.spec, self.arguments.objective)
        command = [
            sys.executable, "-m", "paiyou", "match", f"dmc:model={folder.name},endgame=0", opponent,
            "--game", self.spec.name, "--deals", str(self.arguments.evaluation_deals), "--seed", str(SEED), "--json",
        ]  # fmt: skip
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        about: dict[str, object] = {"frames": frames, "seconds": round(seconds, 3), "opponent": opponent}
        self.running.append((about, process, folder))

    def collect(self, *, wait: bool = False) -> None:
        """Log the matches that have ended; with `wait`, all of them."""
        for entry in list(self.running):
            about, process, folder = entry
            if not wait and process.poll() is None:
                continue
            output, errors = process.communicate()
            self.running.remove(entry)
            folder.cleanup()
            if process.returncode != 0:
                self.log.write("note", text=f"no match against {about['opponent']}: {errors.strip().splitlines()[-1:]}")
                continue
            result = json.loads(output)
            measures = {name: result[name] for name in ("wp", "adp", "points") if name in result}
            self.log.write("evaluation", **about, deals=result["deals"], **measures)
