"""Supervised learning and what is measured with it (DouZero, C.2, 3.3 and 3.5), step by step on one machine.

`python -m paiyou.reproduce.supervised_course FOLDER` plays games with the shipped network, learns them, trains a
player by self-play from nothing, and measures it on its way: against the supervised player, against a searcher in
DeltaDou's place, and by how often it makes the recorded moves. It needs torch, onnx and, for the searcher alone, the
compiled core. Every result is a line of FOLDER/douzero-sl.jsonl; what is there already is not done again.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from paiyou.arena.statistics import Estimate
from paiyou.models.folders import find_model
from paiyou.reproduce.douzero import GAME
from paiyou.reproduce.training_log import read_lines

if TYPE_CHECKING:
    import torch

    from paiyou.learn.imitation.decisions import Decisions
    from paiyou.learn.imitation.recorded_games import RecordedGames
    from paiyou.learn.selfplay.batched_match import NetworkPlayer

RESULTS = "douzero-sl.jsonl"
SEED = 7_100_000_000
"""Of the deals on which networks meet; far from those of training."""


@dataclass(frozen=True)
class Course:
    """How much of everything."""

    game: str = GAME
    model: str = "doudizhu-wp"
    """Who plays the games that are learnt from: the network alone."""
    games: int = 200_000
    epochs: int = 20
    minibatch: int = 8192
    learning_rate: float = 1e-3
    seconds: float = 120.0
    """Of self-play."""
    snapshots: str = "3; 5; 8; 12; 20; 35; 60; 90; 120"
    """When it is measured."""
    deals: int = 5000
    """Against networks."""
    searcher: str = "isuct:iterations=10000"
    searcher_deals: int = 200
    agreement_games: int = 10_000
    """Games whose moves a player in training is compared with."""
    others: Sequence[str] = ()
    """Files of other players' games: agreement with those is measured as well."""
    told: Mapping[str, Any] = field(default_factory=dict)
    """Other arguments of the self-play run."""


class Results:
    """The lines that are there, and new ones."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lines = list(read_lines(path)) if path.exists() else []

    def has(self, **keys: Any) -> bool:
        """Whether there is a line with these values."""
        return any(keys.items() <= line.items() for line in self.lines)

    def add(self, line: dict[str, Any]) -> None:
        """Keep a line at once."""
        self.lines.append(line)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        print(f"{time.strftime('%H:%M:%S')} {json.dumps(line)[:300]}", flush=True)


class SupervisedCourse:
    """The steps of a course in a folder, in their order."""

    def __init__(self, course: Course, folder: Path, device: torch.device, cores: int | None = None) -> None:
        from paiyou.games.registry import game_spec

        folder.mkdir(parents=True, exist_ok=True)
        self.course, self.folder, self.device, self.cores = course, folder, device, cores
        self.spec = game_spec(course.game)
        self.results = Results(folder / RESULTS)

    def run(self) -> None:
        """All that is not done yet."""
        games = self.play_games()
        supervised = self.learn(games)
        if not self.results.has(event="match"):
            self.results.add({"event": "match", "player": self.course.model, **self.match(self.expert, supervised)})
        snapshots = self.train()
        waiting = [run for run in snapshots if not self.results.has(event="snapshot", run=run.name)]
        asked = self.asked(games) if waiting else {}
        for run in waiting:
            player = self.player(run)
            line = {"event": "snapshot", "run": run.name, **age_of(run), **self.match(player, supervised)}
            self.results.add(line | {"agreement": {who: agree(player, told) for who, told in asked.items()}})
        for run in snapshots:
            if self.course.searcher_deals and not self.results.has(event="searcher", run=run.name):
                self.results.add({"event": "searcher", "run": run.name, **age_of(run), **self.searched(run)})

    def player(self, path: Path) -> NetworkPlayer:
        """What a run or a model plays like."""
        from paiyou.learn.runs.weights import frozen_player

        return frozen_player(path, self.spec, self.device)

    @cached_property
    def expert(self) -> NetworkPlayer:
        """Who plays the games that are learnt from."""
        return self.player(find_model(self.course.model))

    def play_games(self) -> RecordedGames:
        """The games of the expert with itself."""
        from paiyou.learn.imitation.recorded_games import RecordedGames
        from paiyou.learn.imitation.self_play import self_play

        file, course = self.folder / "games.npz", self.course
        if not file.exists():
            self_play(course.game, self.expert, course.model, course.games, device=self.device).save(file)
        return RecordedGames.load(file)

    def learn(self, games: RecordedGames) -> NetworkPlayer:
        """The supervised player."""
        from paiyou.learn.imitation.supervised import SupervisedArguments, learn_records

        folder, course = self.folder / "sl", self.course
        if not (folder / "weights.pt").exists():
            arguments = SupervisedArguments(course.epochs, course.minibatch, course.learning_rate)
            learn_records(games, arguments, folder, self.device)
        for line in read_lines(folder / "log.jsonl"):
            if not self.results.has(event=line["event"], **{key: line[key] for key in ("epoch",) if key in line}):
                self.results.add(line)
        return self.player(folder)

    def train(self) -> list[Path]:
        """A player trained by self-play from nothing, as it was after some seconds, the youngest first."""
        from paiyou.learn.dmc.arguments import Arguments, snapshot_times
        from paiyou.learn.dmc.trainer import train

        run, course = self.folder / "dmc", self.course
        if not (run / "weights.pt").exists():
            told: dict[str, Any] = {
                "game": course.game, "hours": course.seconds / 3600, "folder": str(run), "checkpoint_every": 0.0,
                "snapshots": course.snapshots, "opponents": "", "seed": 71,
            }  # fmt: skip
            train(Arguments(**told | dict(course.told)))
        found = [run / f"after-{due:g}s" for due in snapshot_times(course.snapshots)]
        return [each for each in found if each.exists()]

    def match(self, one: NetworkPlayer, other: NetworkPlayer) -> dict[str, Any]:
        """Networks on duplicate deals, on the device."""
        from paiyou.learn.selfplay.batched_match import duplicate_match

        deals = self.course.deals
        won, points = duplicate_match(self.spec, one, other, deals, SEED, self.device)
        measures = {"wp": Estimate.of(won.tolist()).to_json(), "adp": Estimate.of(points.tolist()).to_json()}
        return {"opponent": "supervised", "deals": deals, **measures}

    def asked(self, games: RecordedGames) -> dict[str, list[Decisions]]:
        """Decisions of the expert, and of others whose games are there, by who played."""
        from paiyou.learn.imitation.decisions import decisions_of
        from paiyou.learn.imitation.recorded_games import RecordedGames

        several = [games.first(self.course.agreement_games)]
        several += [RecordedGames.load(Path(file)).first(self.course.agreement_games) for file in self.course.others]
        return {each.players: decisions_of(each, self.device) for each in several}

    def searched(self, run: Path) -> dict[str, Any]:
        """A match of the arena against the searcher, on the cores of this machine."""
        from paiyou.arena.match import match
        from paiyou.learn.runs.export import export_run

        course = self.course
        with TemporaryDirectory() as folder:
            export_run(run, Path(folder) / "model", "int8", ())
            players = (f"dmc:model={folder}/model,endgame=0", course.searcher)
            found = match(course.game, *players, deals=course.searcher_deals, seed=SEED, cores=self.cores)
        measures = {name: found.players[0].measures[name].to_json() for name in ("wp", "adp")}
        return {"opponent": course.searcher, "deals": course.searcher_deals, **measures}


def agree(player: NetworkPlayer, decisions: Sequence[Decisions]) -> dict[str, list[float]]:
    """How often a player makes the recorded moves, by position; and over how many decisions."""
    from paiyou.learn.imitation.supervised import agreement

    found = agreement(player.networks, decisions)
    return {
        "accuracy": [round(each.among_several, 5) for each in found],
        "of_all": [round(each.of_all, 5) for each in found],
        "decisions": [each.decisions for each in found],
    }


def age_of(run: Path) -> dict[str, Any]:
    """How much a player had trained."""
    from paiyou.learn.runs import checkpoints

    about = checkpoints.read(run / checkpoints.WEIGHTS)
    return {"frames": about["frames"], "seconds": round(about["seconds"], 1)}


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the course, each number of which can be given."""
    import torch

    from paiyou.learn.devices import device_named

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--device", default="")
    parser.add_argument("--cores", type=int, help="for the searcher; all unless said")
    for each in fields(Course):
        if each.name not in ("others", "told"):
            parser.add_argument(f"--{each.name.replace('_', '-')}", type=type(each.default), default=each.default)
    parser.add_argument("--others", nargs="*", default=[], help="files of other players' games, to agree with")
    parser.add_argument("--told", nargs="*", default=[], help="other arguments of the self-play run, NAME=NUMBER")
    told = vars(parser.parse_args(arguments))
    folder, device, cores = told.pop("folder"), device_named(told.pop("device")), told.pop("cores")
    torch.set_float32_matmul_precision("high")
    given = dict(each.split("=", 1) for each in told.pop("told"))
    course = Course(**told, told={name: float(value) if "." in value else int(value) for name, value in given.items()})
    SupervisedCourse(course, folder, device, cores).run()


if __name__ == "__main__":
    main()
