"""What the experiments of paper 000 on Dou Dizhu share (Whitehouse, Powley and Cowling 2011, section IV).

The paper has one set of 1,000 deals, chosen in an earlier paper; here they are the first deals of the seed.
"""

from __future__ import annotations

from collections.abc import Sequence

from paiyou.arena.statistics import Estimate

GAME = "doudizhu"
DEALS = 1_000
DETERMINIZED = "uct:trees=40,iterations=250"
CHEATING = "cheat-uct:trees=40,iterations=250"


def information_set(iterations: int = 10_000, c: float = 1.0) -> str:
    """Information set UCT as the paper sets it."""
    return f"isuct:iterations={iterations},c={c:g}"


def as_landlord(player: str) -> tuple[str, str, str]:
    """A player as the landlord against determinized UCT."""
    return player, DETERMINIZED, DETERMINIZED


def rate(wins: Sequence[Sequence[float]]) -> Estimate:
    """The share of games won, deals being what is independent."""
    return Estimate.of(means(wins)).as_share()


def means(wins: Sequence[Sequence[float]]) -> list[float]:
    """The share of games won on each deal."""
    return [sum(plays) / len(plays) for plays in wins]


def difference(ours: Sequence[Sequence[float]], others: Sequence[Sequence[float]]) -> Estimate:
    """How much more often one wins than another on the same deals."""
    return Estimate.of([a - b for a, b in zip(means(ours), means(others), strict=True)])
