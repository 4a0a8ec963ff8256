"""The batched game against the C++ engine, move for move."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

import paiyou  # noqa: E402
from paiyou.games.climbing_spec import ClimbingSpec  # noqa: E402
from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.batch import BatchedGame  # noqa: E402


def play_beside_the_engine(name: str, games: int, finish: int, seed: int) -> int:
    """Random play in the batch, every deal, legal move and payoff compared with the engine; returns games finished."""
    spec = game_spec(name)
    assert isinstance(spec, ClimbingSpec)
    batch = BatchedGame(spec, games, seed=seed)
    engine = paiyou.game(name)
    states = [engine.deal(seed=seed + place) for place in range(games)]
    number_of = {text: number for number, text in enumerate(spec.actions)}
    random = torch.Generator().manual_seed(seed)
    finished = 0
    while finished < finish:
        row, action = batch.legal()
        expected = {
            (place, number_of[move])
            for place, state in enumerate(states)
            if state.turn == batch.seat
            for move in state.moves()
        }
        assert set(zip(row.tolist(), action.tolist(), strict=True)) == expected
        assert len(row) == len(expected)
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
                finished += 1
                states[place] = engine.deal(seed=numbers[place] + games)
    return finished


@pytest.mark.parametrize(
    "name",
    [
        "doudizhu", "doudizhu:douzero", "doudizhu:botzone2", "zhengshangyou", "paodekuai", "paodekuai:must_beat=off",
        "mini-doudizhu", "mini-doudizhu:ranks=13,hand=16",
    ],
)  # fmt: skip
def test_every_climbing_game_is_the_engine_s(name: str) -> None:
    assert play_beside_the_engine(name, games=48, finish=60, seed=11) >= 60
