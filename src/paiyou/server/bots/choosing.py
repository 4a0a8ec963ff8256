"""A bot's move, chosen in a worker process, or in this one where that is faster than asking a worker."""

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
"""The module of compiled games' states; those of games written in Python may be slow."""


@lru_cache(maxsize=32)
def made_agent(text: str, game: Game) -> Agent:
    """An agent as `paiyou.agent` takes it; ValueError where its options do not fit."""
    return make_agent(text, game)


def choose_move(text: str, game: Game, state: State, word: int) -> str:
    """The move of the bot whose turn it is; `word` seeds its random choices."""
    agent = made_agent(text, game)
    agent.begin(word)
    return choose_at_table(agent, state)


def answers_instantly(text: str, game: Game, state: State) -> bool:
    """Whether a bot's move takes less than a millisecond, so that the event loop may compute it itself.

    The name is checked first: no other agent is created here, nor a bidder that would call for the bot. In games of
    other packages even `rules` may take seconds, for instance with long hands and most cards unseen.
    """
    kind = agent_classes().get(split_spec(text)[0])
    if kind is None or not kind.instant or type(state).__module__ != CORE or not is_shipped(game.info):
        return False
    return kind.bids or not in_auction(game, state.view(state.turn))
