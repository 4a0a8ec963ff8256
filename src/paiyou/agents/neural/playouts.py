"""Play-outs for one game: by a small network of the core, whose file a family makes ready, or by a large one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from paiyou.games.family import LEARN, NEURAL
from paiyou.games.game import Game
from paiyou.models.playout_networks import find_playout_network

TOGETHER = 64
"""Deals that the core plays out before candidates are compared."""


class Playouts(Protocol):
    """Games played to the end by a network, whatever the family: a small one in the core or a large one on a device."""

    def play_outs(
        self,
        view: Any,
        moves: Sequence[str],
        first: int,
        number: int,
        seed: int,
        threads: int = 1,
        points: bool = False,
        deals: Any = None,
    ) -> npt.NDArray[Any]:
        """What the seat gets for each of some moves on each of the same deals: an array of moves and deals.

        1 for a win, -1 for a loss, in between for a shared one; or points.
        """


class CorePlayouts(Playouts, Protocol):
    """What a network of the core can do besides."""

    def play_games(self, games: int, seed: int) -> tuple[int, int]:
        """Games from the deal to the end: how many moves were made, and how many games seat 0 won."""

    def log_likelihoods(
        self, view: Any, deals: Sequence[Any], temperature: float, noise: float = 0.0, threads: int = 1
    ) -> npt.NDArray[np.float64]:
        """How likely the moves that others have made are in each of some deals, as logarithms."""


def playouts_for(game: Game, model: str = "", path: str = "") -> CorePlayouts:
    """The play-out network that is named by its file, or the shipped one that a model taught, or one of the game's."""
    network: CorePlayouts = game.family.part(NEURAL).playouts(game, find_playout_network(path, model, game.name))
    return network


def device_playouts(game: Game, model: Path, device: str) -> Playouts:
    """Play-outs by the networks of a model's folder with torch, on `cuda` or on the `cpu`."""
    try:
        learning = game.family.part(LEARN)
    except ModuleNotFoundError:
        raise ValueError(f"device={device} needs PyTorch: pip install 'paiyou[train]'") from None
    playouts: Playouts = learning.playouts(game, model, device)
    return playouts
