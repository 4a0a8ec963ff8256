"""The batched game on torch beside the C++ engine: one loop for all tests that compare the two."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch

import paiyou
from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.registry import game_spec
from paiyou.learn.climbing.batched_game import ClimbingBatch


def random_steps_beside_the_engine(name: str, games: int, seed: int) -> Iterator[tuple[ClimbingBatch, list[Any]]]:
    """Random play without end: the batch and the engine's states of the same games, before every step.

    Every deal, legal move and payoff is compared on the way.
    """
    spec = game_spec(name)
    assert isinstance(spec, ClimbingSpec)
    batch = ClimbingBatch(spec, games, seed=seed)
    engine = paiyou.game(name)
    states = [engine.deal(seed=seed + place) for place in range(games)]
    number_of = {text: number for number, text in enumerate(spec.actions)}
    random = torch.Generator().manual_seed(seed)
    while True:
        row, action = batch.legal()
        expected = {
            (place, number_of[move])
            for place, state in enumerate(states)
            if state.turn == batch.seat
            for move in state.moves()
        }
        assert set(zip(row.tolist(), action.tolist(), strict=True)) == expected
        assert len(row) == len(expected)
        yield batch, states
        # A random move of each game: shuffle the pairs, the last of each game stays.
        order = torch.randperm(len(row), generator=random)
        chosen = torch.zeros(games, dtype=torch.int64)
        chosen[row[order]] = action[order]
        active = batch.active.tolist()
        numbers = batch.deal_seed.tolist()
        batch.play(chosen)
        for place in range(games):
            if not active[place]:
                continue
            states[place].play(spec.actions[int(chosen[place])])
            assert bool(batch.ended[place]) == states[place].over
            if states[place].over:
                assert batch.payoffs[place].tolist() == list(states[place].payoffs)
                states[place] = engine.deal(seed=numbers[place] + games)
