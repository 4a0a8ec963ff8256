"""Play-out networks of trick games: the core's, from a file's whole numbers and the cards that it was told of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from paiyou.games.game import Game
from paiyou.games.trick_family import TRICK
from paiyou.models.playout_networks import PlayoutNetworkFile
from paiyou.options import shown

if TYPE_CHECKING:
    from paiyou._core import TrickNetwork


def playout_network(game: Game, file: PlayoutNetworkFile) -> TrickNetwork:
    """The core's network; ValueError where the file's is for other cards than the game's.

    Exposures are told by the list of the game that it was trained on; points are those of the game that is played.
    """
    from paiyou._core import TrickNetwork

    spec = TRICK.spec_of(game, "play-out networks play")
    unknown = [name for name in file.names if name not in spec.cards]
    if unknown:
        raise ValueError(f"the play-out network is told who exposes {shown(unknown[0])}, which is no card here")
    exposable = [spec.number(name) for name in file.names]
    parts = {
        "exposable": np.array(exposable, dtype=np.uint8),
        "knowable": _set_of(spec.knowable(exposable)),
        "counting": _set_of(spec.counting),
        "positions": [dict(layers) for layers in file.positions],
    }
    return TrickNetwork(game.core, parts)


def _set_of(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards)
