"""Speed of the endgame solver: all winning moves and a line, asked from Python, on one core."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import cast

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


def solve_seconds(name: str, positions: int, seed: int, cards: int = 8) -> tuple[float, float]:
    """The median and the 99th percentile of the time to solve random endgames."""
    times = sorted(solve(state).seconds for state in random_endgames(name, positions, seed, cards))
    return times[len(times) // 2], times[min(len(times) * 99 // 100, len(times) - 1)]


def solve_figures(name: str = "doudizhu", positions: int = 300, seed: int = 1) -> dict[str, float]:
    """The figures of `paiyou bench search`, in milliseconds; less is better."""
    median, late = solve_seconds(name, positions, seed)
    return {f"solve_median_ms/{name}": 1000 * median, f"solve_p99_ms/{name}": 1000 * late}
