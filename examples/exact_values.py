"""Exact values do not matter to minimax, and do where chance moves: `python examples/exact_values.py`.

Changes keep the order of payoffs. Minimax never minds; with a coin for MIN only a positive linear one is always safe.
"""

from collections.abc import Callable, Sequence

import paiyou
from paiyou.games.open_game import OpenGame

LEAVES = ((2, 3), (1, 4.5))
"""What MAX gets behind his two moves: MIN chooses, or a coin decides."""
CHANGES: dict[str, Callable[[float], float]] = {
    "as it is": lambda value: value,
    "3 v - 7": lambda value: 3 * value - 7,
    "square root": lambda value: value**0.5,
    "square": lambda value: value**2,
}


class TwoMoves:
    """MAX moves, then MIN or a coin, and the game is over."""

    def __init__(self, coin: bool, leaves: Sequence[Sequence[float]], path: tuple[int, ...] = ()) -> None:
        self.coin, self.leaves, self.path = coin, leaves, path

    @property
    def turn(self) -> int | None:
        return 0 if not self.path else None if self.coin else 1

    @property
    def over(self) -> bool:
        return len(self.path) == 2

    @property
    def payoffs(self) -> list[float]:
        value = self.leaves[self.path[0]][self.path[1]]
        return [value, -value]

    def moves(self) -> list[int]:
        return list(range(len(self.leaves[self.path[0]] if self.path else self.leaves)))

    def chances(self) -> list[tuple[int, float]]:
        return [(side, 1 / len(self.moves())) for side in self.moves()]

    def play(self, move: int) -> "TwoMoves":
        return TwoMoves(self.coin, self.leaves, (*self.path, move))


def choice(coin: bool, leaves: Sequence[Sequence[float]]) -> int:
    """MAX's move."""
    game = OpenGame("two moves", lambda: TwoMoves(coin, leaves), seats=2)
    return int(paiyou.agent("expectiminimax" if coin else "minimax", game).choose(game.start()))


if __name__ == "__main__":
    for name, change in CHANGES.items():
        changed = [[change(value) for value in row] for row in LEAVES]
        print(f"{name}: minimax takes move {choice(False, changed)}, with a coin it is move {choice(True, changed)}")
