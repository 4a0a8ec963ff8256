"""Speed of the endgame solver: all winning moves and a line, asked from Python, on one core."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import cast

from paiyou.bench.figures import Measure
from paiyou.endgames import MAX_NODES, solve
from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.protocol import State
from paiyou.games.registry import game


def random_endgames(name: str, positions: int, seed: int, cards: int = 8) -> Iterator[State]:
    """Positions with so many random cards of the deck in every hand; seat 0, the landlord, leads."""
    playing, random = game(name), Random(seed)
    spec = cast(ClimbingSpec, playing.spec)
    deck = [spec.symbols[rank] for rank in spec.rank_of_card]
    for _ in range(positions):
        drawn = random.sample(deck, cards * playing.seats)
        yield playing.start(["".join(drawn[seat * cards : (seat + 1) * cards]) for seat in range(playing.seats)])


@dataclass(frozen=True)
class Spent:
    """What one endgame took."""

    seconds: float
    """Of this process, whatever else the machine did."""
    nodes: int
    solved: bool


@cache
def spent(
    name: str, positions: int, seed: int, cards: int = 8, plain: bool = False, max_nodes: int = MAX_NODES
) -> tuple[Spent, ...]:
    """What random endgames take, each measured once; by a plain search for comparison."""
    found = []
    for state in random_endgames(name, positions, seed, cards):
        begun = time.process_time()
        try:
            nodes, solved = solve(state, plain=plain, max_nodes=max_nodes).nodes, True
        except ValueError:
            nodes, solved = max_nodes, False
        found.append(Spent(time.process_time() - begun, nodes, solved))
    return tuple(found)


def share_within(
    share: float, name: str, positions: int = 300, seed: int = 1, cards: int = 8, plain: bool = False
) -> float:
    """Milliseconds of processor time within which this share of the endgames is solved: 0.5 gives the median."""
    times = sorted(one.seconds for one in spent(name, positions, seed, cards, plain))
    return 1000 * times[min(int(share * len(times)), len(times) - 1)]


def _measure(share: float, name: str) -> Measure:
    # The usual two seconds ask for 300 positions, a hurried test for a few.
    return lambda seconds: share_within(share, name, positions=min(300, max(10, round(150 * seconds))))


FIGURES: dict[str, Measure] = {
    "solve_median_ms/doudizhu": _measure(0.5, "doudizhu"),
    "solve_p99_ms/doudizhu": _measure(0.99, "doudizhu"),
}
"""What is measured, and on which game; less is better."""
