"""Levels of opponents as each game declares them: which agent a level is, the strongest, and stand-ins."""

from __future__ import annotations

from paiyou.agents.base import Agent
from paiyou.agents.registry import agent_classes
from paiyou.games.info import GameInfo
from paiyou.options import split_spec, unknown


def agent_of(level: str, game: GameInfo) -> str:
    """The agent of a level in a game: `agent_of("master", game_info("doudizhu"))` is `"dmc"`."""
    if not game.levels:
        raise ValueError(f"there are no levels for {game.name}; name an agent, such as rules or random")
    if level not in game.levels:
        raise unknown("level", level, game.levels)
    return game.levels[level]


def strongest(game: GameInfo) -> tuple[str | None, str]:
    """A game's strongest agent and its level, where it is one: `("master", "dmc")` in Gongzhu."""
    agent = game.strongest
    return next((level for level, other in game.levels.items() if other == agent), None), agent


def stand_in(game: GameInfo, failed: str | None = None) -> str:
    """Who acts for a bot that failed or a person who is away: the strongest other player that answers at once.

    Example: `stand_in(game_info("doudizhu"), "dmc")` is `"rules"`.
    """
    best_first = dict.fromkeys((game.strongest, *reversed(tuple(game.levels.values()))))
    able = [agent for agent in best_first if is_quick(agent) and _class_of(agent).opinion]
    return next((agent for agent in able if agent != failed), able[0] if able else game.strongest)


def is_quick(agent: str) -> bool:
    """Whether an agent by its name says of itself that it answers at once."""
    return _class_of(agent).quick


def _class_of(agent: str) -> type[Agent]:
    return agent_classes().get(split_spec(agent)[0], Agent)
