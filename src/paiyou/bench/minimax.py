"""Speed of minimax: all deals of Mini Dou Dizhu solved with open hands."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, prod
from typing import Any, cast

from paiyou.bench.figures import Measure, Work, rated
from paiyou.bench.timing import fastest
from paiyou.games.registry import game


def _splits(copies: Sequence[int], size: int) -> list[tuple[int, ...]]:
    """All ways to take a number of cards, as counts by rank."""
    if not copies:
        return [()] if size == 0 else []
    return [
        (number, *rest) for number in range(min(copies[0], size) + 1) for rest in _splits(copies[1:], size - number)
    ]


def deals(name: str = "mini-doudizhu") -> list[tuple[tuple[str, str], int]]:
    """Every different deal of a Mini game: both hands, and the number of ways it can be dealt."""
    spec = cast(Any, game(name).spec)
    ranks = [spec.rank_of_card.count(rank) for rank in range(len(spec.symbols))]
    found = []
    for mine in _splits(ranks, spec.hand_size):
        left = [copies - number for copies, number in zip(ranks, mine, strict=True)]
        for theirs in _splits(left, spec.hand_size):
            ways = prod(comb(c, a) * comb(c - a, b) for c, a, b in zip(ranks, mine, theirs, strict=True))
            hands = tuple("".join(map(str.__mul__, spec.symbols, counts)) for counts in (mine, theirs))
            found.append((cast(tuple[str, str], hands), ways))
    return found


def mini_deals(name: str) -> Work:
    """Every deal solved by minimax at full width with a table of positions, one core; counts deals."""
    playing = game(name)
    states = [cast(Any, playing.start(list(hands))) for hands, _ in deals(name)]

    def work() -> int:
        return len(playing.core.minimax_values(states))

    return work


def seconds_for_all(name: str) -> Measure:
    """Seconds for all deals together."""
    return lambda seconds: fastest(mini_deals(name), seconds)


FIGURES: dict[str, Measure] = {
    "mini_deals_per_s/mini-doudizhu": rated(mini_deals, "mini-doudizhu"),
    "mini_all_deals_seconds/mini-doudizhu": seconds_for_all("mini-doudizhu"),
}
"""What is measured, and on which game."""
