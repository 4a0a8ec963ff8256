"""The batched game against the C++ engine, move for move."""

from __future__ import annotations

import pytest

pytest.importorskip("torch")

from batches import random_steps_beside_the_engine


def play_beside_the_engine(name: str, games: int, until: int) -> None:
    for batch, _ in random_steps_beside_the_engine(name, games=games, seed=11):
        if batch.episode.sum() >= until:
            break


@pytest.mark.parametrize(
    "name",
    [
        "doudizhu", "doudizhu:douzero", "doudizhu:botzone2", "zhengshangyou", "paodekuai", "paodekuai:must_beat=off",
        "mini-doudizhu", "mini-doudizhu:ranks=13,hand=16",
    ],
)  # fmt: skip
def test_every_climbing_game_is_the_engine_s(name: str) -> None:
    play_beside_the_engine(name, games=48, until=60)


@pytest.mark.long
@pytest.mark.parametrize("name", ["doudizhu:douzero", "zhengshangyou"])
def test_ten_thousand_games_are_the_engine_s(name: str) -> None:
    play_beside_the_engine(name, games=1000, until=10_000)
