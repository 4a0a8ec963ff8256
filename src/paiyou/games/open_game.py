"""Games written in Python for the searchers of open games: what a position must offer, and the game they are made for.

A position is one object with `turn`, `over`, `payoffs`, `moves` and `play`, and `chances` where chance has a part. Such
a game is slow beside those of the package, and right for teaching, for small games, and for games of other libraries.

Example::

    class Nim:
        \"\"\"Take one to three matches; whoever takes the last one wins.\"\"\"

        def __init__(self, matches=10, turn=0):
            self.matches, self.turn = matches, turn

        @property
        def over(self):
            return self.matches == 0

        @property
        def payoffs(self):
            return [-1, 1] if self.turn == 0 else [1, -1]

        def moves(self):
            return list(range(1, min(3, self.matches) + 1))

        def play(self, move):
            return Nim(self.matches - move, 1 - self.turn)

    nim = OpenGame("nim", Nim, seats=2)
    paiyou.agent("alphabeta", nim).choose(nim.start())  # 2
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Protocol

MOST_SEATS = 4


class Position(Protocol):
    """A position of a game in which everything lies open.

    A position may offer more than it must:

    - `copy()`: a position of its own; without it `copy.deepcopy` is used, where `play` changes the position.
    - `evaluate()`: estimates of all seats' payoffs, for the positions at which a search is cut off; 0 without it.
    - `quiet`: False where a search should not stop yet, because the next moves will change much.
    - `key()`: something hashable, the same for positions that are the same in all that follows (whose turn it is
      included); with it a search remembers positions it reaches again.
    - `allied(seat, other)`: whether two seats win and lose together; without it everyone is on his own.
    """

    @property
    def turn(self) -> int | None:
        """The seat to move, or None where chance moves."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def payoffs(self) -> Sequence[float]:
        """Every seat's result; asked for only once the game is over."""

    def moves(self) -> Sequence[Hashable]:
        """The legal moves of the seat to move, at least one: strings, numbers, tuples."""

    def play(self, move: Any) -> Any:
        """Make a move: either change this position, or leave it as it is and return the one that follows."""


class ChancePosition(Position, Protocol):
    """A position of a game with chance, such as dice."""

    def chances(self) -> Sequence[tuple[Hashable, float]]:
        """Where chance moves: what may happen, each with its probability; they sum to 1. `play` makes it happen."""


class OpenGame:
    """A game by its first position: what `paiyou.agent` takes where a game of the package would stand.

    Example: `OpenGame("tic-tac-toe", TicTacToe, seats=2)`, where `TicTacToe()` is an empty board.
    """

    def __init__(self, name: str, start: Callable[[], Any], seats: int) -> None:
        if not callable(start):
            raise ValueError(f"start must be a function that makes the first position, not {type(start).__name__}")
        if not isinstance(seats, int) or not 1 <= seats <= MOST_SEATS:
            raise ValueError(f"seats must be 1 to {MOST_SEATS}, not {seats!r}")
        self.name = name
        self.start = start
        """Makes the first position."""
        self.seats = seats

    def __repr__(self) -> str:
        return f"<open game {self.name}>"
