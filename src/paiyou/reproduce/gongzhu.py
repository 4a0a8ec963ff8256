"""What the experiments of Wu, Wu, Zhong and Li 2022 share: the game, the players, the paper's Table 6."""

from __future__ import annotations

from paiyou.agents.base import Agent
from paiyou.reproduce import players

GAME = "gongzhu"
SEATS = ("North", "West", "South", "East")
"""In the order of play, as the paper's second example has it."""
OURS = "dmc:objective=adp"
"""The trained player: the shipped model that plays for points, as the paper's player does."""
FOR_TOP_SCORE = "dmc:objective=wp"
"""The one that plays for the most points of the four."""
BASELINE = "dmc:model=gongzhu-supervised"
"""The supervised convolutional player. The paper's learnt from 20,000 games of people, ours from as many of `rules`."""


def identity(spec: str) -> str:
    """A player for the key of a kept result."""
    return players.identity(spec, GAME)


def player(spec: str, seat: int) -> Agent:
    """The player of a seat in this process."""
    return players.player(spec, GAME, seat)
