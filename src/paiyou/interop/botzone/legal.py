"""Legal moves of a climbing game by NumPy alone: the rows of the combo table that a hand holds and that beat."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from paiyou.games.packing import MAX_RANKS

if TYPE_CHECKING:
    import numpy.typing as npt

    from paiyou.games.climbing_spec import ClimbingSpec
    from paiyou.interop.botzone.packed_game import PackedGame


class LegalMoves:
    """For games without combos that are only for the last cards, without duties, and without DouZero's oddities."""

    def __init__(self, spec: ClimbingSpec | PackedGame) -> None:
        table = spec.table
        if spec.must_beat or table.last_only.any() or len(table.alias_action):
            raise ValueError(f"the legal moves of {spec.name} are more than its table says: ask the engine")
        self._spec, self._table = spec, table
        shifts = np.arange(MAX_RANKS, dtype=np.uint64) * np.uint64(4)
        self._counts = (table.cards[:, None] >> shifts & np.uint64(0xF)).astype(np.int8)

    def moves(self, hand: str, last: str | None) -> list[str]:
        """What a hand may play on a combo, or lead where there is none; the order is that of the actions."""
        held = np.array([hand.count(symbol) for symbol in self._spec.symbols], np.int8)
        held = np.pad(held, (0, MAX_RANKS - len(held)), "constant")
        fits: npt.NDArray[np.bool_] = np.all(self._counts <= held, axis=1)
        if last is None:
            fits[0] = False  # whoever leads must play
        else:
            table, on = self._table, self._spec.action_numbers[last]
            same = (table.group == table.stands_group[on]) & (table.key > table.stands_key[on])
            fits &= (same & (table.power == table.power[on])) | (table.power > table.power[on])
            fits[0] = True
        actions = self._spec.actions
        return [actions[action] for action in np.flatnonzero(fits)]
