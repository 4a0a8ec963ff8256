"""The family of climbing games (争上游类): beat the combo on the table with a higher one, or pass."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from paiyou.games.family import AUCTION, MOVES, Family
from paiyou.games.text import Text

if TYPE_CHECKING:
    from paiyou.games.climbing_spec import ClimbingSpec
    from paiyou.games.protocol import State

WORDS = {
    "combo.pair": Text("a pair", "对子"),
    "combo.trio": Text("three of a kind", "三张"),
    "combo.quad": Text("four of a kind", "四张"),
    "combo.trio+solo": Text("three with one", "三带一"),
    "combo.trio+pair": Text("three with two", "三带二"),
    "combo.trio+2": Text("three with two", "三带二"),
    "combo.solo chain": Text("a straight", "顺子"),
    "combo.pair chain": Text("consecutive pairs", "连对"),
    "combo.trio chain": Text("a plane", "飞机"),
    "combo.plane": Text("a plane", "飞机"),
    "combo.plane+solo": Text("a plane", "飞机"),
    "combo.plane+pair": Text("a plane", "飞机"),
    "combo.quad+2 solos": Text("four with two", "四带二"),
    "combo.quad+2 pairs": Text("four with two", "四带二"),
    "combo.shuttle": Text("a space shuttle", "航天飞机"),
    "combo.shuttle+solo": Text("a space shuttle", "航天飞机"),
    "combo.shuttle+pair": Text("a space shuttle", "航天飞机"),
    "combo.bomb": Text("a bomb", "炸弹"),
    "combo.rocket": Text("the rocket", "王炸"),
    "caption.trio": Text("Three of a kind", "三张"),
    "caption.quad": Text("Four of a kind", "四张"),
    "caption.trio+solo": Text("Three with one", "三带一"),
    "caption.trio+pair": Text("Three with two", "三带二"),
    "caption.trio+2": Text("Three with two", "三带二"),
    "caption.solo chain": Text("Straight", "顺子"),
    "caption.pair chain": Text("Consecutive pairs", "连对"),
    "caption.trio chain": Text("Plane", "飞机"),
    "caption.plane": Text("Plane", "飞机"),
    "caption.plane+solo": Text("Plane", "飞机"),
    "caption.plane+pair": Text("Plane", "飞机"),
    "caption.quad+2 solos": Text("Four with two", "四带二"),
    "caption.quad+2 pairs": Text("Four with two", "四带二"),
    "caption.shuttle": Text("Space shuttle", "航天飞机"),
    "caption.shuttle+solo": Text("Space shuttle", "航天飞机"),
    "caption.shuttle+pair": Text("Space shuttle", "航天飞机"),
    "caption.bomb": Text("Bomb", "炸弹"),
    "caption.rocket": Text("Rocket", "王炸"),
}
"""Categories of combos as part of a sentence, and as a caption over the cards; a solo or a pair needs none."""

EFFECTS = {
    "bomb": "blast",
    "rocket": "launch",
    "trio chain": "flight",
    "plane": "flight",
    "plane+solo": "flight",
    "plane+pair": "flight",
    "shuttle": "launch",
    "shuttle+solo": "launch",
    "shuttle+pair": "launch",
}
"""How combos are felt at the table."""


class ClimbingFamily(Family["ClimbingSpec"]):
    """Climbing games."""

    def combo_of(self, spec: ClimbingSpec, move: str) -> str | None:
        """The category of a combo: `"solo chain"`; None for a pass or a call."""
        action, table = spec.action_numbers.get(move, 0), spec.table
        if not action:
            return None
        if table.last_only[action] and len(move) == 3:
            return "trio"  # three alike that go without their kickers, as the last cards
        group: str = table.groups[table.group[action]]
        return group.partition("/")[0]

    def section_of(self, spec: ClimbingSpec, move: str) -> str:
        """Calls are the auction."""
        return AUCTION if spec.auction is not None and move in spec.auction.calls else MOVES

    def winners(self, spec: ClimbingSpec, state: State) -> list[int]:
        """The first empty hand has won, with its allies; nobody after a redeal."""
        first, landlord = state.winner, cast(Any, state).landlord
        if first is None:
            return []
        return [seat for seat in range(spec.seats) if self.allied(spec, seat, first, landlord)]

    def allied(self, spec: ClimbingSpec, seat: int, other: int, landlord: int | None = None) -> bool:
        """As everywhere; before there is a landlord everyone is on his own."""
        if landlord is None and spec.auction is not None:
            return seat == other
        return super().allied(spec, seat, other, landlord)


CLIMBING = ClimbingFamily("climbing", "climbing games", WORDS, EFFECTS)
