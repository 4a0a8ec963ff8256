"""A player of your own: `rules`, overruled by the solver where few deals are possible, in a match with plain `rules`.

`python examples/endgames_with_rules.py 100 sure 50 2000`: deals of the match, when the solver overrules (sure or most),
the most deals it looks at, and the positions it may search for a move.
"""

import sys
from functools import partial

import paiyou
from paiyou.agents.base import Agent
from paiyou.agents.neural.endgame import Endgame


class Careful(Agent):
    """Plays as `rules`, but among the moves that the solver prefers."""

    def __init__(self, game, endgame):
        super().__init__(game)
        self._rules = paiyou.agent("rules", game)
        self._endgame = endgame

    def choose(self, view):
        favourite = self._rules.choose(view)
        if view.bidding or len(view.moves()) == 1:
            return favourite
        shares = self._endgame.shares(view, favourite)
        best = max(shares.values(), default=0)
        if shares.get(favourite, 0) == best:
            return favourite
        return next(move for move, _, _ in self._rules.evaluate(view) if shares.get(move) == best)


if __name__ == "__main__":
    deals, overrule, max_deals, max_nodes = (sys.argv[1:] + ["100", "sure", "50", "2000"][len(sys.argv) - 1 :])[:4]
    player = partial(Careful, endgame=Endgame(int(max_deals), overrule, int(max_nodes)))
    result = paiyou.match("doudizhu", player, "rules", deals=int(deals), seed=77)
    print(f"{overrule}, {max_deals} deals, {max_nodes} positions: WP {result.wp}, ADP {result.adp}")
