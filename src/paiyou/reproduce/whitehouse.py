"""What the experiments of Whitehouse, Powley and Cowling 2011 on Dou Dizhu share (section IV).

The paper has one set of 1,000 deals, chosen in an earlier paper; here they are the first deals of the seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from paiyou.arena.statistics import Estimate

GAME = "doudizhu"
DEALS = 1_000
DETERMINIZED = "uct:trees=40,iterations=250"
CHEATING = "cheat-uct:trees=40,iterations=250"


@dataclass(frozen=True)
class Constants:
    """How much everybody explores: a reading of what the paper leaves open.

    Our rewards are 0 and 1. A search that counts a loss as -1 needs twice our constant to explore as much.
    """

    name: str = ""
    """As it stands behind an experiment's name."""
    words: str = ""
    determinized: float | None = None
    """Of determinized and cheating UCT, which the paper does not name; none is the players' own default, 0.44."""
    factor: float = 1.0
    """Ours for a printed constant of 1."""

    def named(self, experiment: str) -> str:
        """An experiment under this reading."""
        return f"{experiment}-{self.name}" if self.name else experiment

    def titled(self, title: str) -> str:
        """Its title."""
        return f"{title}, {self.words}" if self.words else title

    @property
    def opponent(self) -> str:
        """Determinized UCT."""
        return DETERMINIZED + self._suffix

    @property
    def cheat(self) -> str:
        """Cheating UCT."""
        return CHEATING + self._suffix

    @property
    def _suffix(self) -> str:
        return "" if self.determinized is None else f",c={self.determinized:g}"

    def information_set(self, iterations: int = 10_000, c: float = 1.0) -> str:
        """Information set UCT with a constant as printed."""
        return information_set(iterations, c * self.factor)

    def as_landlord(self, player: str) -> tuple[str, str, str]:
        """A player as the landlord against determinized UCT."""
        return player, self.opponent, self.opponent


OURS = Constants()
HALVED = Constants("halved", "rewards of -1 and 1 (constants halved)", 0.3, 0.5)
"""Sections III.A and III.E score a game -1 or 1. 0.3 is what agrees in Mini Dou Dizhu, found after its figures were
known."""
ONE = Constants("one", "c = 1 for all", 1.0)
"""The paper finds 1 to be enough for information set UCT, and may have used it for all."""


def information_set(iterations: int = 10_000, c: float = 1.0) -> str:
    """Information set UCT as the paper sets it."""
    return f"isuct:iterations={iterations},c={c:g}"


def rate(wins: Sequence[Sequence[float]]) -> Estimate:
    """The share of games won, deals being what is independent."""
    return Estimate.of(means(wins)).as_share()


def means(wins: Sequence[Sequence[float]]) -> list[float]:
    """The share of games won on each deal."""
    return [sum(plays) / len(plays) for plays in wins]


def difference(ours: Sequence[Sequence[float]], others: Sequence[Sequence[float]]) -> Estimate:
    """How much more often one wins than another on the same deals."""
    return Estimate.of([a - b for a, b in zip(means(ours), means(others), strict=True)])
