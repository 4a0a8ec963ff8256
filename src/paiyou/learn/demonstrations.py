"""Games in which an agent was asked at every decision: what a network learns to imitate it from.

The recordings are numbers of actions, so a batch of games can replay them without the agent, and a GPU without the
package's compiled core. In every second game now and then a move is drawn at random instead of played as the agent
said: what it would do after moves that it would not make belongs to knowing it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

STRAY = 0.12
"""Share of random moves in every second game."""
PER_TASK = 500
"""Games that a worker plays at a time."""


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
    """Moves of each game."""

    def save(self, path: Path) -> None:
        """Write a compressed file: `demonstrations.save(Path("rules.npz"))`."""
        np.savez_compressed(path, **vars(self))

    @classmethod
    def load(cls, path: Path) -> Demonstrations:
        """Read what `save` wrote."""
        try:
            with np.load(path) as file:
                columns = {name: file[name] for name in file.files}
            return cls(**{name: value.item() if value.ndim == 0 else value for name, value in columns.items()})
        except (OSError, ValueError, TypeError):
            raise ValueError(f"{path} holds no demonstrations; write some with record_agent(...).save(path)") from None


def record_agent(agent: str, game: str, games: int, first: int, cores: int = 1) -> Demonstrations:
    """Play games of the seeds `first` and on in which the agent has every seat; the cores do not change the games.

    Example: `record_agent("rules", "doudizhu:douzero", 10_000, first=3_000_000_000).save(Path("rules.npz"))`.
    """
    tasks = [
        (agent, game, begin, min(PER_TASK, first + games - begin)) for begin in range(first, first + games, PER_TASK)
    ]
    if cores == 1:
        parts = list(map(_record, tasks))
    else:
        with get_context("spawn").Pool(cores) as pool:
            parts = pool.map(_record, tasks, chunksize=1)
    rows = [row for part in parts for row in part]
    width = max(len(played) for played, _ in rows)
    length = np.array([len(played) for played, _ in rows], dtype=np.int32)
    columns = np.zeros((2, len(rows), width), dtype=np.uint16)
    for number, row in enumerate(rows):
        for column, actions in zip(columns, row, strict=True):
            column[number, : len(actions)] = actions
    return Demonstrations(game, agent, first, columns[0], columns[1], length)


def _record(task: tuple[str, str, int, int]) -> list[tuple[list[int], list[int]]]:
    from paiyou import game as make_game
    from paiyou.agents.registry import agent as make_agent

    agent_name, game_name, first, number = task
    game = make_game(game_name)
    if len(game.actions) > np.iinfo(np.uint16).max:
        raise ValueError(
            f"{game_name} has {len(game.actions)} actions; demonstrations hold up to {np.iinfo(np.uint16).max}"
        )
    agents = [make_agent(agent_name, game) for _ in range(game.seats)]
    action_of = {name: action for action, name in enumerate(game.actions)}
    rows = []
    for seed in range(first, first + number):
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
