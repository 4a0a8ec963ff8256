"""The small network of the core as a player of its own, without deals and without the large network.

`python examples/playout_network_alone.py rules 100`: the opponent, and the deals of the match in Dou Dizhu.
"""

import sys

import paiyou
from paiyou.agents.base import Agent
from paiyou.agents.neural.playouts import playouts_for


class Alone(Agent):
    """Plays the move that the play-out network values most."""

    def __init__(self, game):
        super().__init__(game)
        self._network = playouts_for(game)

    def choose(self, view):
        return max(self._network.values(view), key=lambda entry: entry[1])[0]


if __name__ == "__main__":
    opponent, deals = (sys.argv[1:] + ["rules", "100"][len(sys.argv) - 1 :])[:2]
    result = paiyou.match("doudizhu:douzero", Alone, opponent, deals=int(deals), seed=1)
    print(f"against {opponent}: WP {result.wp}, ADP {result.adp}")
