"""Speed of the endgame solver: all winning moves and a line, asked from Python, on one core."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import cast

from paiyou.bench.figures import Measure
from paiyou.endgames import solve
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


@cache
def solve_times(name: str, positions: int, seed: int, cards: int = 8) -> tuple[float, ...]:
    """Seconds to solve random endgames, from the shortest to the longest; each is measured once."""
    return tuple(sorted(solve(state).seconds for state in random_endgames(name, positions, seed, cards)))


def share_within(share: float, name: str, positions: int = 300, seed: int = 1) -> float:
    """Milliseconds within which this share of the endgames is solved: 0.5 gives the median."""
    times = solve_times(name, positions, seed)
    return 1000 * times[min(int(share * len(times)), len(times) - 1)]


def _measure(share: float, name: str) -> Measure:
    # The usual two seconds ask for 300 positions, a hurried test for a few.
    return lambda seconds: share_within(share, name, positions=min(300, max(10, round(150 * seconds))))


FIGURES: dict[str, Measure] = {
    "solve_median_ms/doudizhu": _measure(0.5, "doudizhu"),
    "solve_p99_ms/doudizhu": _measure(0.99, "doudizhu"),
}
"""What is measured, and on which game; less is better."""
