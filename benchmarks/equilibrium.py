"""Measures docs/equilibrium.md's figures for one game and keeps them: `python benchmarks/equilibrium.py hand=4`.

Writes benchmarks/equilibrium-hand=4.json. Run it once per game, so that the peak of memory is that game's alone. With
`--more AGENT@SAMPLES@NAME ...` it adds agents to what is kept and measures nothing else again.
"""

import argparse
import json
import resource
from functools import partial
from pathlib import Path

from paiyou.arena.workers import run_chunks
from paiyou.theory import exploitability, find_equilibrium
from paiyou.theory.tree import likeliest

SAMPLED = ["uct:trees=20,iterations=50", "isuct:iterations=1000", "rave:iterations=1000"]
EXACT = [
    "random",
    "rules",
    "det-minimax",
    "det-minimax:vote=split",
    "det-minimax:vote=split,epsilon=0",
    "det-minimax:vote=value",
    "expectimax",
]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("options", help="of mini-doudizhu, such as hand=4")
    parser.add_argument("--iterations", type=int, default=1024, help="of CFR+")
    parser.add_argument("--samples", type=int, default=16, help="for agents with chance")
    parser.add_argument("--sampled", nargs="*", default=SAMPLED, help="agents with chance")
    parser.add_argument("--more", nargs="*", default=[], help="only add these: AGENT@SAMPLES, or AGENT@SAMPLES@NAME")
    parser.add_argument("--cores", type=int, default=1)
    given = parser.parse_args()

    kept = Path(__file__).with_name(f"equilibrium-{given.options}.json")
    found = find_equilibrium(f"mini-doudizhu:{given.options}", given.iterations)
    result = (
        json.loads(kept.read_text())
        if given.more
        else {
            "equilibrium": found.to_json(),
            "histories": found.tree.core.histories,
            "decisions": found.tree.core.decisions,
            "deals": found.tree.deals,
            "tree_bytes": found.tree.core.bytes,
            "peak_kilobytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
            "policies": [],
        }
    )
    print(json.dumps(result), flush=True)
    measure = partial(exploitability, found.tree, equilibrium=found, run=partial(run_chunks, cores=given.cores))

    def add(policy, samples=1, called=None):
        told = measure(policy, samples=samples).to_json()
        name = called or told["policy"]
        result["policies"] = [row for row in result["policies"] if row["policy"] != name] + [told | {"policy": name}]
        print(json.dumps(result["policies"][-1]), flush=True)
        kept.write_text(json.dumps(result, indent=1) + "\n")

    if given.more:
        for text in given.more:
            agent, samples, *name = text.split("@")
            add(agent, int(samples), name[0] if name else None)
        return
    add(found)
    pure = tuple(likeliest(found.tree.form, player, found.plans[player]) for player in (0, 1))
    add(pure, called="equilibrium, likeliest moves")
    for agent in EXACT:
        add(agent)
    for agent in given.sampled:
        add(agent, given.samples)


if __name__ == "__main__":
    main()
