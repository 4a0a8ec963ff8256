"""Learns weights of the evaluation by temporal differences, from games that they play themselves (as TD-Gammon did).

Tesauro, "Temporal difference learning and TD-Gammon", CACM 38(3), 1995; as in the lecture. Every move is the best one
by the weights so far, one move ahead with all hands open; the deals bring the variety that dice bring to backgammon.
After a game each position's estimate is moved towards its lambda-return, the mean of all later estimates and the
result in which what comes n moves later counts lambda to the n. Nobody else's games are needed, where `learn` of
`evaluation.py` fits the results of recorded ones. TD-Gammon's estimate was a network; this one is the weighted sum that
`alphabeta` cuts off with.

`python -m paiyou.agents.search.learn_by_td --game zhengshangyou --games 1000 --seed 1 --save weights.json`
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from paiyou.agents.search.evaluation import Weights
from paiyou.agents.search.open import AlphaBetaAgent
from paiyou.games.game import Game
from paiyou.games.protocol import State, View
from paiyou.games.registry import game as find_game

Array = npt.NDArray[np.float64]

REFRESH = 10
"""Games between two looks at the new weights."""
SCALING_GAMES = 20
"""Random games whose positions say how large each feature is."""


class Learner:
    """Weights of a game that change with every game played."""

    def __init__(self, game: Game, *, rate: float = 0.01, decay: float = 0.7, stray: float = 0.05) -> None:
        if not 0 < rate <= 1:
            raise ValueError(f"rate must be above 0 and at most 1, not {rate}")
        if not (0 <= decay <= 1 and 0 <= stray <= 1):
            raise ValueError("decay and stray must be from 0 to 1")
        self.game, self.rate, self.decay, self.stray = game, rate, decay, stray
        self.core = cast(Any, game.core)
        self.roles: tuple[str, ...] = self.core.feature_roles
        width = len(self.core.feature_names)
        self.size = np.ones((len(self.roles), width))
        """Of each feature, as the root of its mean square: steps are alike for all."""
        self.weights = np.zeros((len(self.roles), width, 2))
        """For features over their sizes; columns are points and wins."""

    def measure(self, random: Random) -> None:
        """Find the sizes of the features in random games."""
        squares, number = np.zeros_like(self.size), np.zeros((len(self.roles), 1))
        for _ in range(SCALING_GAMES):
            for role, _, features in self._seats(self._play(random, None)[0]):
                np.add.at(squares, role, features**2)
                np.add.at(number, role, 1.0)
        self.size = np.sqrt(squares / np.maximum(number, 1))
        self.size[self.size == 0] = 1.0

    def learn(self, games: int, seed: int) -> Weights:
        """Play and learn."""
        random = Random(seed)
        self.measure(random)
        for number in range(games):
            if number % REFRESH == 0:
                player = AlphaBetaAgent(self.game, depth=1, weights=self.found())
            self.take_in(*self._play(random, player))
        learned = {"games": {self.game.name: games}, "rate": self.rate, "decay": self.decay, "stray": self.stray}
        return self.found(learned)

    def take_in(self, states: list[State], end: State) -> None:
        """Move every estimate of a game towards its lambda-return."""
        payoffs, wins = end.payoffs, self.core.wins(end)
        assert payoffs is not None
        step = np.zeros_like(self.weights)
        for seat, (role, scale, features) in enumerate(self._seats(states)):
            scaled = features / self.size[role]
            estimates = np.einsum("tf,tfc->tc", scaled, self.weights[role])
            result = np.stack([payoffs[seat] / scale, np.full(len(scale), wins[seat])], axis=1)
            returns = lambda_returns(estimates, result, self.decay)
            np.add.at(step, role, scaled[:, :, None] * (returns - estimates)[:, None, :])
        self.weights += self.rate / self.size.shape[1] * step

    def found(self, learned: dict[str, Any] | None = None) -> Weights:
        """The weights as a searcher takes them."""
        plain = self.weights / self.size[:, :, None]
        rows = [
            {role: tuple(np.round(plain[number, :, column], 5).tolist()) for number, role in enumerate(self.roles)}
            for column in (0, 1)
        ]
        return Weights(self.core.feature_names, rows[0], rows[1], learned or {})

    def _play(self, random: Random, player: AlphaBetaAgent | None) -> tuple[list[State], State]:
        """A game: its positions, and its end. A stray move is made at random."""
        state = self.game.deal(random.getrandbits(63))
        states = []
        while not state.over:
            states.append(state.copy())
            strays = player is None or random.random() < self.stray
            state.play(random.choice(state.moves()) if strays or player is None else player.choose(cast(View, state)))
        return states, state

    def _seats(self, states: list[State]) -> list[tuple[npt.NDArray[np.int64], Array, Array]]:
        """For every seat: its role, the stake and the features, position by position."""
        found = []
        for seat in range(self.game.seats):
            roles, scales, features = zip(*(self.core.features(state, seat) for state in states), strict=True)
            found.append((np.array(roles), np.array(scales, dtype=float), np.array(features, dtype=float)))
        return found


def lambda_returns(estimates: Array, results: Array, decay: float) -> Array:
    """For each position the mean of the later estimates and the result, weighted by powers of lambda."""
    returns = np.empty_like(estimates)
    returns[-1] = results[-1]
    for time in range(len(estimates) - 2, -1, -1):
        returns[time] = (1 - decay) * estimates[time + 1] + decay * returns[time + 1]
    return returns


def main() -> None:
    """Read the arguments, play, learn and save."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", required=True, help="the game to play")
    parser.add_argument("--games", type=int, default=1_000, help="how many games (1000)")
    parser.add_argument("--seed", type=int, default=1, help="of all chance (1)")
    parser.add_argument("--rate", type=float, default=0.01, help="how far estimates move (0.01)")
    parser.add_argument("--decay", type=float, default=0.7, help="lambda (0.7)")
    parser.add_argument("--stray", type=float, default=0.05, help="share of moves made at random (0.05)")
    parser.add_argument("--save", type=Path, required=True, help="where the weights go")
    given = parser.parse_args()
    try:
        learner = Learner(find_game(given.game), rate=given.rate, decay=given.decay, stray=given.stray)
        weights = learner.learn(given.games, given.seed)
        weights.learned["command"] = " ".join(["python -m paiyou.agents.search.learn_by_td", *sys.argv[1:]])
        weights.save(given.save)
    except (OSError, ValueError) as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
