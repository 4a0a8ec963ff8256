"""Speed of minimax: all deals of Mini Dou Dizhu solved with open hands."""

from __future__ import annotations

from typing import Any, cast

from paiyou.bench.figures import Measure, Work, rated
from paiyou.bench.timing import fastest
from paiyou.games.all_deals import all_deals
from paiyou.games.registry import game


def mini_deals(name: str) -> Work:
    """Every deal solved by minimax at full width with a table of positions, one core; counts deals."""
    playing = game(name)
    states = [cast(Any, playing.start(list(hands))) for hands, _ in all_deals(playing)]

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
