"""Learns weights of the evaluation, from files of records or from games it plays itself.

`python -m paiyou.agents.search.learn_weights --records games.jsonl --save weights.json`, or
`python -m paiyou.agents.search.learn_weights --game doudizhu --deals 500 --seed 1 --save weights.json`.
The weights of the package were made by the second command; each file says how.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from paiyou.agents.registry import agent
from paiyou.agents.search.evaluation import learn
from paiyou.games.registry import game as find_game
from paiyou.records.files import read_records
from paiyou.records.record import Record


def self_play(name: str, deals: int, seed: int, player: str, stray: float) -> Iterator[Record]:
    """Games of a player with itself, on the deals of `seed` and the seeds that follow it.

    A share of the moves, `stray`, is made at random instead, so that positions come up which the player would avoid.
    """
    game = find_game(name)
    playing, random = agent(player, game), Random(seed)
    for number in range(seed, seed + deals):
        state = game.deal(number)
        playing.begin(number)
        while not state.over:
            strays = random.random() < stray
            state.play(random.choice(state.moves()) if strays else playing.choose(state.view(state.turn)))
        yield Record.of(game, state, seed=number, agents=[player] * game.seats)


def main() -> None:
    """Read the arguments, learn, save, and say how much of the results is explained."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", nargs="+", type=Path, default=[], help="files of records, all of one family")
    parser.add_argument("--game", nargs="+", default=[], help="games to play, all of one family")
    parser.add_argument("--deals", type=int, default=500, help="deals of each game (500)")
    parser.add_argument("--seed", type=int, default=1, help="of the first deal (1)")
    parser.add_argument("--agent", default="rules", help="who plays (rules)")
    parser.add_argument("--stray", type=float, default=0.1, help="share of moves made at random (0.1)")
    parser.add_argument("--ridge", type=float, default=1.0, help="how strongly weights are held back (1)")
    parser.add_argument("--save", type=Path, required=True, help="where the weights go")
    arguments = parser.parse_args()
    try:
        games: list[Record] = []
        for path in arguments.records:
            games.extend(read_records(path))
        for name in arguments.game:
            games.extend(self_play(name, arguments.deals, arguments.seed, arguments.agent, arguments.stray))
        weights = learn(games, ridge=arguments.ridge)
        weights.learned["command"] = " ".join(["python -m paiyou.agents.search.learn_weights", *sys.argv[1:]])
        weights.save(arguments.save)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    for name, share in weights.learned["explained"].items():
        print(f"{name}: explains {share:.3f} of the variance")


if __name__ == "__main__":
    main()
