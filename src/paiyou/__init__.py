"""Paiyou (牌友, card friends): card games with hidden hands, fast engines and artificial players.

Example::

    import paiyou

    game = paiyou.game("doudizhu")
    state = game.deal(seed=7)
    print(state.view(state.turn).hand)
    print(paiyou.match(game, "random", "random", deals=1000, seed=1).wp)
"""

from paiyou.agents.registry import agent, agents
from paiyou.arena.match import match
from paiyou.endgames import Solution, solve
from paiyou.games.registry import game, games

__version__ = "0.1.0"

__all__ = ["Solution", "__version__", "agent", "agents", "game", "games", "match", "solve"]
