"""Speed of the searchers: iterations of the trees on one core, and what a second thread adds."""

from __future__ import annotations

import time
from typing import cast

from paiyou.agents.neural.playouts import playouts_for
from paiyou.agents.registry import agent
from paiyou.agents.search.trees import TreeAgent
from paiyou.bench.figures import Measure, Work, rated
from paiyou.bench.timing import fastest
from paiyou.games.protocol import State
from paiyou.games.registry import game

DEALS = 5
GAMES = 200
"""That a play-out network plays at a time."""
GONGZHU = "gongzhu:must_lead_c2=on,expose=off"
"""As hearts begins: the two of clubs is led."""


def fresh_leads(name: str) -> list[State]:
    """Fresh deals with the lead to be made: in Dou Dizhu the landlord's with 20 cards."""
    return [game(name).deal(seed) for seed in range(DEALS)]


def second_cards(name: str) -> list[State]:
    """Fresh deals of a trick game in which one card has been led."""
    states = fresh_leads(name)
    for state in states:
        state.play(state.moves()[0])
    return states


def iterations(spec: str, name: str, states: list[State]) -> Work:
    """Whole decisions of a tree searcher; counts iterations."""
    player = cast(TreeAgent, agent(spec, name))

    def work() -> int:
        done = 0
        for state in states:
            player.choose(state.view(state.turn))
            done += player.statistics["iterations"]
        return done

    return work


def network_decisions(name: str) -> Work:
    """Games of the play-out network with itself, from the deal to the end; counts moves, forced ones too."""
    network = playouts_for(game(name))
    return lambda: network.play_games(GAMES, seed=1)[0]


def decision_seconds(spec: str, name: str) -> Measure:
    """Seconds for a decision at a fresh lead."""
    player, states = agent(spec, name), fresh_leads(name)

    def work() -> None:
        for state in states:
            player.choose(state.view(state.turn))

    return lambda seconds: fastest(work, seconds) / len(states)


def gain_of_two_threads(spec: str, name: str) -> Measure:
    """How many times faster two threads are than one at the same search, asked in turn so that noise hits both."""
    players = [cast(TreeAgent, agent(f"{spec},threads={threads}", name)) for threads in (1, 2)]
    state = fresh_leads(name)[0]
    view = state.view(state.turn)

    def measure(seconds: float) -> float:
        best = [float("inf"), float("inf")]
        begun = time.perf_counter()
        while best[1] == float("inf") or time.perf_counter() - begun < seconds:
            for place, player in enumerate(players):
                player.choose(view)
                best[place] = min(best[place], player.statistics["seconds"])
        return best[0] / best[1]

    return measure


FIGURES: dict[str, Measure] = {
    "isuct_iterations_per_s/doudizhu": rated(lambda: iterations("isuct", "doudizhu", fresh_leads("doudizhu"))),
    "isuct_iterations_per_s/gongzhu": rated(lambda: iterations("isuct", GONGZHU, second_cards(GONGZHU))),
    "isuct_iterations_per_s/zhengshangyou": rated(
        lambda: iterations("isuct", "zhengshangyou", fresh_leads("zhengshangyou"))
    ),
    "rave_iterations_per_s/zhengshangyou": rated(
        lambda: iterations("rave", "zhengshangyou", fresh_leads("zhengshangyou"))
    ),
    "uct_iterations_per_s/doudizhu": rated(lambda: iterations("uct", "doudizhu", fresh_leads("doudizhu"))),
    "playout_network_decisions_per_s/doudizhu": rated(lambda: network_decisions("doudizhu:douzero")),
    "playout_network_decisions_per_s/gongzhu": rated(lambda: network_decisions("gongzhu")),
    "uct_40x250_seconds/doudizhu": lambda seconds: decision_seconds("uct:trees=40,iterations=250", "doudizhu")(seconds),
    "two_threads_gain_8_trees/doudizhu": lambda seconds: gain_of_two_threads(
        "isuct:trees=8,iterations=5000", "doudizhu"
    )(seconds),
}
"""What is measured, and on which game."""
