"""A bot's move, wherever it is chosen: in a worker process, or here where that takes less than to ask one."""

from __future__ import annotations

from functools import lru_cache

from paiyou.agents.base import Agent
from paiyou.agents.bidders import choose_at_table, in_auction
from paiyou.agents.registry import agent as make_agent
from paiyou.agents.registry import agent_classes
from paiyou.games.game import Game
from paiyou.games.protocol import State
from paiyou.games.registry import is_shipped
from paiyou.options import split_spec

CORE = "paiyou._core"
"""Where states of compiled games come from; those of games in Python may take any time for anything."""


@lru_cache(maxsize=32)
def made_agent(text: str, game: Game) -> Agent:
    """An agent as `paiyou.agent` takes it; ValueError where its options do not fit."""
    return make_agent(text, game)


def chosen(text: str, game: Game, state: State, word: int) -> str:
    """The move of a bot that is to move; all its chance follows from the word."""
    agent = made_agent(text, game)
    agent.begin(word)
    return choose_at_table(agent, state)


def instant(text: str, game: Game, state: State) -> bool:
    """Whether a bot's move is found in less than a millisecond, so that an event loop can wait for it.

    The name is looked at first: nobody else is made here, nor is a bidder who would call for the bot. In a game of
    somebody else's even `rules` may think for seconds: with long hands and most cards unseen, for instance.
    """
    kind = agent_classes().get(split_spec(text)[0])
    if kind is None or not kind.instant or type(state).__module__ != CORE or not is_shipped(game.info):
        return False
    return kind.bids or not in_auction(game, state.view(state.turn))
