"""How the exploitability of an agent with chance depends on the number of samples it is asked for.

`python benchmarks/equilibrium_samples.py` does it for hands of four, and writes benchmarks/equilibrium-samples.json.
The same number of answers is shared out differently: to many agents with few samples each, or to few with many. The
random player is asked as if nothing were known of him; what he really loses is known.
"""

import json
from pathlib import Path

import paiyou
from paiyou.agents.base import Agent
from paiyou.theory import exploitability
from paiyou.theory.dealt_tree import tree_of

ANSWERS = 16


class Dice(Agent):
    """The random player, not known as such."""

    def __init__(self, game, seed):
        super().__init__(game)
        self._random = paiyou.agent(f"random:seed={seed}", game)

    def begin(self, seed):
        self._random.begin(seed)

    def choose(self, view):
        return self._random.choose(view)


def uct(game, seed):
    return paiyou.agent(f"uct:trees=20,iterations=50,seed={seed}", game)


if __name__ == "__main__":
    tree = tree_of("mini-doudizhu:hand=4")
    result = {"game": tree.name, "random": exploitability(tree, "random").exploitability, "agents": {}}
    for name, make in {"random": Dice, "uct:trees=20,iterations=50": uct}.items():
        rows = result["agents"][name] = []
        samples = 1
        while samples <= ANSWERS:
            found = [
                exploitability(tree, make(tree.game, seed), samples=samples).exploitability
                for seed in range(1, ANSWERS // samples + 1)
            ]
            rows.append({"samples": samples, "exploitability": found})
            print(name, samples, found, flush=True)
            samples *= 2
    Path(__file__).with_name("equilibrium-samples.json").write_text(json.dumps(result, indent=1) + "\n")
