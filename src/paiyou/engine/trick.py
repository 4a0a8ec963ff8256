"""Trick games on the compiled core."""

from __future__ import annotations

from collections.abc import Sequence

from paiyou._core import TrickExpectimax, TrickGame, TrickMinimax, TrickState
from paiyou.games.protocol import Hand
from paiyou.games.trick_spec import TrickSpec


class TrickEngine:
    """Makes and starts games."""

    def compile(self, spec: TrickSpec) -> TrickGame:
        """The game with its tables."""
        return TrickGame(spec)

    def start(
        self,
        core: TrickGame,
        hands: Sequence[Hand],
        turn: int,
        last: tuple[int, str] | None,
        bottom: Hand,
        exposed: str | Sequence[str] | None,
    ) -> TrickState:
        """A game from given hands: lists of cards, or strings such as `"SQ H2"`."""
        cards = [hand.split() if isinstance(hand, str) else list(hand) for hand in hands]
        left = bottom.split() if isinstance(bottom, str) else list(bottom)
        shown = exposed.split() if isinstance(exposed, str) else exposed
        return core.start(cards, turn, last, left, shown)


class TrickSearch:
    """The core's searchers."""

    minimax = TrickMinimax
    expectimax = TrickExpectimax

    def reward(self, spec: TrickSpec) -> str:  # noqa: ARG002 - the same for all of them
        """Points: who scores most is not all that counts."""
        return "points"


ENGINE = TrickEngine()
SEARCH = TrickSearch()
