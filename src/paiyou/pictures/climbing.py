"""Climbing games: hands by rank, the combo to beat, the landlord's cards, what is played for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.protocol import State, View
from paiyou.games.text import Text
from paiyou.pictures.plain import latest
from paiyou.pictures.scene import Chair, Scene, plain

if TYPE_CHECKING:
    from paiyou._core import ClimbingState, ClimbingView

LANDLORD, PEASANT = Text("landlord", "地主"), Text("peasant", "农民")
PASS, BOTTOM = Text("pass", "不出"), Text("face up", "明牌")


class ClimbingPictures:
    """Climbing games."""

    def scene(self, position: State | View) -> Scene:
        """Of a state suits as well; a view knows ranks alone, and of other hands what the landlord took face up."""
        if hasattr(position, "seat"):
            return self._of_view(cast("ClimbingView", position))
        return self._of_state(cast("ClimbingState", position))

    def _of_state(self, state: ClimbingState) -> Scene:
        hands = [state.cards(seat) for seat in range(len(state.hands))]
        return _scene(state, hands, [0] * len(hands), 0, not state.over, state.view(0).public, _with_suits(state))

    def _of_view(self, view: ClimbingView) -> Scene:
        seats = range(len(view.counts))
        hands = [view.hand if seat == view.seat else view.known[seat] for seat in seats]
        hidden = [view.counts[seat] - len(hands[seat]) for seat in seats]
        running = view.bidding or all(view.counts)
        return _scene(view, hands, hidden, view.seat, running, view.public, {})


def _scene(
    position: ClimbingState | ClimbingView,
    hands: Sequence[Sequence[str]],
    hidden: Sequence[int],
    near: int,
    running: bool,
    public: str,
    with_suits: dict[int, list[str]],
) -> Scene:
    spec = cast(ClimbingSpec, position.spec)
    calls = () if spec.auction is None else spec.auction.calls
    moves = dict(latest(position, len(hands), running))
    chairs = []
    for seat, hand in enumerate(hands):
        move = moves.get(seat)
        spoken = move is not None and (move == spec.actions[0] or move in calls)
        cards = [] if move is None or spoken else with_suits.get(seat, list(move))
        chairs.append(
            Chair(
                _from_high_to_low(hand, spec),
                hidden[seat],
                played=_main_cards_first(cards),
                said=None if not spoken else PASS if move == spec.actions[0] else plain(str(move)),
                notes=_role(position, seat),
                lit=position.last is not None and position.last[0] == seat,
            )
        )
    return Scene(
        chairs, near, position.turn if running else None, aside=_from_high_to_low(public, spec),
        aside_title=BOTTOM, notes=_stakes(position, spec),
    )  # fmt: skip


def _role(position: ClimbingState | ClimbingView, seat: int) -> list[Text]:
    if position.landlord is None:
        return []
    return [LANDLORD if position.landlord == seat else PEASANT]


def _stakes(position: ClimbingState | ClimbingView, spec: ClimbingSpec) -> list[Text]:
    if spec.score.kind != "stake" or position.bidding:
        return []
    value = position.stake << position.bombs
    return [Text(f"stake {value}", f"倍数 {value}")]


def _with_suits(state: ClimbingState) -> dict[int, list[str]]:
    """The cards of every seat's last move with their suits, from hands before and after it."""
    again, shown = state.rewound(), {}
    for seat, move in state.history:
        before = again.cards(seat)
        again.play(move)
        gone = Counter(before) - Counter(again.cards(seat))
        shown[seat] = list(gone)
    return {seat: cards for seat, cards in shown.items() if cards}


def _from_high_to_low(cards: Sequence[str], spec: ClimbingSpec) -> tuple[str, ...]:
    return tuple(sorted(cards, key=lambda card: (-spec.symbols.index(card[-1]), "SHCD".find(card[0]))))


def _main_cards_first(cards: Sequence[str]) -> tuple[str, ...]:
    """Threes before what goes along with them."""
    number = Counter(card[-1] for card in cards)
    return tuple(sorted(cards, key=lambda card: -number[card[-1]]))


PICTURES = ClimbingPictures()
