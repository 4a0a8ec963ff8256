"""Play-out networks of climbing games: the core's, from a file's whole numbers and the game's tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from paiyou.games.climbing_family import CLIMBING
from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.game import Game
from paiyou.games.hand_shapes import shapes
from paiyou.models.playout_networks import PlayoutNetworkFile

if TYPE_CHECKING:
    from paiyou._core import ClimbingNetwork

KEYS = 16
"""Members of a group that the core has room for."""
UNCONTAINABLE = 0x0888888888888888
"""What no hand contains, packed."""


def playout_network(game: Game, file: PlayoutNetworkFile) -> ClimbingNetwork:
    """The core's network; ValueError where the file's is for other cards than the game's."""
    from paiyou._core import ClimbingNetwork

    spec = CLIMBING.spec_of(game, "play-out networks play")
    number = {name: place for place, name in enumerate(file.names)}
    # A group that the network has never seen is told like a pass, as large networks are told of it.
    groups = [number.get(name, len(file.names)) for name in spec.table.groups]
    parts = {
        "groups": len(file.names),
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
