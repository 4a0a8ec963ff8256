"""`python benchmarks/soak.py --minutes 60 --database postgres`; exit code 1 where a move is lost or somebody stuck."""

import argparse
import json
import sys

from paiyou.bench.soak import POSTGRES, SQLITE, Soak

if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--minutes", type=float, default=60.0)
    asked.add_argument("--database", choices=[SQLITE, POSTGRES], default=SQLITE)
    asked.add_argument("--tables", type=int, default=30)
    asked.add_argument("--every", type=float, default=5.0, help="seconds between two misfortunes")
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    figures = Soak(60 * given.minutes, given.database, given.tables, given.every, seed=given.seed).run()
    print(json.dumps(figures))
    sys.exit(bool(figures["moves_lost"] or figures["errors"] or figures["stuck"]))
