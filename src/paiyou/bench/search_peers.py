"""The searcher of another project at the same work: OpenSpiel's information set MCTS."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from paiyou.bench.engine_peers import HEARTS, openspiel_dealt
from paiyou.bench.figures import Work
from paiyou.bench.search import DEALS

SIMULATIONS = 2_000


def openspiel_hearts_ismcts() -> Work:
    """OpenSpiel's ISMCTS in C++ on hearts, with one random rollout an iteration, at the second card of the game.

    Later positions are no use: once a seat has shown a void it may crash. On its Dou Dizhu it does not run at all, for
    want of resampling from an information state.
    """
    import pyspiel

    random = Random(1)
    states = []
    for _ in range(DEALS):
        state = openspiel_dealt(HEARTS, random)
        state.apply_action(state.legal_actions()[0])
        states.append(state)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.ISMCTSBot(1, evaluator, 1.0, SIMULATIONS, -1, pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT)

    def work(_held: object = evaluator) -> int:  # the bot does not keep its evaluator alive
        for state in states:
            bot.step(state)
        return SIMULATIONS * len(states)

    return work


PEERS: dict[str, dict[str, Callable[[], Work]]] = {
    "isuct_iterations_per_s/gongzhu": {"openspiel": openspiel_hearts_ismcts},
}
"""Who is measured beside us, and at what."""
