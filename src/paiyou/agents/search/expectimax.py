"""Expectimax over information sets (Whitehouse et al. 2011, section III.E)."""

from __future__ import annotations

import time

from paiyou.agents.base import Agent, Evaluation
from paiyou.agents.search.base import ONE_THREAD, REMOTE_NODES, SEARCH, require_at_least, require_seconds, require_view
from paiyou.agents.search.belief import Belief
from paiyou.agents.search.exact import TIE_OPTIONS, best_first, check_ties, of_its_game
from paiyou.agents.search.inference import INFERENCE_OPTIONS, InferringAgent, inference_of
from paiyou.games.family import SEARCH as SEARCH_LAYER
from paiyou.games.game import Game
from paiyou.games.protocol import View
from paiyou.options import Option

OPTIONS = {
    "seed": SEARCH["seed"],
    **TIE_OPTIONS,
    "max_states": Option(int, "the most deals an information set may have (1000)", remote=1_000),
    "max_nodes": Option(int, "the most information sets looked at for a move (1000000)", remote=REMOTE_NODES),
    "seconds": Option(float, "the most time a move may take (no limit)", remote=5.0),
    "threads": ONE_THREAD,
    **INFERENCE_OPTIONS,
}


class ExpectimaxAgent(InferringAgent):
    """Plays what is best for all the deals it cannot tell apart; the others are taken to see everything.

    It looks at all of them, so it plays small games and endgames: ValueError above `max_states`, `max_nodes` and
    `seconds`.
    """

    name = "expectimax"
    remote = True
    line = "the best move for all deals that may be at once; small games only"
    options = OPTIONS

    def __init__(
        self,
        game: Game,
        *,
        seed: int = 0,
        ties: str = "first",
        epsilon: float = 1e-3,
        max_states: int = 1_000,
        max_nodes: int = 1_000_000,
        seconds: float | None = None,
        threads: int = 1,
        infer: str | Agent | Belief = "none",
        noise: float = 0.0,
        particles: int = 100,
    ) -> None:
        super().__init__(game, seed=seed)
        check_ties(ties, epsilon)
        require_at_least("max_states", max_states, 1)
        require_at_least("max_nodes", max_nodes, 1)
        require_at_least("threads", threads, 1)
        require_seconds(seconds)
        self._search = game.family.part(SEARCH_LAYER).expectimax(
            game.core, ties, epsilon, max_states, max_nodes, seconds
        )
        self.inference = inference_of(game, infer, noise=noise, particles=particles, max_states=max_states)

    def choose(self, view: View) -> str:
        """The best move; the same as the first of `evaluate`, found faster since the others' values do not matter."""
        return self._searched(view, only_best=True)[0][0]

    def evaluate(self, view: View) -> Evaluation:
        """Every move with its expected result, best first."""
        return self._searched(view, only_best=False)

    def _searched(self, view: View, *, only_best: bool) -> Evaluation:
        require_view(view)
        begun = time.perf_counter()
        seed = self.decision_seed(view)
        deals = None if self.inference is None else self.inference.deals(view, seed)
        with of_its_game(self.game):
            moves, chosen, statistics = self._search.search(view, deals, only_best, seed)
        if self.inference is not None:
            statistics |= self.inference.statistics
        self.statistics = statistics | {"seconds": time.perf_counter() - begun}
        return best_first(moves, chosen)
