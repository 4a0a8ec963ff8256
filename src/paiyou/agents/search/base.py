"""What all searching players share: where their chance comes from, their limits, and what they report."""

from __future__ import annotations

import warnings
from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from paiyou.agents.base import SEED, Agent, Evaluation
from paiyou.games.dealing import random_word
from paiyou.games.family import SEARCH as SEARCH_LAYER
from paiyou.games.game import Game
from paiyou.games.protocol import View
from paiyou.options import Option

REMOTE_NODES = 2_000_000
"""The most positions that a remote client may have searched for a move."""

SEARCH: dict[str, Option] = {
    "seed": SEED,
    "seconds": Option(
        float, "stop after this much time for a move (no limit); the move then depends on the machine", remote=5.0
    ),
    "threads": Option(int, "threads that share the work (1); the move is the same for any number", remote=2),
    "max_nodes": Option(int, "positions kept in memory at most, in all trees together (1000000)", remote=REMOTE_NODES),
}
"""Options of all searching players."""


class SearchAgent(Agent):
    """A player that searches. Its move depends on what it sees and on its seeds, not on what it was asked before."""

    needs = (SEARCH_LAYER,)
    bids = False

    def __init__(self, game: Game, *, seed: int = 0) -> None:
        super().__init__(game, seed=seed)
        self._game_seed = 0
        self._warned = False
        self.statistics: dict[str, Any] = {}
        """About the last search: at least `nodes`, `seconds`, and `full`: whether `max_nodes` was reached."""

    def begin(self, seed: int) -> None:
        """Start a new game with chance of its own."""
        self._game_seed = seed

    def choose(self, view: View) -> str:
        """The best move found."""
        return self.evaluate(view)[0][0]

    @abstractmethod
    def evaluate(self, view: View) -> Evaluation:
        """Every legal move with its value and weight, best first."""

    def decision_seed(self, view: View) -> int:
        """The seed of one decision: the same for the same place in the same game."""
        return seed_of_decision(self.seed, self._game_seed, view)

    def report(self, statistics: dict[str, Any]) -> None:
        """Keep what a search says about itself, and warn once where it ran into its limit."""
        if statistics.get("full") and not self._warned:
            self._warned = True
            warnings.warn(
                "the search reached max_nodes and went on without new nodes; a larger max_nodes takes more memory",
                RuntimeWarning,
                stacklevel=3,
            )
        self.statistics = statistics


def seed_of_decision(seed: int, game_seed: int, view: View) -> int:
    """Where the chance of one decision of an agent begins, from its own seed and that of the game it plays."""
    return random_word(random_word(seed, game_seed), len(view.history))


ONE_THREAD = Option(int, "taken so that all searchers can be given it (1); this search runs on one thread", remote=2)
"""The option `threads` of searches whose work is not shared out."""


def require_seconds(seconds: float | None) -> None:
    """ValueError where a time is given that is none."""
    if seconds is not None and not seconds > 0:
        raise ValueError(f"seconds must be above 0, not {seconds}")


MOST = 2**62
"""No number of iterations, nodes or deals is larger: the core counts in 64 bits."""


def require_at_least(name: str, value: float, least: float, most: float = MOST) -> None:
    """ValueError where a number is too small, or none at all, or too large to be meant."""
    if not value >= least:
        raise ValueError(f"{name} must be at least {least}, not {value}")
    if value > most:
        raise ValueError(f"{name} must be at most {most:,}, not {value:,}")


def require_one_of(name: str, value: str, words: Sequence[str]) -> None:
    """ValueError where a word is not one of those known."""
    if value not in words:
        raise ValueError(f"{name} must be one of {', '.join(words)}, not {value!r}")


def require_view(view: View) -> None:
    """ValueError where an agent that may not see all hands is given a state."""
    if not hasattr(view, "seat"):
        raise ValueError("this agent sees what one seat sees: give it state.view(seat)")


def require_state(state: View) -> None:
    """ValueError where a clairvoyant agent is given a view."""
    if not hasattr(state, "hands"):
        raise ValueError("this agent sees all hands: give it the state, not a view")
