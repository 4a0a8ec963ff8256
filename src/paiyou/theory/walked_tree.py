"""Any small game of two with hidden information as a tree, by walking through every line of play.

A position offers what one of `paiyou.games.open_game` does (`turn`, None where chance moves; `over`, `payoffs`,
`moves`, `play`, `chances`) and one thing more: `information()`, all that the player to move knows, as something
hashable. `play` returns the position that follows. `examples/kuhn_poker.py` is such a game.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Protocol

import numpy as np

from paiyou._core import SequenceForm
from paiyou.games.open_game import ChancePosition


class HiddenPosition(ChancePosition, Protocol):
    """A position of a game of two, 0 and 1, with hidden information; the payoffs sum to 0."""

    def play(self, move: Any) -> HiddenPosition:
        """The position that follows; this one stays as it is."""

    def information(self) -> Hashable:
        """All the player to move knows; whoever has perfect recall knows all he has known and done."""


class WalkedTree:
    """A game walked through from its first position.

    Example: `WalkedTree("kuhn", Kuhn())` with `Kuhn` of `examples/kuhn_poker.py`.
    """

    def __init__(self, name: str, root: HiddenPosition) -> None:
        self.name = name
        self._parents: tuple[list[int], list[int]] = ([], [])
        self._moves: tuple[list[list[Hashable]], list[list[Hashable]]] = ([], [])
        self._positions: tuple[list[HiddenPosition], list[HiddenPosition]] = ([], [])
        self._firsts: tuple[list[int], list[int]] = ([1], [1])
        self._known: tuple[dict[Hashable, int], dict[Hashable, int]] = ({}, {})
        self._ends: dict[tuple[int, int], float] = {}
        self._walk(root, (0, 0), 1.0)
        ends = sorted(self._ends.items())
        columns = np.array([pair for pair, _ in ends], np.int32).reshape(-1, 2)
        self.form = SequenceForm(
            [
                (np.array(parents, np.int32), np.array(list(map(len, moves)), np.int32))
                for parents, moves in zip(self._parents, self._moves, strict=True)
            ],
            np.ascontiguousarray(columns[:, 0]),
            np.ascontiguousarray(columns[:, 1]),
            np.array([payoff for _, payoff in ends], np.float64),
        )

    def __repr__(self) -> str:
        return f"<tree of {self.name}>"

    def position(self, player: int, information_set: int) -> HiddenPosition:
        """A position in which this player is to move and knows just this."""
        return self._positions[player][information_set]

    def moves(self, player: int, information_set: int) -> Sequence[Hashable]:
        """The moves there."""
        return self._moves[player][information_set]

    def find(self, player: int, information: Hashable) -> int:
        """The number of an information set; ValueError where there is none, or no choice."""
        if information not in self._known[player]:
            raise ValueError(f"player {player} has no choice in {self.name} knowing {information!r}")
        return self._known[player][information]

    def _walk(self, at: HiddenPosition, sequences: tuple[int, int], chance: float) -> None:
        if at.over:
            if len(at.payoffs) != 2:
                raise ValueError(f"{self.name} must pay two players, not {len(at.payoffs)}")
            result, other = at.payoffs
            if abs(result + other) > 1e-9:
                raise ValueError(f"{self.name} is not zero-sum: a game ended with {result} and {other}")
            self._ends[sequences] = self._ends.get(sequences, 0.0) + chance * result
            return
        if at.turn is None:
            outcomes = at.chances()
            total = sum(likely for _, likely in outcomes)
            if not abs(total - 1) <= 1e-9 or any(likely < 0 for _, likely in outcomes):  # nor a NaN
                raise ValueError(f"the chances in {self.name} must be probabilities that sum to 1")
            for outcome, likely in outcomes:
                if likely > 0:
                    self._walk(at.play(outcome), sequences, chance * likely)
            return
        moves = list(at.moves())
        if at.turn not in (0, 1) or not moves:
            raise ValueError(f"{self.name} must be a game of players 0 and 1 who have a move when it is their turn")
        if len(moves) == 1:
            self._walk(at.play(moves[0]), sequences, chance)
            return
        player = at.turn
        number = self._number(player, at, moves, sequences[player])
        for sequence, move in enumerate(moves, self._firsts[player][number]):
            after = (sequence, sequences[1]) if player == 0 else (sequences[0], sequence)
            self._walk(at.play(move), after, chance)

    def _number(self, player: int, at: HiddenPosition, moves: list[Hashable], leads_here: int) -> int:
        information = at.information()
        number = self._known[player].setdefault(information, len(self._parents[player]))
        if number == len(self._parents[player]):
            self._parents[player].append(leads_here)
            self._moves[player].append(moves)
            self._positions[player].append(at)
            self._firsts[player].append(self._firsts[player][-1] + len(moves))
        elif self._parents[player][number] != leads_here:
            raise ValueError(f"player {player} of {self.name} forgets what he knew or did: {information!r}")
        elif self._moves[player][number] != moves:
            raise ValueError(f"player {player} of {self.name} has other moves while he knows the same: {information!r}")
        return number
