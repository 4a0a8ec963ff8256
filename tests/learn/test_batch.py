"""The batched game against the C++ engine, move for move."""

from __future__ import annotations

import pytest

pytest.importorskip("torch")

from batches import random_steps_beside_the_engine


@pytest.mark.parametrize(
    "name",
    [
        "doudizhu", "doudizhu:douzero", "doudizhu:botzone2", "zhengshangyou", "paodekuai", "paodekuai:must_beat=off",
        "mini-doudizhu", "mini-doudizhu:ranks=13,hand=16",
    ],
)  # fmt: skip
def test_every_climbing_game_is_the_engine_s(name: str) -> None:
    for batch, _ in random_steps_beside_the_engine(name, games=48, seed=11):
        if batch.episode.sum() >= 60:
            break
