"""Kickers and what they cost: whether a move's kickers give away or split a bomb, and whether others would not.

A *combo with power* is a bomb or the rocket. The *rest* of a move with kickers is the hand before the move without the
body of the move. A move that empties the hand has no fault: it wins. There are two:

- `rocket`: the kickers hold a whole combo with power of more than one rank. In Dou Dizhu: both jokers are kickers.
- `bomb`: the kickers take a card of a rank that belongs to a combo with power in the rest, so that this is split or
  given away, although there is a legal move with the same group and body whose kickers split nothing: no combo without
  kickers that the rest contains shares a rank with them, but for combos of these kickers alone, without power. (A
  single card that is in no chain splits nothing; one of a pair splits the pair.)
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from paiyou.games.climbing_spec import ClimbingSpec

Counts = npt.NDArray[np.int64]


class KickerFaults:
    """Looks at the kickers of moves in one game.

    Example: `KickerFaults(spec).faults("33344445", "3334", ["3334", "3335"])` is `{"bomb": "3335"}`.
    """

    def __init__(self, spec: ClimbingSpec) -> None:
        self._table = table = spec.table
        self._symbols = spec.symbols
        self._action = {name: action for action, name in enumerate(spec.actions)}
        self._cards, self._bodies = (_unpack(cards, len(spec.symbols)) for cards in (table.cards, table.body_cards))
        plain = np.flatnonzero(table.body < 0)[1:]  # without the pass
        self._plain, self._power = self._cards[plain], table.power[plain] > 0

    def go_along(self, hand: str, move: str) -> bool:
        """Whether a move has kickers and leaves cards in the hand."""
        return len(move) < len(hand) and bool(self._table.body[self._action[move]] >= 0)

    def same_body(self, move: str, moves: Sequence[str]) -> list[str]:
        """The moves of one group and body with this one, which has kickers."""
        table, action = self._table, self._action[move]
        actions = np.array([self._action[other] for other in moves])
        same = (table.body[actions] == table.body[action]) & (table.group[actions] == table.group[action])
        return [other for other, fits in zip(moves, same.tolist(), strict=True) if fits]

    def faults(self, hand: str, move: str, moves: Sequence[str]) -> dict[str, str]:
        """The faults of a move, each with a legal move that is better; none is named for `rocket`."""
        if not self.go_along(hand, move):
            return {}
        body = self._bodies[self._table.body[self._action[move]]]
        kickers = self._cards[self._action[move]] - body
        rest = np.array([hand.count(symbol) for symbol in self._symbols]) - body
        held = (self._plain <= rest).all(1)
        combos, power = self._plain[held], self._power[held]
        found = {}
        whole = (combos[power] <= kickers).all(1) & ((combos[power] > 0).sum(1) > 1)
        if whole.any():
            found["rocket"] = ""
        if _touches(combos[power], kickers):
            for other in self.same_body(move, moves):
                if _split_nothing(combos, power, self._cards[self._action[other]] - body):
                    found["bomb"] = other
                    break
        return found


def _unpack(cards: npt.NDArray[np.uint64], ranks: int) -> Counts:
    shifts = np.arange(ranks, dtype=np.uint64) * np.uint64(4)
    return (cards[:, None] >> shifts & np.uint64(0xF)).astype(np.int64)


def _touches(combos: Counts, kickers: Counts) -> bool:
    """Whether a combo shares a rank with the kickers."""
    return bool(((combos > 0) & (kickers > 0)).any())


def _split_nothing(combos: Counts, power: npt.NDArray[np.bool_], kickers: Counts) -> bool:
    """Whether every combo that shares a rank with the kickers is made of kickers alone, and has no power."""
    own = (combos <= kickers).all(1) & ~power
    return not _touches(combos[~own], kickers)
