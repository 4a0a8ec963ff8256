"""Evaluation of positions before their end: a weighted sum of features, with weights given or learned from records.

The features are the core's (`core/families/*/evaluation_features.hpp`); `game.core.feature_names` lists them. A seat's
weights depend on its role (landlord, next, last, bidder; or player). `learn` finds weights by ridge regression over the
positions of recorded games: the sum should come near the seat's result.

Example::

    from paiyou.agents.search.evaluation import learn

    weights = learn("games.jsonl")          # written by: paiyou match rules rules --save games.jsonl
    weights.save("weights.json")
    paiyou.agent("alphabeta:weights=weights.json", "doudizhu")
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from paiyou.games.family import SEARCH
from paiyou.games.game import Game
from paiyou.games.registry import game_infos
from paiyou.options import shown
from paiyou.records.files import read_records
from paiyou.records.record import Record

REWARDS = ("points", "win")
SHIPPED = Path(__file__).parent / "weights"
"""The weights of the package, one file for each game."""

Rows = dict[str, tuple[float, ...]]
"""Weights by role."""


@dataclass(frozen=True)
class Weights:
    """Weights of the features, for each role, in points (times the stake, where there is one) and in wins."""

    features: tuple[str, ...]
    points: Rows
    win: Rows
    learned: dict[str, Any] = field(default_factory=dict)
    """How they came about: the games, the number of positions, the share of the results' variance they explain."""

    def rows(self, game: Game, reward: str) -> list[list[float]]:
        """The weights as the core takes them, or a ValueError where they are not for this game's features."""
        core = game.core
        if self.features != core.feature_names:
            raise ValueError(
                f"the weights are for other features than those of {game.name}; learn them from its records"
            )
        rows = self.points if reward == "points" else self.win
        missing = [role for role in core.feature_roles if role not in rows]
        if missing:
            raise ValueError(
                f"the weights know no {' and no '.join(missing)}, as {game.name} has; learn them from its records"
            )
        return [list(rows[role]) for role in core.feature_roles]

    def save(self, path: str | Path) -> None:
        """Write them as JSON, one line for each role."""
        said: dict[str, Any] = {"weights": 1, "learned": self.learned, "features": list(self.features)}
        lines = [f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in said.items()]
        for reward in REWARDS:
            rows = getattr(self, reward)
            inner = ",\n".join(f"    {json.dumps(role)}: {json.dumps(list(row))}" for role, row in rows.items())
            lines.append(f'  "{reward}": {{\n{inner}\n  }}')
        Path(path).write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")

    @classmethod
    def load(cls, path: str | Path) -> Weights:
        """Read what `save` has written; ValueError where it is something else."""
        try:
            said = json.loads(Path(path).read_text(encoding="utf-8"))
        except OSError as error:
            raise ValueError(f"the weights {shown(str(path))} cannot be read: {error.strerror}") from None
        except (ValueError, RecursionError):
            raise ValueError(f"{shown(str(path))} is no JSON; weights are a file that learn() has saved") from None
        if not isinstance(said, dict) or said.get("weights") != 1:
            raise ValueError(f'{shown(str(path))} holds no weights: such a file says "weights": 1')
        features, learned = said.get("features"), said.get("learned", {})
        if not isinstance(features, list) or not all(isinstance(name, str) for name in features):
            raise ValueError(f"features of {shown(str(path))} must be a list of names")
        if not isinstance(learned, dict):
            raise ValueError(f"learned of {shown(str(path))} must be an object")
        points, win = (_read_rows(path, reward, said.get(reward), len(features)) for reward in REWARDS)
        return cls(tuple(features), points, win, learned)


def _read_rows(path: str | Path, reward: str, said: object, width: int) -> Rows:
    fine = isinstance(said, dict) and all(
        isinstance(row, list)
        and len(row) == width
        and all(isinstance(number, int | float) and math.isfinite(number) for number in row)
        for row in said.values()
    )
    if not fine:
        raise ValueError(f"{reward} of {shown(str(path))} must have a list of {width} numbers for each role")
    return {role: tuple(map(float, row)) for role, row in cast(dict[str, list[float]], said).items()}


def default_weights(game: Game) -> Weights:
    """The package's weights for a game; for a game of someone else, those of the most similar one."""
    game.family.part(SEARCH)  # only what the core plays has features
    own = SHIPPED / f"{game.name.partition(':')[0]}.json"
    if own.exists():
        return Weights.load(own)
    for name in game_infos():
        similar = SHIPPED / f"{name}.json"
        if not similar.exists():
            continue
        weights = Weights.load(similar)
        if weights.features == game.core.feature_names and set(game.core.feature_roles) <= set(weights.points):
            return weights
    width = len(game.core.feature_names)
    zeros = dict.fromkeys(game.core.feature_roles, (0.0,) * width)
    return Weights(game.core.feature_names, zeros, zeros)


def learn(records: str | Path | Iterable[Record], *, ridge: float = 1.0) -> Weights:
    """Weights by ridge regression over every position of finished games and every seat: a file of records or records.

    The games must be of one kind, such as Dou Dizhu with and without bidding. A game that is recorded twice counts
    once. `ridge` keeps weights small that the games say little about; the constant is not held back.
    """
    if not ridge > 0:
        raise ValueError(f"ridge must be above 0, not {ridge}")
    seen = _Positions()
    games: dict[str, int] = {}
    for record in _finished_games(read_records(records) if isinstance(records, str | Path) else records):
        seen.add(record)
        games[record.game] = games.get(record.game, 0) + 1
    if not games:
        raise ValueError("there is no finished game among the records to learn from")
    nothing = (0.0,) * len(seen.names)  # for roles that no game has shown
    rows: dict[str, Rows] = {reward: dict.fromkeys(seen.roles, nothing) for reward in REWARDS}
    explained: dict[str, float] = {}
    for role, (features, targets) in seen.tables().items():
        penalty = ridge * np.eye(features.shape[1])
        penalty[0, 0] = 0.0
        found = np.linalg.solve(features.T @ features + penalty, features.T @ targets)
        left, spread = ((targets - features @ found) ** 2).sum(0), ((targets - targets.mean(0)) ** 2).sum(0)
        for column, reward in enumerate(REWARDS):
            rows[reward][role] = tuple(round(float(weight), 5) for weight in found[:, column])
            explained[f"{role}, {reward}"] = round(float(1 - left[column] / max(spread[column], 1e-12)), 3)
    learned = {"games": games, "positions": seen.number, "ridge": ridge, "explained": explained}
    return Weights(seen.names, rows["points"], rows["win"], learned)


def _finished_games(records: Iterable[Record]) -> Iterator[Record]:
    known = set()
    for record in records:
        result = record.result
        if result is None or result.forfeit is not None or result.redeal:
            continue
        if record not in known:
            known.add(record)
            yield record


class _Positions:
    """The rows of the regression, role by role: features, and the results in points and in wins."""

    def __init__(self) -> None:
        self.names: tuple[str, ...] = ()
        self.roles: tuple[str, ...] = ()
        self.number = 0
        self._rows: dict[str, tuple[list[list[float]], list[tuple[float, float]]]] = {}

    def add(self, record: Record) -> None:
        replay = record.replay()
        game = replay.game
        core = cast(Any, game.core)
        if self.names and (self.names, self.roles) != (core.feature_names, core.feature_roles):
            raise ValueError(
                f"records of {game.name} cannot be learned from together with those of a different kind of game"
            )
        self.names, self.roles = core.feature_names, core.feature_roles
        wins = core.wins(replay.state)
        payoffs = replay.state.payoffs
        assert payoffs is not None
        for step in replay.steps():
            self.number += 1
            for seat in range(game.seats):
                role, scale, features = core.features(step.state, seat)
                rows, targets = self._rows.setdefault(core.feature_roles[role], ([], []))
                rows.append(features)
                targets.append((payoffs[seat] / scale, wins[seat]))

    def tables(self) -> dict[str, tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]]:
        """For every role that was met, the rows and their targets."""
        return {role: (np.array(rows), np.array(targets)) for role, (rows, targets) in self._rows.items()}
