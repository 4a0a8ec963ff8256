"""Determinized minimax (Whitehouse et al. 2011, section III.C): every deal that may be has a vote."""

from __future__ import annotations

import time

from paiyou.agents.base import Agent, Evaluation
from paiyou.agents.search.base import SEARCH, require_at_least, require_one_of, require_view
from paiyou.agents.search.belief import Belief
from paiyou.agents.search.exact import OPEN_OPTIONS, minimax, of_its_game
from paiyou.agents.search.inference import INFERENCE_OPTIONS, InferringAgent, inference_of
from paiyou.games.game import Game
from paiyou.games.protocol import View
from paiyou.options import Option

VOTES = ("one", "split", "value")
WEIGHTS = ("deals", "equal")

OPTIONS = {
    "seed": SEARCH["seed"],
    **OPEN_OPTIONS,
    "vote": Option(
        str,
        "each deal has one vote for the move chosen in it (one), or shares it among all its best moves (split); or the "
        "mean result decides (value); one by default",
        VOTES,
        remote=True,
    ),
    "weight": Option(
        str,
        "a deal counts with its probability (deals, the default), or every different deal alike (equal)",
        WEIGHTS,
        remote=True,
    ),
    "max_states": Option(int, "the most deals of which every one is searched (200)", remote=1_000),
    "samples": Option(int, "deals drawn where there are more (20)", remote=50),
    **INFERENCE_OPTIONS,
}


class DetMinimaxAgent(InferringAgent):
    """Searches every deal that agrees with what it sees, or a sample of them, as if the hands were open."""

    name = "det-minimax"
    remote = True
    line = "searches every deal that may be as if it were open, and lets them vote"
    options = OPTIONS

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
        vote: str = "one",
        weight: str = "deals",
        max_states: int = 200,
        samples: int = 20,
        infer: str | Agent | Belief = "none",
        noise: float = 0.0,
        particles: int = 100,
    ) -> None:
        super().__init__(game, seed=seed)
        require_at_least("threads", threads, 1)
        require_one_of("vote", vote, VOTES)
        require_one_of("weight", weight, WEIGHTS)
        require_at_least("max_states", max_states, 0)
        require_at_least("samples", samples, 1, 1_000_000)
        self._search = minimax(game, ties, epsilon, max_nodes, playouts, seconds)
        self._vote = vote
        self._equal = weight == "equal"
        self._max_states = max_states
        self._samples = samples
        self.inference = inference_of(game, infer, noise=noise, particles=particles, max_states=max_states)

    def evaluate(self, view: View) -> Evaluation:
        """Every move with its mean result over the deals and its share of the votes, best first."""
        require_view(view)
        begun = time.perf_counter()
        seed = self.decision_seed(view)
        deals = None if self.inference is None else self.inference.deals(view, seed)
        with of_its_game(self.game):
            moves, statistics = self._search.vote(
                view, deals, self._max_states, self._samples, self._vote, self._equal, seed
            )
        if self.inference is not None:
            statistics |= self.inference.statistics
        self.statistics = statistics | {"seconds": time.perf_counter() - begun}
        return moves
