"""Thousands of games at once in the compiled core, as a vector environment of Gymnasium.

You play all seats: in every game the seat to move gets the action (`infos["turn"]` says which it is), so one policy
plays itself, or several share the seats as you like. A game that ends is followed by the next deal in the same step.

Example::

    from paiyou.interop.vector_env import GamesEnv

    env = GamesEnv("doudizhu", 1024)
    observations, infos = env.reset(seed=1)
    for _ in range(100):
        observations, rewards, ended, _, infos = env.step(random_actions(infos, generator))

Arrays belong to the environment and are written anew by every step: copy what is to be kept.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from paiyou.games.game import Game
from paiyou.interop.spaces import Encoding

Stepped = tuple[
    dict[str, npt.NDArray[np.int8]],
    npt.NDArray[np.float64],
    npt.NDArray[np.bool_],
    npt.NDArray[np.bool_],
    dict[str, Any],
]


class GamesEnv(VectorEnv[dict[str, npt.NDArray[np.int8]], npt.NDArray[np.int64], npt.NDArray[Any]]):
    """So many games of one kind in lockstep.

    The reward of a step is the payoff of the seat that moved, where its move ended the game; `infos["payoffs"]` has
    those of all seats. The legal moves are in `infos["legal"]`, one game behind the other; those of game i are
    `legal[first[i]:first[i + 1]]`. With `masks` they are in the observation, too, as `action_mask`.

    After a step that ended games `infos` also has what Gymnasium asks for, with a mask of those games beside it:
    `final_obs`, for each what the seat that moved last knows at its end, and `final_info`, its `payoffs` and `deal`.
    These are copies.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(self, game: Game | str, num_envs: int = 1024, *, masks: bool = False) -> None:
        self.encoding = Encoding(game)
        self.game = self.encoding.game
        self.num_envs = num_envs
        self._batch = self.game.core.batch(num_envs, 0, masks)
        one = self.encoding.observation_space()
        self.single_observation_space = one if masks else spaces.Dict({"observation": one["observation"]})
        self.single_action_space = self.encoding.action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        batch = self._batch
        self._observations = {"observation": batch.observation} | ({"action_mask": batch.mask} if masks else {})
        self._turn, self._first, self._payoffs = batch.turn, batch.first, batch.payoffs
        self._ended = batch.ended.view(np.bool_)
        self._never = np.zeros(num_envs, np.bool_)
        self._games = np.arange(num_envs)
        self._nothing_legal = {"action_mask": np.zeros(len(self.encoding.moves), np.int8)} if masks else {}

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, npt.NDArray[np.int8]], dict[str, Any]]:
        """Begin anew: game i is the deal of seed + i, those that follow are each `num_envs` later."""
        if isinstance(seed, list):
            raise ValueError("one seed stands for all games: game i is the deal of seed + i")
        super().reset(seed=seed, options=options)
        self._batch.reset(int(self.np_random.integers(2**63)) if seed is None else seed)
        return self._observations, self._infos()

    def step(self, actions: npt.NDArray[np.int64]) -> Stepped:
        """One legal move in every game, by numbers; ValueError, and nothing changed, where one is not legal."""
        moved = self._turn.copy()
        deals = self._batch.seeds.copy()
        self._batch.step(np.ascontiguousarray(actions, np.int64))
        rewards = self._payoffs[self._games, moved].astype(np.float64)
        return self._observations, rewards, self._ended, self._never, self._infos() | self._final(deals)

    def _final(self, deals: npt.NDArray[np.uint64]) -> dict[str, Any]:
        """How the games that have just ended looked at their end; nothing where none has."""
        (places,) = self._ended.nonzero()
        if not len(places):
            return {}
        seen = np.full(self.num_envs, None, dtype=object)
        for place, row in zip(places, self._batch.final_observation[places], strict=True):
            seen[place] = {"observation": row} | self._nothing_legal
        ended = self._ended.copy()
        final = {"payoffs": self._payoffs.copy(), "_payoffs": ended, "deal": deals, "_deal": ended}
        return {"final_obs": seen, "_final_obs": ended, "final_info": final, "_final_info": ended}

    def _infos(self) -> dict[str, Any]:
        return {
            "turn": self._turn,
            "legal": self._batch.legal(),
            "first": self._first,
            "payoffs": self._payoffs,
            "deal": self._batch.seeds,
        }


def random_actions(infos: dict[str, Any], random: np.random.Generator) -> npt.NDArray[np.int64]:
    """A legal move for every game, each as likely as any other."""
    first = infos["first"]
    begin, number = first[:-1], np.diff(first)
    actions: npt.NDArray[np.int64] = infos["legal"][begin + (random.random(len(number)) * number).astype(np.int64)]
    return actions
