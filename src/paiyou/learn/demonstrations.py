"""Games in which an agent was asked at every decision: what a network learns to imitate it from.

The recordings are numbers of actions, so a batch of games can replay them without the agent, and a GPU without the
package's compiled core. In the games of odd seeds now and then a move is drawn at random instead of played as the agent
said: what it would do after moves that it would not make belongs to knowing it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.registry import game_spec

STRAY = 0.12
"""Share of random moves in the games of odd seeds."""
PER_TASK = 100
"""Games that a worker plays at a time."""
ACTIONS = np.iinfo(np.uint16).max + 1
"""Most actions of a game whose moves can be recorded."""
LAST_SEED = 1 << 60
"""Seeds stay below: a batch adds to them, and an agent's own seed is a multiple, in 64 bits with a sign."""


@dataclass(frozen=True)
class Demonstrations:
    """Games of the seeds `first` and on, one row each."""

    game: str
    agent: str
    first: int
    played: NDArray[np.uint16]
    """Actions in the order they were played; zeros after the end [games, moves]."""
    wanted: NDArray[np.uint16]
    """What the agent would have played there [games, moves]."""
    length: NDArray[np.int32]
    """Moves of each game [games]."""

    def __post_init__(self) -> None:
        if not (isinstance(self.game, str) and isinstance(self.agent, str) and isinstance(self.first, int)):
            raise ValueError("demonstrations need the names of a game and an agent, and the seed of the first game")
        if not (self.played.ndim == 2 and self.played.shape == self.wanted.shape and len(self.length)):
            raise ValueError("demonstrations need as many moves wanted as played, of one game at least")
        if not (self.length.shape == self.played.shape[:1] and self.length.min() >= 1):
            raise ValueError("demonstrations need the length of every game, 1 or more")
        if self.length.max() > self.played.shape[1]:
            raise ValueError(f"a game of {self.length.max()} moves has only {self.played.shape[1]} of them recorded")

    def __len__(self) -> int:
        return len(self.length)

    def save(self, path: Path) -> None:
        """Write a compressed file: `demonstrations.save(Path("rules.npz"))`; a kill leaves none or a whole one."""
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(path.name + ".draft")
        with draft.open("wb") as file:  # a path alone would be given the ending .npz
            np.savez_compressed(file, **vars(self))
        draft.replace(path)

    @classmethod
    def load(cls, path: Path) -> Demonstrations:
        """Read what `save` wrote."""
        try:
            with path.open("rb") as opened, np.load(opened) as file:
                columns = {field.name: file[field.name] for field in fields(cls)}
            return cls(**{name: value.item() if value.ndim == 0 else value for name, value in columns.items()})
        except (OSError, ValueError, TypeError, KeyError, AttributeError, EOFError, BadZipFile):
            raise ValueError(f"{path} holds no demonstrations; write some with record_agent(...).save(path)") from None


def spec_for_imitation(game: str) -> ClimbingSpec:
    """The spec of a game that batches can replay; any other is refused."""
    spec = game_spec(game)
    if not isinstance(spec, ClimbingSpec):
        raise ValueError(f"{game} cannot be imitated yet; climbing games such as doudizhu:douzero can")
    if spec.auction is not None:
        raise ValueError(f"{game} has an auction, which networks do not learn: leave out the option bidding")
    if len(spec.actions) > ACTIONS:
        raise ValueError(f"{game} has {len(spec.actions):,} actions; demonstrations hold up to {ACTIONS:,}")
    return spec


def record_agent(
    agent: str, game: str, games: int, first: int, cores: int | None = 1,
    progress: Callable[[int], None] = lambda _: None,
) -> Demonstrations:  # fmt: skip
    """Play games of the seeds `first` and on in which the agent has every seat; the cores do not change the games.

    `progress` is told how many games more there are. Example:
    `record_agent("rules", "doudizhu:douzero", 10_000, first=3_000_000_000).save(Path("rules.npz"))`.
    """
    from paiyou.agents.base import is_clairvoyant
    from paiyou.agents.registry import agent as make_agent
    from paiyou.arena.match import read_count, read_seed
    from paiyou.arena.where import run_chunks

    spec = spec_for_imitation(game)
    games, first = read_count("games", games), read_seed(first)
    if not 0 <= first <= LAST_SEED - games:
        raise ValueError(f"the seeds of demonstrations must lie between 0 and {LAST_SEED:,}, not begin at {first:,}")
    player = make_agent(agent, game)
    if is_clairvoyant(player) or player.interactive:
        raise ValueError(f"{agent} cannot be imitated: it sees all hands, or asks a person")
    seeds = range(first, first + games)
    tasks = [seeds[begin : begin + PER_TASK] for begin in range(0, games, PER_TASK)]
    rows: list[tuple[list[int], list[int]]] = []
    for part in run_chunks(partial(_record, agent, game), tasks, cores=cores, started=lambda: progress(0)):
        rows += part
        progress(len(part))
    length = np.array([len(played) for played, _ in rows], dtype=np.int32)
    columns = np.zeros((2, games, length.max()), dtype=np.uint16)
    for number, row in enumerate(rows):
        for column, actions in zip(columns, row, strict=True):
            column[number, : len(actions)] = actions
    return Demonstrations(spec.name, agent, first, columns[0], columns[1], length)


def _record(agent_name: str, game_name: str, seeds: range) -> list[tuple[list[int], list[int]]]:
    """Of every game the actions that were played, and those that the agent wanted."""
    from paiyou.agents.registry import agent as make_agent
    from paiyou.games.registry import game as make_game

    game = make_game(game_name)
    # An agent may remember the game it is in, so every seat has an instance of its own.
    agents = [make_agent(agent_name, game) for _ in range(game.seats)]
    action_of = {name: action for action, name in enumerate(game.actions)}
    rows = []
    for seed in seeds:
        chance = random.Random(seed)
        for seat, player in enumerate(agents):
            player.begin(seed * game.seats + seat)
        state = game.deal(seed)
        played, wanted = [], []
        while not state.over:
            view = state.view(state.turn)
            move = agents[state.turn].choose(view)
            wanted.append(action_of[move])
            if seed % 2 and chance.random() < STRAY:
                move = chance.choice(view.moves())
            played.append(action_of[move])
            state.play(move)
        rows.append((played, wanted))
    return rows
