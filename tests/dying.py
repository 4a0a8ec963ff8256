"""Work and agents that end their own process, once; workers of a test's cluster import them from here."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path

import ray

from paiyou.agents.base import Agent
from paiyou.games.game import Game
from patience import PATIENCE


def once(mark: Path) -> bool:
    """Whether nobody was here before, in any process."""
    try:
        mark.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


@dataclass(frozen=True)
class Squares:
    """Squares numbers; the first worker that is asked for one of `deadly` dies of it. Every answer leaves a line."""

    folder: Path
    deadly: tuple[int, ...] = ()
    seconds: float = 0.0
    nodes: int = 1
    """No answer is given before so many nodes are at work."""

    def work(self, number: int) -> int:
        time.sleep(self.seconds)
        self._wait_for_nodes()
        if number in self.deadly and once(self.folder / f"died-{number}"):
            os._exit(1)
        with (self.folder / "answers").open("a") as file:
            file.write(f"{number} {ray.get_runtime_context().get_node_id()}\n")
        return number * number

    def _wait_for_nodes(self) -> None:
        (self.folder / f"node-{ray.get_runtime_context().get_node_id()}").touch()
        end = time.monotonic() + PATIENCE
        while len(list(self.folder.glob("node-*"))) < self.nodes and time.monotonic() < end:
            time.sleep(0.01)


@dataclass(frozen=True)
class Endless:
    """Answers for 0 at once; for other numbers it works until it is interrupted."""

    folder: Path

    def work(self, number: int) -> int:
        (self.folder / f"begun-{number}").touch()
        end = time.monotonic() + 10 * PATIENCE
        while number and time.monotonic() < end:
            time.sleep(0.01)
        return number


def always_die(_: object) -> None:
    """Whoever is asked."""
    os._exit(1)


@dataclass(frozen=True)
class Mortal:
    """Makes agents that play the first legal move; one of them ends its process at its tenth move, once."""

    folder: Path

    @property
    def __name__(self) -> str:
        return "Mortal"

    def __call__(self, game: Game) -> Agent:
        return _First(game, self.folder)


@dataclass(frozen=True)
class Lingering:
    """Makes agents that play the first legal move; on one node of a cluster they never end their second game.

    On other nodes no move is made before that.
    """

    folder: Path
    node: str

    @property
    def __name__(self) -> str:
        return "Lingering"

    def __call__(self, game: Game) -> Agent:
        return _Lingers(game, self)


class _Lingers(Agent):
    def __init__(self, game: Game, maker: Lingering) -> None:
        super().__init__(game)
        self.maker, self.games = maker, 0

    def begin(self, seed):
        super().begin(seed)
        self.games += 1

    def choose(self, view):
        lingers = self.maker.folder / "lingers"
        end = time.monotonic() + PATIENCE
        if ray.get_runtime_context().get_node_id() == self.maker.node:
            if self.games > 1:
                lingers.touch()
                time.sleep(10 * PATIENCE)  # until the node dies
        else:
            while not lingers.exists() and time.monotonic() < end:
                time.sleep(0.01)
        return view.moves()[0]


class _First(Agent):
    def __init__(self, game: Game, folder: Path) -> None:
        super().__init__(game)
        self.folder, self.moves = folder, 0

    def choose(self, view):
        self.moves += 1
        if self.moves == 10 and once(self.folder / "died"):
            os._exit(1)
        return view.moves()[0]
