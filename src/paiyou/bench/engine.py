"""Speed of the engine: playouts in the core and from Python, lists of leads, sampling, encodings."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import cast

from paiyou._core import ClimbingState
from paiyou.bench.figures import Measure, Work, rated
from paiyou.games.protocol import State
from paiyou.games.registry import game


def playouts(name: str) -> Work:
    """Games of uniformly random moves in C++, deals included; counts moves."""
    core = game(name).core
    seeds = count(1, 1000)
    return lambda: core.playouts(1000, next(seeds))["moves"]


def python_playouts(name: str) -> Work:
    """The same from Python, by `state.moves()` and `state.play()`."""
    playing, random, seeds = game(name), Random(1).random, count(1)

    def work() -> int:
        moves = 0
        for _ in range(20):
            state = playing.deal(next(seeds))
            while not state.over:
                legal = state.moves()
                state.play(legal[int(random() * len(legal))])
                moves += 1
        return moves

    return work


def leading_lists(name: str) -> Work:
    """Lists of the legal moves of fresh 20-card leads, as Python strings."""
    states = [game(name).deal(seed) for seed in range(200)]

    def work() -> int:
        for state in states:
            state.moves()
        return len(states)

    return work


def encodings(name: str) -> Work:
    """Decisions of random games in DouZero's layout: state, history and one row per legal move."""
    encode = game(name).encoder("douzero").encode
    decisions = random_decisions(name, games=20)

    def work() -> int:
        for state in decisions:
            encode(cast(ClimbingState, state))
        return len(decisions)

    return work


def samples(name: str, draws: int = 100) -> Work:
    """Full deals drawn from views of random games, as a search does: a new view, its ways counted, then many draws."""
    states = random_decisions(name, games=2)

    def work() -> int:
        for state in states:
            view = state.view(state.turn)
            for seed in range(draws):
                view.sample(seed)
        return draws * len(states)

    return work


def first_samples(name: str) -> Work:
    """A new view and one deal drawn from it."""
    return samples(name, draws=1)


def random_decisions(name: str, games: int) -> list[State]:
    """Every position of some games of random moves."""
    random = Random(1)
    states: list[State] = []
    for seed in range(games):
        state = game(name).deal(seed)
        while not state.over:
            states.append(state.copy())
            state.play(random.choice(state.moves()))
    return states


FIGURES: dict[str, Measure] = {
    **{
        f"playout_moves_per_s/{name}": rated(playouts, name)
        for name in ("doudizhu", "mini-doudizhu", "zhengshangyou", "paodekuai", "gongzhu")
    },
    "python_moves_per_s/doudizhu": rated(python_playouts, "doudizhu"),
    "python_moves_per_s/gongzhu": rated(python_playouts, "gongzhu"),
    "lead_lists_per_s/doudizhu": rated(leading_lists, "doudizhu"),
    "samples_per_s/doudizhu": rated(samples, "doudizhu"),
    "first_samples_per_s/doudizhu": rated(first_samples, "doudizhu"),
    "samples_per_s/gongzhu": rated(samples, "gongzhu"),
    "encodings_per_s/doudizhu": rated(encodings, "doudizhu:douzero"),
}
"""What is measured, and on which game."""
