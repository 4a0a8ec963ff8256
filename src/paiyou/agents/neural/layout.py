"""The layout of DouZero as a reader: the inputs of networks of the kind "layout", written by the core."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from paiyou.agents.neural.facts import place_after_landlord
from paiyou.games.climbing_family import CLIMBING
from paiyou.games.game import Game

if TYPE_CHECKING:
    from paiyou._core import ClimbingView

NAME = "douzero"
RECENT_ROUNDS = 5


class LayoutReader:
    """Reads decisions of one game as the paper's networks want them."""

    inputs = frozenset(("state", "history", "moves"))

    def __init__(self, game: Game) -> None:
        self._encoder = game.encoder(NAME)
        spec = CLIMBING.spec_of(game, "feature layouts are there")
        self.widths = {"moves": len(spec.deck)}
        self.classes = {symbol: rank for rank, symbol in enumerate(spec.symbols)}

    def position(self, view: ClimbingView) -> int:
        """Places after the landlord; seats where there is none."""
        return place_after_landlord(view)

    def read(self, view: ClimbingView, moves: Sequence[str]) -> dict[str, npt.NDArray[Any]]:  # noqa: ARG002
        """The encoder lists the legal moves itself, in the same order."""
        state, rows, history = self._encoder.encode(view)
        return {
            "state": state[None].astype(np.float32),
            "moves": rows.astype(np.float32),
            "history": history.reshape(1, RECENT_ROUNDS, -1).astype(np.float32),
        }
