"""The players of an experiment: made once in every process; what is missing is told in one sentence."""

from __future__ import annotations

from functools import lru_cache

from paiyou.agents.base import Agent
from paiyou.agents.identity import network_identity
from paiyou.agents.registry import agent as make_agent
from paiyou.games.registry import game as find_game


def identity(spec: str, game: str) -> str:
    """A player for the key of a kept result: a network that was trained anew has the same name but another identity."""
    try:
        return network_identity(spec, game)
    except ValueError as missing:
        raise _missing(spec, missing) from None


@lru_cache(maxsize=64)
def player(spec: str, game: str, seat: int) -> Agent:
    """The player of a seat in this process; ValueError with one sentence where it cannot be had."""
    del seat  # an agent may remember the game it is in, so every seat has one of its own
    try:
        return make_agent(spec, find_game(game))
    except ValueError as missing:
        raise _missing(spec, missing) from None


def _missing(spec: str, why: ValueError) -> ValueError:
    return ValueError(f"this experiment needs the player {spec}: {why}")
