"""The facts of a decision in climbing games: the inputs of a network of the kind "facts", as small arrays.

Its encoder is inside the network, so this is all that a player and the trainer must agree on. Seats are counted from
the one to move (0 me, 1 next, ...); cards are counts by rank.

| input | shape | what |
|---|---|---|
| hand | 1, ranks | own cards |
| unseen | 1, ranks | the other hands and a hidden pile, together |
| played | 1, seats, ranks | all that each seat has played |
| known | 1, seats, ranks | what everyone knows a seat to hold: the cards it took face up and has not played |
| standing | 1, ranks | the combo to beat; nothing when leading |
| owner | 1 | whose combo that is; 0 when leading |
| history | 1, moves, ranks | the last moves without bids, newest first; zeros for passes and before the beginning |
| left | 1, seats | cards in each hand |
| bombs | 1 | combos with power played so far |
| declined | 1, seats, 6 | the lowest key of each kind that a seat has passed on, see `paiyou.games.declined` |
| place | 1 | where the seat sits, counted from the landlord; networks that play one position do not ask |
| move_cards | moves, ranks | each legal move; zeros for a pass |
| move_group | moves | its group by the list of the model's card; the number of groups for a pass or one not listed |
| move_key, move_power, move_size | moves | columns of the combo table; zeros for a pass |
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from paiyou.agents.neural.reader import Facts
from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.declined import DECLINED, kinds_of_combos

if TYPE_CHECKING:
    from paiyou._core import ClimbingView

OF_A_STATE = ("hand", "unseen", "played", "known", "standing", "owner", "history", "left", "bombs", "declined", "place")
OF_A_MOVE = ("move_cards", "move_group", "move_key", "move_power", "move_size")
NAMES = OF_A_STATE + OF_A_MOVE
"""In the order of the table above."""


class FactsReader:
    """Reads the facts of decisions in one game, for a model with its own list of groups."""

    inputs = frozenset(NAMES)

    def __init__(self, spec: ClimbingSpec, groups: Sequence[str], history: int) -> None:
        table = spec.table
        self.ranks, self.seats, self.history = len(spec.symbols), spec.seats, history
        self.widths = {"hand": self.ranks}
        self._rank = self.classes = {symbol: rank for rank, symbol in enumerate(spec.symbols)}
        self._action = {name: action for action, name in enumerate(spec.actions)}
        shifts = np.arange(self.ranks, dtype=np.uint64) * np.uint64(4)
        self._cards = (table.cards[:, None] >> shifts & np.uint64(0xF)).astype(np.int64)
        number = {name: place for place, name in enumerate(groups)}
        group_of = np.array([number.get(name, len(groups)) for name in table.groups], dtype=np.int64)
        columns = (group_of[table.group], *(column.astype(np.int64) for column in (table.key, table.power, table.size)))
        self._columns = np.stack(columns, axis=1)
        self._columns[0] = (len(groups), 0, 0, 0)  # the pass
        self._teams = spec.teams
        self._kind, self._key = kinds_of_combos(table), table.key

    def position(self, view: ClimbingView) -> int:
        """Places after the landlord; seats where there is none."""
        return place_after_landlord(view)

    def read(self, view: ClimbingView, moves: Sequence[str]) -> Facts:
        """The facts of a view whose seat is to play a card; `moves` are its legal moves."""
        seats, me = self.seats, view.seat
        around = [(me + step) % seats for step in range(seats)]
        counts, played, known = view.counts, view.played, view.known
        last = view.last
        actions = np.array([self._action[move] for move in moves])
        columns = self._columns[actions]
        return {
            "hand": self._count([view.hand]),
            "unseen": self._count([view.unseen]),
            "played": self._count([played[seat] for seat in around])[None],
            "known": self._count([known[seat] for seat in around])[None],
            "standing": self._cards[[0 if last is None else self._action[last[1]]]],
            "owner": np.array([0 if last is None else (last[0] - me) % seats]),
            "history": self._cards[self._last_actions(view.history)][None],
            "left": np.array([[counts[seat] for seat in around]]),
            "bombs": np.array([view.bombs]),
            "declined": self._declined(view)[None, around],
            "place": np.array([self.position(view)]),
            "move_cards": self._cards[actions],
            "move_group": columns[:, 0],
            "move_key": columns[:, 1],
            "move_power": columns[:, 2],
            "move_size": columns[:, 3],
        }

    def _declined(self, view: ClimbingView) -> npt.NDArray[np.int64]:
        """The lowest key and one more of each kind that every seat has passed on; bids are no moves."""
        result = np.zeros((self.seats, DECLINED), dtype=np.int64)
        landlord = view.landlord or 0
        standing = owner = passes = 0
        for seat, move in view.history:
            action = self._action.get(move)
            if action is None:
                continue
            if action:
                standing, owner, passes = action, seat, 0
                continue
            passes += 1
            if standing:
                own_side = self._team(seat, landlord) == self._team(owner, landlord)
                number, key = 2 * self._kind[standing] + own_side, self._key[standing] + 1
                before = result[seat, number]
                result[seat, number] = min(key, before) if before else key
            if passes == self.seats - 1:
                standing = passes = 0
        return result

    def _team(self, seat: int, landlord: int) -> int:
        return self._teams[(seat - landlord) % self.seats]

    def _count(self, hands: Sequence[str]) -> npt.NDArray[np.int64]:
        counts = [[0] * self.ranks for _ in hands]
        for place, hand in enumerate(hands):
            for card in hand:
                counts[place][self._rank[card]] += 1
        return np.array(counts, dtype=np.int64)

    def _last_actions(self, history: Sequence[tuple[int, str]]) -> list[int]:
        """The last moves, newest first; what is no action is a bid."""
        actions: list[int] = []
        for _, move in reversed(history):
            if len(actions) == self.history:
                return actions
            action = self._action.get(move)
            if action is not None:
                actions.append(action)
        return actions + [0] * (self.history - len(actions))


def place_after_landlord(view: ClimbingView) -> int:
    """Where the seat of a view sits, counted from the landlord; the seat itself where there is none."""
    return (view.seat - (view.landlord or 0)) % len(view.counts)
