"""Trick games: hands by suit, the trick on the table, points, and exposed cards that all have seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from paiyou.games.protocol import State, View
from paiyou.games.text import Text
from paiyou.games.trick_spec import TrickSpec
from paiyou.pictures.plain import latest
from paiyou.pictures.scene import Chair, Scene

if TYPE_CHECKING:
    from paiyou._core import TrickState, TrickView

NOTHING = Text("exposes nothing", "不亮")


class TrickPictures:
    """Trick games."""

    def scene(self, position: State | View) -> Scene:
        """Of a view the own hand, and what others are known to hold."""
        if hasattr(position, "seat"):
            return self._of_view(cast("TrickView", position))
        state = cast("TrickState", position)
        return _scene(state, state.hands, [0] * len(state.hands), 0, not state.over)

    def _of_view(self, view: TrickView) -> Scene:
        seats = range(len(view.counts))
        hands = [view.hand if seat == view.seat else view.known[seat] for seat in seats]
        hidden = [view.counts[seat] - len(hands[seat]) for seat in seats]
        return _scene(view, hands, hidden, view.seat, any(view.counts))


def _scene(
    position: TrickState | TrickView,
    hands: Sequence[Sequence[str]],
    hidden: Sequence[int],
    near: int,
    running: bool,
) -> Scene:
    spec = cast(TrickSpec, position.spec)
    trick, said = dict(position.trick), {}
    if position.exposing:
        said = {seat: _exposed(move) for seat, move in latest(position, len(hands), running)}
    order = {card: (spec.suits.index(card[0]), -number) for number, card in enumerate(spec.cards)}
    chairs = [
        Chair(
            tuple(sorted(hand, key=lambda card: order[card])),
            hidden[seat],
            played=(trick[seat],) if seat in trick else (),
            said=said.get(seat),
            notes=(Text(f"{position.points[seat]:+d} pts", f"{position.points[seat]:+d} 分"),),
            lit=position.last is not None and position.last[0] == seat,
        )
        for seat, hand in enumerate(hands)
    ]
    shown = tuple(sorted(position.exposed, key=lambda card: order[card]))
    return Scene(
        chairs, near, position.turn if running else None, aside=shown,
        aside_title=Text("exposed", "亮出"),
    )  # fmt: skip


def _exposed(move: str) -> Text:
    cards = move.split()[1:]
    return NOTHING if cards == ["none"] else Text(f"exposes {' '.join(cards)}", f"亮 {' '.join(cards)}")


PICTURES = TrickPictures()
