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
from dataclasses import dataclass
from pathlib import Path

import torch

from paiyou.games.protocol import GameSpec
from paiyou.learn.dmc.arguments import Arguments, names_in
from paiyou.learn.nets.networks import ValueNetwork
from paiyou.learn.runs.log import Log
from paiyou.learn.selfplay.batched_match import NetworkPlayer, Player, duplicate_match, random_player

SEED = 7_000_000_000
"""Evaluation deals lie far from those of training."""


@dataclass(frozen=True, eq=False)
class _Match:
    """A match against an agent that is being played beside the training, and the network's age in it."""

    opponent: str
    frames: int
    seconds: float
    process: subprocess.Popen[str]
    folder: tempfile.TemporaryDirectory[str]
    """The exported networks."""


class Evaluation:
    """The opponents of a run."""

    def __init__(
        self, spec: GameSpec, networks: list[ValueNetwork], head: int, arguments: Arguments, log: Log,
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
        self.running: list[_Match] = []

    def _frozen(self) -> Player:
        """The averaged networks as they are now."""
        half = torch.bfloat16 if self.device.type == "cuda" else torch.float32
        return NetworkPlayer([deepcopy(network).to(half) for network in self.networks], self.head)

    def begin(self, frames: int, seconds: float) -> None:
        """Measure now; matches against agents are collected later."""
        for line in self._measured():
            self._log(frames, seconds, **line)
        self._begin_matches(frames, seconds)

    def finish(self, frames: int, seconds: float) -> None:
        """Measure the end of the run, and wait for every match: the log ends with these evaluations."""
        self.collect(wait=True)  # a match of an evaluation before
        self._begin_matches(frames, seconds)
        measured = self._measured()
        self.collect(wait=True)
        for line in measured:
            self._log(frames, seconds, **line)

    def _log(self, frames: int, seconds: float, **values: object) -> None:
        self.log.write("evaluation", frames=frames, seconds=round(seconds, 3), **values)

    def _measured(self) -> list[dict[str, object]]:
        """What the device measures, a line for each opponent there."""
        from paiyou.arena.statistics import Estimate

        deals = self.arguments.evaluation_deals
        now = self._frozen()
        lines: list[dict[str, object]] = []
        # Evaluation must not touch the random numbers of training, or a run would depend on when it was measured.
        devices = [self.device] if self.device.type == "cuda" else []
        with torch.random.fork_rng(devices=devices):
            for name in self.own:
                if name not in self.players:
                    continue
                won, points = duplicate_match(self.spec, now, self.players[name], deals, SEED, self.device)
                measures = {"wp": Estimate.of(won.tolist()).to_json(), "adp": Estimate.of(points.tolist()).to_json()}
                lines.append({"opponent": name, "deals": deals, **measures})
        if "last" in self.own:
            self.players["last"] = now
        return lines

    def _begin_matches(self, frames: int, seconds: float) -> None:
        waiting = {match.opponent for match in self.running}
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
        self.running.append(_Match(opponent, frames, seconds, process, folder))

    def collect(self, *, wait: bool = False) -> None:
        """Log the matches that have ended; with `wait`, all of them. What could not be played is noted first."""
        ended = [match for match in self.running if wait or match.process.poll() is not None]
        self.running = [match for match in self.running if match not in ended]
        played = []
        for match in ended:
            output, errors = match.process.communicate()
            match.folder.cleanup()
            if match.process.returncode == 0:
                played.append((match, json.loads(output)))
            else:
                why = (errors.strip().splitlines() or ["it was ended"])[-1]
                self.log.write("note", text=f"no match against {match.opponent}: {why}")
        for match, result in played:
            measures = {name: result[name] for name in ("wp", "adp", "points") if name in result}
            self._log(match.frames, match.seconds, opponent=match.opponent, deals=result["deals"], **measures)
