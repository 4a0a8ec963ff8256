"""Climbing games on the compiled core."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from paiyou._core import ClimbingExpectimax, ClimbingGame, ClimbingMinimax, ClimbingState
from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.protocol import Hand


class ClimbingEngine:
    """Makes and starts games."""

    def compile(self, spec: ClimbingSpec) -> ClimbingGame:
        """The game with its tables."""
        return ClimbingGame(spec)

    def start(
        self,
        core: ClimbingGame,
        hands: Sequence[Hand],
        turn: int,
        last: tuple[int, str] | None,
        bottom: Hand,
        exposed: str | Sequence[str] | None,
    ) -> ClimbingState:
        """A game from given hands."""
        if exposed is not None:
            raise ValueError(f"nothing is exposed in {core.name}; leave exposed out")
        return core.start(cast(Any, list(hands)), turn, last, cast(str, bottom))


class ClimbingSearch:
    """The core's searchers."""

    minimax = ClimbingMinimax
    expectimax = ClimbingExpectimax

    def reward(self, spec: ClimbingSpec) -> str:
        """Wins, but where the stake is bid for first."""
        return "win" if spec.auction is None else "points"


ENGINE = ClimbingEngine()
SEARCH = ClimbingSearch()
