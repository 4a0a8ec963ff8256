"""Speed of the environments for learners, with uniformly random moves: the seats in turn, one seat, many games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from paiyou.bench.figures import Measure, Work, rated

GAMES_AT_ONCE = 1024


def seats_steps(name: str) -> Work:
    """Moves in PettingZoo's environment, deals included."""
    from random import Random

    from paiyou.interop.pettingzoo_env import SeatsEnv
    from paiyou.interop.spaces import legal_numbers

    env, random = SeatsEnv(name), Random(1).random

    def work() -> int:
        moves = 0
        env.reset()
        for _ in env.agent_iter():
            observation, _, terminated, _, _ = env.last()
            if terminated:
                env.step(None)
                continue
            legal = legal_numbers(observation["action_mask"])
            env.step(int(legal[int(random() * len(legal))]))
            moves += 1
        return moves

    return work


def seat_steps(name: str) -> Work:
    """Moves of one seat in Gymnasium's environment; deals and the others' random moves take time and do not count."""
    from random import Random

    from paiyou.interop.gymnasium_env import SeatEnv

    env, random = SeatEnv(name), Random(1).random

    def work() -> int:
        moves = 0
        _, info = env.reset()
        ended = False
        while not ended:
            legal = info["legal"]
            _, _, ended, _, info = env.step(legal[int(random() * len(legal))])
            moves += 1
        return moves

    return work


def vector_steps(name: str, masks: bool = False) -> Work:
    """Moves of many games at once on one core, their deals and the choice of moves included."""
    import numpy as np

    from paiyou.interop.vector_env import GamesEnv, random_actions

    env, random = GamesEnv(name, GAMES_AT_ONCE, masks=masks), np.random.default_rng(1)
    infos: dict[str, Any] = env.reset(seed=1)[1]

    def work() -> int:
        nonlocal infos
        for _ in range(10):
            infos = env.step(random_actions(infos, random))[-1]
        return 10 * GAMES_AT_ONCE

    return work


def rlcard_steps() -> Work:
    """Moves in RLCard's own environment of Dou Dizhu, by its `reset` and `step`."""
    from random import Random

    import rlcard

    env, random = rlcard.make("doudizhu", config={"seed": 1}), Random(1)

    def work() -> int:
        moves = 0
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            moves += 1
        return moves

    return work


FIGURES: dict[str, Measure] = {
    "pettingzoo_steps_per_s/doudizhu": rated(seats_steps, "doudizhu"),
    "pettingzoo_steps_per_s/gongzhu": rated(seats_steps, "gongzhu"),
    "gymnasium_steps_per_s/doudizhu": rated(seat_steps, "doudizhu"),
    "gymnasium_steps_per_s/gongzhu": rated(seat_steps, "gongzhu"),
    "vector_steps_per_s/doudizhu": rated(vector_steps, "doudizhu"),
    "vector_with_masks_steps_per_s/doudizhu": rated(vector_steps, "doudizhu", True),
    "vector_steps_per_s/gongzhu": rated(vector_steps, "gongzhu"),
}
"""What is measured, and on which game."""

PEERS: dict[str, dict[str, Callable[[], Work]]] = {
    key: {"rlcard": rlcard_steps} for key in FIGURES if key.endswith("/doudizhu")
}
"""RLCard beside each, in the same run; it has no Gongzhu."""
