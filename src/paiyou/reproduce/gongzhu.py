"""What the experiments of paper 004 share (Wu, Wu, Zhong, Li 2022): the game, the players, the paper's Table 6."""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import sha256

from paiyou.agents.base import Agent
from paiyou.agents.registry import agent as make_agent
from paiyou.games.registry import game as find_game
from paiyou.models.folders import default_model, find_model

GAME = "gongzhu"
SEATS = ("North", "West", "South", "East")
"""In the order of play, as the paper's second example has it."""
OURS = "dmc"
"""The trained player: the model of the game that is shipped."""
BASELINE = "dmc:model=gongzhu-supervised"
"""The supervised convolutional player. The paper's learnt from 20,000 games of people, ours from as many of `rules`."""


@lru_cache(maxsize=32)
def identity(spec: str) -> str:
    """A player for the key of a kept result: a network that was trained anew has the same name but another identity."""
    if spec.partition(":")[0] != "dmc":
        return spec
    found = re.search("model=([^,]*)", spec)
    try:
        folder = find_model(found[1] if found else default_model(GAME))
    except ValueError as missing:
        raise _missing(spec, missing) from None
    networks = b"".join(file.read_bytes() for file in sorted(folder.glob("*.onnx")))
    return f"{spec} ({sha256(networks).hexdigest()[:12]})"


@lru_cache(maxsize=32)
def player(spec: str, seat: int) -> Agent:
    """The player of a seat in this process; ValueError with one sentence where it cannot be had."""
    del seat  # an agent may remember the game it is in, so every seat has one of its own
    try:
        return make_agent(spec, find_game(GAME))
    except ValueError as missing:
        raise _missing(spec, missing) from None


def _missing(spec: str, why: ValueError) -> ValueError:
    return ValueError(f"the experiments of paper 004 need the player {spec}: {why}")
