"""What the exact searchers share: the core's search for the game's family, their options, and how values are listed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

from paiyou.agents.base import Evaluation
from paiyou.agents.search.base import (
    ONE_THREAD,
    REMOTE_NODES,
    SEARCH,
    require_at_least,
    require_one_of,
    require_seconds,
)
from paiyou.games.family import SEARCH as SEARCH_LAYER
from paiyou.games.game import Game
from paiyou.options import Option

if TYPE_CHECKING:
    from paiyou import _core

TIES = ("mean", "sum", "first", "random")

TIE_OPTIONS = {
    "ties": Option(
        str,
        "among moves with the same result: epsilon times the mean over what may follow decides (mean: equation 1 of "
        "Whitehouse et al.) or the sum (sum: as printed), the first, or any (random); mean, in expectimax first",
        TIES,
        remote=True,
    ),
    "epsilon": Option(float, "how much of the mean or sum is added (0.001); results always come first", remote=True),
}

OPEN_OPTIONS = {
    **TIE_OPTIONS,
    "max_nodes": Option(
        int, "positions looked at for a move (2000000); a tree too large for that is cut off", remote=REMOTE_NODES
    ),
    "seconds": SEARCH["seconds"],
    "threads": ONE_THREAD,
    "playouts": Option(int, "random games behind a cut-off, whose mean is its value (2)", remote=10),
}


def minimax(
    game: Game, ties: str, epsilon: float, max_nodes: int, playouts: int, seconds: float | None
) -> _core.ClimbingMinimax | _core.TrickMinimax:
    """The core's minimax for a game."""
    check_ties(ties, epsilon)
    require_at_least("max_nodes", max_nodes, 1)
    require_at_least("playouts", playouts, 1, 1_000_000)
    require_seconds(seconds)
    kind = game.family.part(SEARCH_LAYER).minimax
    return cast("_core.ClimbingMinimax", kind(game.core, ties, epsilon, max_nodes, playouts, seconds))


@contextmanager
def of_its_game(game: Game) -> Iterator[None]:
    """ValueError where the core is given a state or view of another family of games."""
    try:
        yield
    except TypeError:
        raise ValueError(f"this agent plays {game.name}; it was shown another game") from None


def check_ties(ties: str, epsilon: float) -> None:
    """ValueError where there is no such rule."""
    require_one_of("ties", ties, TIES)
    require_at_least("epsilon", epsilon, 0, 10)


def best_first(moves: Sequence[tuple[str, float, float]], chosen: int) -> Evaluation:
    """Moves with their values: the chosen one, then the others by value and tie-break."""
    others = sorted(
        (place for place in range(len(moves)) if place != chosen), key=lambda at: moves[at][1:], reverse=True
    )
    return [(moves[place][0], moves[place][1], 1.0) for place in (chosen, *others)]
