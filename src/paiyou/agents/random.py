"""The random player: every legal move with the same probability."""

from __future__ import annotations

from random import Random

from paiyou.agents.base import Agent, Evaluation
from paiyou.games.dealing import random_word
from paiyou.games.game import Game
from paiyou.games.protocol import View


class RandomAgent(Agent):
    """Chooses uniformly among the legal moves, kickers included."""

    name = "random"
    line = "every legal move with the same probability"
    quick = True
    instant = True
    remote = True
    bids = False
    opinion = False

    def __init__(self, game: Game, *, seed: int = 0) -> None:
        super().__init__(game, seed=seed)
        self._random = Random(seed)

    def begin(self, seed: int) -> None:
        """Start a new game with a stream of its own."""
        self._random.seed(random_word(self.seed, seed))

    def choose(self, view: View) -> str:
        """Any legal move."""
        moves = view.moves()
        if not moves:
            raise ValueError("there is no move to choose: this seat is not to move")
        # Faster than Random.choice; the bias of 53 bits against a few hundred moves is nothing.
        return moves[int(self._random.random() * len(moves))]

    def evaluate(self, view: View) -> Evaluation:
        """All moves alike: this player has no opinion."""
        moves = view.moves()
        if not moves:
            raise ValueError("there is no move to choose: this seat is not to move")
        return [(move, 0.0, 1.0) for move in moves]
