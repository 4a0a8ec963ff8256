"""Minimax that sees all hands, ties broken as in equation 1 of Whitehouse et al. 2011 (section III.A)."""

from __future__ import annotations

import time

from paiyou.agents.base import Evaluation
from paiyou.agents.search.base import SEARCH, SearchAgent, require_at_least, require_state
from paiyou.agents.search.exact import OPEN_OPTIONS, best_first, minimax, of_its_game
from paiyou.games.game import Game
from paiyou.games.protocol import View

OPTIONS = {"seed": SEARCH["seed"], **OPEN_OPTIONS}


class CheatMinimaxAgent(SearchAgent):
    """Searches the real deal to its end, or to a depth where it is too large for that.

    A value is the result against perfect play of everyone at the table: allies for this seat, all others against it.
    """

    name = "cheat-minimax"
    remote = True
    line = "sees all hands and searches them to the end, or as deep as it gets"
    options = OPTIONS
    clairvoyant = True

    def __init__(
        self,
        game: Game,
        *,
        seed: int = 0,
        ties: str = "mean",
        epsilon: float = 1e-3,
        max_nodes: int = 2_000_000,
        seconds: float | None = None,
        threads: int = 1,
        playouts: int = 2,
    ) -> None:
        super().__init__(game, seed=seed)
        require_at_least("threads", threads, 1)
        self._search = minimax(game, ties, epsilon, max_nodes, playouts, seconds)

    def evaluate(self, view: View) -> Evaluation:
        """Every move with its result against perfect play, best first."""
        require_state(view)
        begun = time.perf_counter()
        with of_its_game(self.game):
            moves, chosen, statistics = self._search.search(view, self.decision_seed(view))
        self.statistics = statistics | {"seconds": time.perf_counter() - begun}
        return best_first(moves, chosen)
