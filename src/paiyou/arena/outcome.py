"""How a game in the arena ended."""

from __future__ import annotations

from dataclasses import dataclass

from paiyou.games.protocol import State
from paiyou.records.record import Forfeit


@dataclass(frozen=True)
class Outcome:
    """A game that was played: how it ended, and how long everyone took."""

    state: State
    """The last position: the end, or where an agent failed."""
    seed: int
    """Of the deal that was played; another than was asked for where everybody declined that one."""
    payoffs: list[int]
    times: list[float]
    """Seconds for each decision of that deal; after a forfeit also for the one that failed."""
    forfeit: Forfeit | None = None
