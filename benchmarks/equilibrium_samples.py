"""How the exploitability of an agent with chance falls with the number of samples: `python benchmarks/equilibrium_samples.py`.

The same number of answers is shared out differently: to many agents with few samples each, or to few with many. Writes
benchmarks/equilibrium-samples.json.
"""

import json
from pathlib import Path

from paiyou.theory import exploitability
from paiyou.theory.dealt import tree_of

AGENT = "uct:trees=20,iterations=50"
ANSWERS = 16

if __name__ == "__main__":
    tree = tree_of("mini-doudizhu:hand=4")
    result = {"game": tree.name, "agent": AGENT, "rows": []}
    samples = 1
    while samples <= ANSWERS:
        found = [
            exploitability(tree, f"{AGENT},seed={seed}", samples=samples).exploitability
            for seed in range(1, ANSWERS // samples + 1)
        ]
        result["rows"].append({"samples": samples, "exploitability": found})
        print(samples, found, flush=True)
        samples *= 2
    Path(__file__).with_name("equilibrium-samples.json").write_text(json.dumps(result, indent=1) + "\n")
