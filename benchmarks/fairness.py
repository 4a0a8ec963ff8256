"""`python benchmarks/fairness.py --rounds 5`: a bot's answers to one client, alone and beside a greedy one."""

import argparse
import json

from paiyou.bench.fairness import Fairness

if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--rounds", type=int, default=Fairness.rounds)
    asked.add_argument("--games", type=int, default=Fairness.games)
    asked.add_argument("--bots", default=Fairness.bots, help="of the client whose answers are timed")
    asked.add_argument("--greedy-bots", default=Fairness.greedy_bots)
    asked.add_argument("--greedy-rooms", type=int, default=Fairness.greedy_rooms)
    asked.add_argument("--greedy-questions", type=int, default=Fairness.greedy_questions)
    print(json.dumps(Fairness(**vars(asked.parse_args())).run(), indent=1))
