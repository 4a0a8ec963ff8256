"""Pig, a race with a die, for Paiyou's searchers, and a game of two of them: `python examples/dice_game.py`."""

import random
from typing import NamedTuple

import paiyou
from paiyou.games.open_game import OpenGame

GOAL = 20


class Pig(NamedTuple):
    """Roll and add up, as often as you like; a one loses what the turn has brought, and the turn. Stop to bank it."""

    scores: tuple[int, int] = (0, 0)
    seat: int = 0
    pot: int = 0
    rolling: bool = False

    @property
    def turn(self) -> int | None:
        return None if self.rolling else self.seat

    @property
    def over(self) -> bool:
        return max(self.scores) >= GOAL

    @property
    def payoffs(self) -> list[int]:
        return [1, 0] if self.scores[0] >= GOAL else [0, 1]

    def moves(self) -> list[str]:
        return ["roll", "stop"] if self.pot else ["roll"]

    def chances(self) -> list[tuple[int, float]]:
        return [(face, 1 / 6) for face in range(1, 7)]

    def play(self, move: str | int) -> "Pig":
        if move == "roll":
            return self._replace(rolling=True)
        if isinstance(move, int) and move > 1:
            return self._replace(pot=self.pot + move, rolling=False)
        banked = self.scores[self.seat] + (self.pot if move == "stop" else 0)
        return Pig((banked, self.scores[1]) if self.seat == 0 else (self.scores[0], banked), 1 - self.seat)

    def evaluate(self) -> list[float]:
        ahead = self.scores[0] - self.scores[1] + (0.8 * self.pot if self.seat == 0 else -0.8 * self.pot)
        return [0.5 + ahead / (3 * GOAL), 0.5 - ahead / (3 * GOAL)]


GAME = OpenGame("pig", Pig, seats=2)

if __name__ == "__main__":
    player, die, position = paiyou.agent("expectiminimax:depth=4", GAME), random.Random(1), GAME.start()
    while not position.over:
        move = die.randint(1, 6) if position.turn is None else player.choose(position)
        position = position.play(move)
        print(f"{move}: scores {position.scores}, seat {position.seat} has {position.pot} at stake")
