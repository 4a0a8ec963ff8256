"""Opponents in words: which agent a level is, game by game. The order is that of the matches in docs/players.md."""

from __future__ import annotations

from paiyou.options import unknown

LEVELS: dict[str, dict[str, str]] = {
    "doudizhu": {"beginner": "random", "steady": "isuct:iterations=500", "strong": "rules", "master": "dmc"},
    "mini-doudizhu": {"beginner": "random", "steady": "rules", "strong": "isuct:iterations=2000"},
    "zhengshangyou": {"beginner": "random", "steady": "isuct:iterations=500", "strong": "rules"},
    "paodekuai": {"beginner": "random", "steady": "isuct:iterations=500", "strong": "rules"},
    "gongzhu": {"beginner": "random", "steady": "isuct:iterations=500", "strong": "rules"},
}
"""The games of the table, weakest opponent first."""

VARIANTS: dict[str, dict[str, str]] = {
    "doudizhu": {
        "call-rob": "doudizhu:bidding=call-rob",
        "123": "doudizhu:bidding=123",
        "none": "doudizhu",
    },
    "mini-doudizhu": {"none": "mini-doudizhu"},
    "zhengshangyou": {"none": "zhengshangyou"},
    "paodekuai": {"none": "paodekuai"},
    "gongzhu": {"expose": "gongzhu", "plain": "gongzhu:expose=off"},
}
"""The ways to play each game that the page offers; any other preset or option can be asked for by name."""


def agent_of(level: str, game: str) -> str:
    """The agent of a level in a game: `agent_of("master", "doudizhu:bidding=123")` is `"dmc"`."""
    levels = LEVELS.get(game.partition(":")[0])
    if levels is None:
        raise ValueError(f"there are no levels for {game}; name an agent, such as rules or random")
    if level not in levels:
        raise unknown("level", level, levels)
    return levels[level]


def strongest(game: str) -> tuple[str, str]:
    """The highest level of a game and its agent: `strongest("gongzhu")` is `("strong", "rules")`."""
    levels = LEVELS.get(game.partition(":")[0], {"strong": "rules"})
    return list(levels.items())[-1]


def adviser(game: str) -> str:
    """The agent that gives hints in a game."""
    return strongest(game)[1]
