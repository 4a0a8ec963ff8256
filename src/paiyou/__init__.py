"""Paiyou (牌友, card friends): card games with hidden hands, fast engines and artificial players.

Example::

    import paiyou

    game = paiyou.game("doudizhu")
    state = game.deal(seed=7)
    print(state.view(state.turn).hand)
    print(paiyou.match(game, "random", "random", deals=1000, seed=1).wp)
"""

from paiyou.agents.base import Agent
from paiyou.agents.registry import agent, list_agents, register_agent
from paiyou.arena.match import match
from paiyou.endgames import Solution, solve
from paiyou.games.game import Game
from paiyou.games.info import GameInfo, Variant
from paiyou.games.protocol import State, View
from paiyou.games.registry import game, game_info, list_games, register_game
from paiyou.games.text import Text
from paiyou.pictures import svg
from paiyou.records.record import Record
from paiyou.version import installed_version

__version__ = installed_version()

__all__ = [
    "Agent", "Game", "GameInfo", "Record", "Solution", "State", "Text", "Variant", "View", "__version__", "agent",
    "game", "game_info", "list_agents", "list_games", "match", "register_agent", "register_game", "solve", "svg",
]  # fmt: skip
