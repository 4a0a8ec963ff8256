"""Play-out networks made ready for one climbing game: the core's, from a file's whole numbers and the game's tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from paiyou.games.climbing_family import CLIMBING
from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.family import LEARN, NEURAL
from paiyou.games.game import Game
from paiyou.games.hand_shapes import shapes
from paiyou.models.playout_networks import PlayoutNetworkFile, find_playout_network

if TYPE_CHECKING:
    from paiyou._core import ClimbingNetwork


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
        """What the seat gets for each of some moves on each of the same deals: an array of moves and deals."""


class CorePlayouts(Playouts, Protocol):
    """What a network of the core can do besides."""

    def play_games(self, games: int, seed: int) -> tuple[int, int]:
        """Games from the deal to the end: how many moves were made, and how many games seat 0 won."""

    def log_likelihoods(
        self, view: Any, deals: Sequence[Any], temperature: float, noise: float = 0.0, threads: int = 1
    ) -> npt.NDArray[np.float64]:
        """How likely the moves that others have made are in each of some deals, as logarithms."""


KEYS = 16
"""Members of a group that the core has room for."""
UNCONTAINABLE = 0x0888888888888888
"""What no hand contains, packed."""


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


def playout_network(game: Game, file: PlayoutNetworkFile) -> ClimbingNetwork:
    """The core's network; ValueError where the file's is for other cards than the game's."""
    from paiyou._core import ClimbingNetwork

    spec = CLIMBING.spec_of(game, "play-out networks play")
    number = {name: place for place, name in enumerate(file.groups)}
    # A group that the network has never seen is told like a pass, as large networks are told of it.
    groups = [number.get(name, len(file.groups)) for name in spec.table.groups]
    parts = {
        "groups": len(file.groups),
        "ranks": len(spec.symbols),
        "group_feature": np.array(groups, dtype=np.uint16),
        "shapes": _packed_shapes(spec),
        "positions": [dict(layers) for layers in file.positions],
    }
    return ClimbingNetwork(game.core, parts)


def _packed_shapes(spec: ClimbingSpec) -> dict[str, Any]:
    """The arrays of `paiyou.games.hand_shapes`, with packed cards."""
    found, ranks = shapes(spec), len(spec.symbols)
    weights = np.array([1 << (4 * rank) for rank in range(ranks)], dtype=np.uint64)

    def packed(counts: npt.NDArray[Any]) -> npt.NDArray[np.uint64]:
        cards: npt.NDArray[np.uint64] = (counts.astype(np.uint64) * weights).sum(axis=-1, dtype=np.uint64)
        return cards

    members = np.full((len(found.group_power), KEYS), UNCONTAINABLE, dtype=np.uint64)
    there = found.member_counts[:, :, 0] < 9
    members[:, :ranks] = np.where(there, packed(np.minimum(found.member_counts, 7)), np.uint64(UNCONTAINABLE))
    return {
        "chains": packed(found.chain_counts),
        "chain_kickers": found.chain_kickers.astype(np.uint8),
        "members": members,
        "group_power": found.group_power.astype(np.uint8),
        "group_size": found.group_size.astype(np.uint8),
        "rocket": int(packed(found.rocket)),
        "trio_kickers": found.trio_kickers,
        "quad_kickers": found.quad_kickers,
    }
