"""The players that grow trees by Monte Carlo search: `uct`, `cheat-uct`, `isuct` and `rave`.

The searches themselves are in the core (`core/search/trees/`); here are their options and what they default to.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from paiyou.agents.base import Agent, Evaluation, Unit
from paiyou.agents.search.base import (
    SEARCH,
    require_at_least,
    require_one_of,
    require_seconds,
    require_state,
    require_view,
)
from paiyou.agents.search.belief import Belief
from paiyou.agents.search.inference import INFERENCE_OPTIONS, InferringAgent, inference_of
from paiyou.games.family import SEARCH as SEARCH_LAYER
from paiyou.games.game import Game
from paiyou.games.protocol import View
from paiyou.options import Option, Value

TREES: dict[str, Option] = SEARCH | {
    "trees": Option(int, "independent trees whose visits are summed (uct 40, isuct and rave 1)", remote=100),
    "iterations": Option(int, "iterations for each tree (uct 250, isuct 10000, rave 5000)", remote=100_000),
    "c": Option(float, "how much to explore, for rewards from 0 to 1 (isuct 1, the others 0.44)", remote=True),
    "reward": Option(
        str,
        "what counts: wins or points (wins in climbing games without an auction, else points)",
        ("win", "points"),
        remote=True,
    ),
    "grouped": Option(bool, "choose a combo's kickers in a step of their own (on)", remote=True),
    "suits": Option(
        bool,
        "combos that differ in suits alone are moves of their own, in the tree and in random games (off)",
        remote=True,
    ),
    "final": Option(
        str,
        "the move with the most visits, or with the highest score of the search (visits; rave: score)",
        ("visits", "score"),
        remote=True,
    ),
}
"""Options of all tree searchers."""

INFERENCE = INFERENCE_OPTIONS | {
    "max_states": Option(int, "the most deals that are all weighed; above it a sample of them is (1000)", remote=1_000)
}
"""Options of those that draw deals."""

COUNT = {
    "count": Option(
        str,
        "exploration counts all visits to the parent, as Whitehouse et al. print it, or those whose deal allowed the "
        "move (parent)",
        ("parent", "available"),
        remote=True,
    )
}


UNTRIED = Option(
    str,
    "a move that is not in the tree is tried first of all, as the paper's formula has it, or weighed by RAVE (first)",
    ("first", "rave"),
    remote=True,
)

RAPID = Option(
    str,
    "the RAVE term: mean and count of all later uses of a move, the move's own mean with that count, or with its own "
    "visits (amaf)",
    ("amaf", "mean", "visits"),
    remote=True,
)

BONUS = Option(
    str,
    "both terms of Q_UR explore, or the RAVE term alone, as Rui and Wang 2012 print it (both)",
    ("both", "rave"),
    remote=True,
)

PRINTED = {"rapid": "visits", "bonus": "rave"}
"""The formulas of Rui and Wang 2012 as they are printed (core/search/trees/rave.hpp)."""

REMOTE_ITERATIONS = 200_000
"""The most iterations that a remote client may ask for, in all trees together."""


class TreeAgent(InferringAgent):
    """What the four have alike."""

    method: str

    def __init__(
        self,
        game: Game,
        *,
        trees: int,
        iterations: int,
        c: float,
        final: str,
        seed: int = 0,
        seconds: float | None = None,
        threads: int = 1,
        max_nodes: int = 1_000_000,
        reward: str | None = None,
        grouped: bool = True,
        suits: bool = False,
        infer: str | Agent | Belief = "none",
        noise: float = 0.0,
        particles: int = 100,
        max_states: int = 1_000,
    ) -> None:
        super().__init__(game, seed=seed)
        require_at_least("trees", trees, 1, 1_000_000)
        require_at_least("threads", threads, 1, 1_000)
        require_at_least("iterations", iterations, 1)
        require_at_least("c", c, 0, 1_000_000)
        require_at_least("max_nodes", max_nodes, 2 * trees)  # a root and a move for each
        require_one_of("final", final, TREES["final"].choices)
        require_seconds(seconds)
        if reward is None:
            reward = game.family.part(SEARCH_LAYER).reward(game.spec)
        require_one_of("reward", reward, TREES["reward"].choices)
        self.inference = inference_of(game, infer, noise=noise, particles=particles, max_states=max_states)
        self._options: dict[str, Any] = {
            "method": self.method,
            "trees": trees,
            "threads": threads,
            # With a clock alone the iterations have no end of their own.
            "iterations": iterations,
            "seconds": seconds,
            "max_nodes": max_nodes,
            "c": float(c),
            "count": "parent",
            "k": 0.0,
            "rapid": "amaf",
            "bonus": "both",
            "untried": "first",
            "final": final,
            "reward": reward,
            "grouped": grouped,
            "suits": suits,
            "tree_depth": 0,
        }

    @classmethod
    def check_remote(cls, values: Mapping[str, Value], game: str) -> None:
        """Not too much work in all trees together."""
        super().check_remote(values, game)
        if float(values.get("trees", 1)) * float(values.get("iterations", 1)) > REMOTE_ITERATIONS:
            raise ValueError(f"trees times iterations may be at most {REMOTE_ITERATIONS:,} on this server")

    def evaluate(self, view: View) -> Evaluation:
        """Every legal move with its mean result and its visits, best first."""
        moves, _ = self._search(view)
        return moves

    def unit(self, view: View) -> Unit:  # noqa: ARG002 - the same for all decisions
        """What the search counts."""
        return "result" if self._options["reward"] == "win" else "points"

    def tree(self, view: View, depth: int = 2) -> dict[str, Any]:
        """The first tree of the search down to a depth, as nested nodes: move, visits, available, total, children.

        `available` counts the visits to the parent in which the deal allowed the move, `total` sums the rewards of the
        seat that made it, `heard` and `heard_total` are the same for RAVE: all iterations with the move now or later.
        """
        require_at_least("depth", depth, 1)
        return self._search(view, tree_depth=depth)[1]

    def _search(self, view: View, **changes: object) -> tuple[Evaluation, dict[str, Any]]:
        (require_state if type(self).clairvoyant else require_view)(view)
        seed = self.decision_seed(view)
        deals = None if self.inference is None else self.inference.deals(view, seed)
        options = self._options | {"seed": seed} | changes
        try:
            moves, statistics, tree = cast(Any, self.game.core).search_trees(view, options, deals)
        except TypeError:
            raise ValueError(f"this agent plays {self.game.name}; it was shown another game") from None
        self.report(statistics | (self.inference.statistics if self.inference else {}))
        return moves, tree


class UctAgent(TreeAgent):
    """Determinized UCT (Whitehouse et al. 2011, III.D): a tree for each of many deals, as if all hands lay open."""

    name = method = "uct"
    remote = True
    line = "determinized UCT: a tree for each of many deals, visits summed (Whitehouse et al. 2011)"
    options = TREES | INFERENCE

    def __init__(
        self,
        game: Game,
        *,
        trees: int = 40,
        iterations: int | None = None,
        c: float = 0.44,
        final: str = "visits",
        **options: Any,
    ) -> None:
        iterations = default_iterations(iterations, options, 250)
        super().__init__(game, trees=trees, iterations=iterations, c=c, final=final, **options)


class CheatUctAgent(UctAgent):
    """Cheating UCT (Whitehouse et al. 2011, III.B): as many trees, all for the true deal."""

    name = "cheat-uct"
    remote = True
    line = "UCT that sees all hands (Whitehouse et al. 2011)"
    options = TREES
    clairvoyant = True


class IsuctAgent(TreeAgent):
    """Information set UCT (Whitehouse et al. 2011, III.F and Fig. 2): one tree, a new deal in every iteration."""

    name = method = "isuct"
    remote = True
    line = "information set UCT: one tree, a new deal every iteration (Whitehouse et al. 2011)"
    options = TREES | COUNT | INFERENCE

    def __init__(
        self,
        game: Game,
        *,
        trees: int = 1,
        iterations: int | None = None,
        c: float = 1.0,
        final: str = "visits",
        count: str = "parent",
        **options: Any,
    ) -> None:
        iterations = default_iterations(iterations, options, 10_000)
        super().__init__(game, trees=trees, iterations=iterations, c=c, final=final, **options)
        require_one_of("count", count, COUNT["count"].choices)
        self._options["count"] = count


class RaveAgent(TreeAgent):
    """UCT-RAVE (Rui and Wang 2012): one tree, a new deal in every iteration; moves are judged by later uses, too."""

    name = method = "rave"
    remote = True
    line = "UCT-RAVE over resampled deals; k=0 is plain one-tree UCT (Rui and Wang 2012)"
    options = (
        TREES
        | INFERENCE
        | {
            "k": Option(
                float,
                "visits after which a move's own mean counts about as much as later uses of it (100)",
                remote=True,
            ),
            "literal": Option(
                bool, "the formulas as Rui and Wang 2012 print them: rapid=visits and bonus=rave (off)", remote=True
            ),
            "rapid": RAPID,
            "bonus": BONUS,
            "untried": UNTRIED,
        }
    )

    def __init__(
        self,
        game: Game,
        *,
        trees: int = 1,
        iterations: int | None = None,
        c: float = 0.44,
        k: float = 100.0,
        final: str = "score",
        literal: bool = False,
        rapid: str | None = None,
        bonus: str | None = None,
        untried: str = "first",
        **options: Any,
    ) -> None:
        iterations = default_iterations(iterations, options, 5_000)
        super().__init__(game, trees=trees, iterations=iterations, c=c, final=final, **options)
        require_at_least("k", k, 0, 1e12)
        require_one_of("untried", untried, UNTRIED.choices)
        if literal and (rapid, bonus) != (None, None):
            raise ValueError("literal=on is rapid=visits,bonus=rave: give the one or the others")
        terms = PRINTED if literal else {"rapid": rapid or "amaf", "bonus": bonus or "both"}
        require_one_of("rapid", terms["rapid"], RAPID.choices)
        require_one_of("bonus", terms["bonus"], BONUS.choices)
        self._options |= {"k": float(k), "untried": untried} | terms


def default_iterations(given: int | None, options: dict[str, Any], otherwise: int) -> int:
    """The iterations for each tree: as given, or as good as without end under a clock, or the default."""
    if given is not None:
        return given
    return otherwise if options.get("seconds") is None else 2**62
