"""Positions of any family, from what every State and View has: hands, and the last moves as they are written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from paiyou.games.protocol import State, View
from paiyou.pictures.scene import Chair, Scene, plain


class PlainPictures:
    """Any family; others build on it."""

    def scene(self, position: State | View) -> Scene:
        """What is seen: of a view the own hand alone."""
        if hasattr(position, "seat"):
            view = cast(View, position)
            hands = [view.hand if seat == view.seat else () for seat in range(len(view.counts))]
            hidden = [0 if seat == view.seat else count for seat, count in enumerate(view.counts)]
            return self._around(view, hands, hidden, view.seat, any(view.counts))
        state = position
        hands = [state.cards(seat) for seat in range(len(state.hands))]
        return self._around(state, hands, [0] * len(hands), 0, not state.over)

    def _around(
        self, position: Any, hands: Sequence[Sequence[str]], hidden: Sequence[int], near: int, running: bool
    ) -> Scene:
        said = dict(latest(position, len(hands), running))
        chairs = [
            Chair(tuple(hand), hidden[seat], said=plain(said[seat]) if seat in said else None)
            for seat, hand in enumerate(hands)
        ]
        return Scene(chairs, near, position.turn if running else None)


def latest(position: State | View, seats: int, running: bool) -> list[tuple[int, str]]:
    """The last move of every seat but the one to move; in a game that began behind a move, that one."""
    if not position.history and position.last is not None:
        return [position.last]
    return position.history[-(seats - 1 if running else seats) :]
