"""The small network of the core as a player of its own, without deals and without the large network.

`python examples/playout_network_alone.py rules 100 gongzhu 1v3`: the opponent, the deals of the match, the game, and
how the two share the seats. A file of `paiyou.learn.distillation.distil` behind these takes the place of the shipped.
"""

import sys

import paiyou
from paiyou.agents.base import Agent
from paiyou.agents.neural.playouts import playouts_for


class Alone(Agent):
    """Plays the move that the play-out network values most."""

    def __init__(self, game, file=""):
        super().__init__(game)
        self._network = playouts_for(game, path=file)

    def choose(self, view):
        return max(self._network.values(view), key=lambda entry: entry[1])[0]


class FromFile(Alone):
    """The same by the network of the file that the command names."""

    def __init__(self, game):
        super().__init__(game, sys.argv[5])


if __name__ == "__main__":
    usual = ["rules", "100", "doudizhu:douzero", ""]
    opponent, deals, game, seating = [*sys.argv[1:5], *usual[len(sys.argv) - 1 :]]
    player = FromFile if len(sys.argv) > 5 else Alone
    result = paiyou.match(game, player, opponent, deals=int(deals), seed=1, seating=seating or None)
    measures = [f"{name} {value}" for name, value in result.players[0].measures.items() if name != "wp"]
    print(f"against {opponent}: WP {result.wp}, {', '.join(measures)}")
