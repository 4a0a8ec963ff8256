"""The players that search open games: `minimax`, `alphabeta` and `expectiminimax` (the lecture, docs/theory.md).

They see all hands of the package's games, and play games written in Python (`paiyou.games.open_game`). The searches
themselves are in the core (`core/search/open/`); here are their options and what they default to.
"""

from __future__ import annotations

from typing import Any, cast

from paiyou.agents.base import Evaluation
from paiyou.agents.search.base import (
    REMOTE_NODES,
    SEARCH,
    SearchAgent,
    require_at_least,
    require_one_of,
    require_seconds,
)
from paiyou.agents.search.evaluation import Weights, default_weights
from paiyou.games.game import Game
from paiyou.games.open_game import OpenGame
from paiyou.games.protocol import View
from paiyou.options import Option

MAX_NODES = 200_000
"""Positions searched for a move where no clock is set."""

MOST_DEPTH = 400
"""As in core/search/open/horizon.hpp."""

OPEN: dict[str, Option] = {
    "depth": Option(
        int, f"look this many moves ahead at most (no limit of its own; {MOST_DEPTH} is the most)", remote=50
    ),
    "seconds": SEARCH["seconds"],
    "max_nodes": Option(
        int, f"positions searched for a move ({MAX_NODES:,}, or with seconds no limit)", remote=REMOTE_NODES
    ),
    "players": Option(
        str,
        "with more than two sides: all others against this one, or everyone for his own result (paranoid)",
        ("paranoid", "maxn"),
        remote=True,
    ),
    "reward": Option(str, "what counts: points or wins (points)", ("points", "win"), remote=True),
    "quiescence": Option(
        bool, "look on beyond the depth until a combo is answered or a trick is full (on)", remote=True
    ),
    "weights": Option(str, "a file with weights of the evaluation, as learn() saves it (those of the package)"),
    "table": Option(bool, "remember positions that are reached again (alphabeta: on; the others: off)", remote=True),
    "values": Option(
        str,
        "alphabeta: a value for all moves, or only for the best and bounds for the rest, sooner (all)",
        ("all", "best"),
        remote=True,
    ),
    "threads": Option(
        int, "accepted and without effect: what one move shows decides what is looked at in the next (1)", remote=2
    ),
    "seed": Option(
        int,
        "accepted and without effect: nothing is left to chance, and of equals the first is taken (0)",
        remote=2**63 - 1,
    ),
}
"""Options of alpha-beta."""

WIDE = {name: option for name, option in OPEN.items() if name != "values"}
"""Options of the other two, which look at every move anyway."""


class OpenSearchAgent(SearchAgent):
    """What the three have alike: iterative deepening until the game is solved or a limit reached."""

    options = WIDE
    open_games = True
    clairvoyant = True
    method: str

    def __init__(
        self,
        game: Game | OpenGame,
        *,
        depth: int | None = None,
        seconds: float | None = None,
        max_nodes: int | None = None,
        players: str = "paranoid",
        reward: str = "points",
        quiescence: bool = True,
        weights: str | Weights | None = None,
        table: bool = False,
        values: str = "all",
        threads: int = 1,
        seed: int = 0,
    ) -> None:
        super().__init__(cast(Game, game), seed=seed)
        if depth is not None:
            require_at_least("depth", depth, 1, MOST_DEPTH)
        require_seconds(seconds)
        require_one_of("players", players, OPEN["players"].choices)
        require_one_of("reward", reward, OPEN["reward"].choices)
        require_one_of("values", values, OPEN["values"].choices)
        if max_nodes is not None:
            require_at_least("max_nodes", max_nodes, 1)
        elif seconds is None:
            max_nodes = MAX_NODES
        require_at_least("threads", threads, 1)
        self._open_game = game if isinstance(game, OpenGame) else None
        self._options: dict[str, Any] = {
            "method": self.method,
            "depth": depth,
            "seconds": seconds,
            "max_nodes": max_nodes,
            "players": players,
            "reward": reward,
            "quiescence": quiescence,
            "table": table,
            "values": values,
        }
        if isinstance(game, OpenGame):
            if weights is not None:
                raise ValueError(f"{game.name} has no weights: its positions say by evaluate() what they are worth")
        else:
            if weights is None:
                weights = default_weights(game)
            elif isinstance(weights, str):
                weights = Weights.load(weights)
            self._options["weights"] = weights.rows(game, reward)

    def evaluate(self, view: View) -> Evaluation:
        """Every legal move with its value and weight 1, best first; bounds (`values=best`) have weight 0.

        `statistics` has `nodes` (positions searched), `depth` (the last one finished; 0: only what each move leads to
        was estimated), `seconds`, `solved` (every value is the game's own) and `full` (`max_nodes` was reached).
        """
        if self._open_game is not None:
            moves, self.statistics = self._search_position(view, self._open_game)
        else:
            core = cast(Any, self.game.core)
            try:
                moves, self.statistics = core.search_open(view, self._options)
            except TypeError:
                raise ValueError(
                    f"{self.method} sees all hands: it takes a state of {self.game.name}, not {type(view).__name__}"
                ) from None
        return cast(Evaluation, moves)

    def _search_position(self, position: Any, game: OpenGame) -> tuple[Any, dict[str, Any]]:
        from paiyou._core import search_python_game

        over, turn = position.over, position.turn
        if over() if callable(over) else over:
            raise ValueError("there is no move to search: the game is over")
        if (turn() if callable(turn) else turn) is None:
            raise ValueError("there is no move to search: it is chance's turn")
        return search_python_game(position, game.seats, self._options)


class MinimaxAgent(OpenSearchAgent):
    """Minimax at full width."""

    name = method = "minimax"
    remote = True
    line = "minimax over open hands, and on games with chance"


class AlphaBetaAgent(OpenSearchAgent):
    """Minimax with alpha-beta pruning, ordered moves and a transposition table."""

    name = method = "alphabeta"
    remote = True
    line = "minimax over open hands with alpha-beta pruning and a transposition table"
    options = OPEN

    def __init__(self, game: Game | OpenGame, *, table: bool = True, **options: Any) -> None:
        super().__init__(game, table=table, **options)


class ExpectiminimaxAgent(OpenSearchAgent):
    """Minimax that averages where chance moves; on games without chance it is minimax."""

    name = method = "expectiminimax"
    remote = True
    line = "minimax that averages where chance moves"
