"""The family of trick games: everyone plays a card in turn, and the highest of the suit led takes them all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paiyou.games.family import EXPOSURES, MOVES, Family

if TYPE_CHECKING:
    from paiyou.games.trick_spec import TrickSpec


class TrickFamily(Family["TrickSpec"]):
    """Trick games."""

    def section_of(self, spec: TrickSpec, move: str) -> str:  # noqa: ARG002 - the same in all of them
        """Cards are shown before the first trick."""
        return EXPOSURES if move.startswith("expose") else MOVES


TRICK = TrickFamily("trick", "trick games")
