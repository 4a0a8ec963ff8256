"""The players of an experiment: made once in every process, and named so that a network trained anew is another one."""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import sha256

from paiyou.agents.base import Agent
from paiyou.agents.bidders import bidder_for
from paiyou.agents.neural.dmc import model_for
from paiyou.agents.neural.points_bidder import PointsBidder
from paiyou.agents.registry import agent as make_agent
from paiyou.games.registry import game as find_game
from paiyou.models.folders import find_model


@lru_cache(maxsize=32)
def identity(spec: str, game: str) -> str:
    """A player for the key of a kept result: a network that was trained anew has the same name but another identity."""
    if spec.partition(":")[0] != "dmc":
        return spec
    said = dict(re.findall("(model|objective)=([^,]*)", spec))
    try:
        folder = find_model(said.get("model") or model_for(find_game(game), said.get("objective", "")))
    except ValueError as missing:
        raise _missing(spec, missing) from None
    networks = b"".join(file.read_bytes() for file in sorted(folder.glob("*.onnx")))
    return f"{spec} ({sha256(networks).hexdigest()[:12]})"


@lru_cache(maxsize=64)
def player(spec: str, game: str, seat: int) -> Agent:
    """The player of a seat in this process; ValueError with one sentence where it cannot be had."""
    del seat  # an agent may remember the game it is in, so every seat has one of its own
    try:
        return make_agent(spec, find_game(game))
    except ValueError as missing:
        raise _missing(spec, missing) from None


def bidder_identity(game: str, file: str = "") -> str:
    """The same of a game's bidder, or of the one in a file."""
    bidder = bidder_for(find_game(game), file)
    if not isinstance(bidder, PointsBidder):
        return bidder.name
    return f"{bidder.name} ({sha256(repr(bidder.values(_SOME_HAND).tolist()).encode()).hexdigest()[:12]})"


_SOME_HAND = "3456789TJQKA222BR"
"""Two networks that say the same of it, to the last digit, are the same."""


def _missing(spec: str, why: ValueError) -> ValueError:
    return ValueError(f"this experiment needs the player {spec}: {why}")
