"""What it is worth to know one's partner: agents in Gongzhu with partners against the same agents who do not.

    python benchmarks/partners.py --deals 2000 rules isuct:iterations=2000

A partner-blind agent sees the same cards and moves, and takes the game for the one in which everyone plays for himself.
"""

from __future__ import annotations

import argparse
from functools import partial

import paiyou
from paiyou.agents.base import Agent
from paiyou.games.game import Game
from paiyou.games.protocol import View
from paiyou.games.view_from_history import view_of

PARTNERS, ALONE = "gongzhu:partners=on", "gongzhu"


class PartnerBlind(Agent):
    """An agent that does not know of its partner."""

    def __init__(self, game: Game, *, of: str) -> None:
        super().__init__(game)
        self._alone = paiyou.game(ALONE)
        self._agent = paiyou.agent(of, self._alone)

    def begin(self, seed: int) -> None:
        self._agent.begin(seed)

    def choose(self, view: View) -> str:
        return self._agent.choose(view_of(self._alone, view.seat, view.hand, view.history))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("agents", nargs="+")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=2026)
    told = parser.parse_args()
    for agent in told.agents:
        blind = partial(PartnerBlind, of=agent)
        result = paiyou.match(PARTNERS, agent, blind, deals=told.deals, seed=told.seed)
        measures = result.players[0].measures
        print(f"{agent}: difference {measures['difference']}, WP {result.wp}, {result.deals} deals, seed {told.seed}")


if __name__ == "__main__":
    main()
