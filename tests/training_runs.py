"""Short runs of training on the CPU with small networks, and what they leave behind."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch

from paiyou.games.registry import game_spec
from paiyou.learn.dmc.arguments import Arguments
from paiyou.learn.runs import checkpoints

SMALL = {"width": 32, "state_width": 32, "depth": 1}
QUICK = Arguments(
    game="mini-doudizhu", games=32, minibatch=16, frames=3000, device="cpu", learning_rate=2e-3, log_every=0.0,
    evaluate_every=1000.0, evaluation_deals=50, opponents="random", average=0.9, **SMALL,
)  # fmt: skip
"""A run of a second; a line of the log after every step."""
SHORT = replace(QUICK, games=4, minibatch=4, frames=153)
"""Hardly a run: every position learns once or twice."""
OPEN = dict.fromkeys(SMALL, 0)
"""Sizes that are not said."""
PRELUDE = """
from paiyou.learn.dmc import trainer
from paiyou.learn.dmc.arguments import Arguments
"""


def lines(folder: Path, event: str) -> list[dict[str, Any]]:
    told = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    return [line for line in told if line["event"] == event]


def whole(folder: Path, network: str = "facts", game: str = "mini-doudizhu") -> dict[str, Any]:
    return checkpoints.read(folder / checkpoints.run_file(), spec=game_spec(game), network=network)


def assert_same(one: Any, two: Any, where: str = "") -> None:
    """Equal in every number, however deep; seconds are no part of it."""
    if isinstance(one, torch.Tensor):
        assert torch.equal(one, two), where
    elif isinstance(one, dict):
        assert one.keys() == two.keys(), where
        for key in one.keys() - {"seconds"}:
            assert_same(one[key], two[key], f"{where}/{key}")
    elif isinstance(one, list | tuple):
        assert len(one) == len(two), where
        for number, (a, b) in enumerate(zip(one, two, strict=True)):
            assert_same(a, b, f"{where}/{number}")
    else:
        assert one == two, where


def has_learnt(folder: Path) -> bool:
    """Whether every optimiser of a checkpoint has taken steps."""
    return all(learner["optimizer"]["state"] for learner in whole(folder)["learners"])
