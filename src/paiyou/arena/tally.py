"""What the deals of a match count so far: a few numbers for each measure, however many deals there are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from paiyou.arena.series import Deal, ForfeitReport
from paiyou.arena.statistics import RatioMoments

FORFEITS_KEPT = 1000
"""Reports of failures; further ones are counted and not kept."""


class Tally:
    """Counts deals in the order of their numbers: the result is the same to the last digit wherever they ran."""

    def __init__(self, players: int) -> None:
        self.deals = 0
        self.moments: list[dict[str, RatioMoments]] = [{} for _ in range(players)]
        """By player and measure."""
        self.failed = [0] * players
        self.forfeits: list[ForfeitReport] = []
        """The first of them."""

    def count(self, deal: Deal) -> None:
        """Add a deal."""
        self.deals += 1
        for kept, sums in zip(self.moments, deal.sums, strict=True):
            for key, (value, count) in sums.items():
                kept.setdefault(key, RatioMoments()).add(value, count)
        self.failed = [before + now for before, now in zip(self.failed, deal.failed, strict=True)]
        self.forfeits += deal.forfeits[: FORFEITS_KEPT - len(self.forfeits)]

    def to_json(self) -> dict[str, Any]:
        """All of it; numbers come back as they were."""
        moments = [{key: asdict(one) for key, one in kept.items()} for kept in self.moments]
        forfeits = [vars(forfeit) for forfeit in self.forfeits]
        return {"deals": self.deals, "moments": moments, "failed": self.failed, "forfeits": forfeits}

    @staticmethod
    def from_json(content: Mapping[str, Any]) -> Tally:
        """What `to_json` wrote."""
        tally = Tally(len(content["failed"]))
        tally.deals, tally.failed = content["deals"], list(content["failed"])
        tally.moments = [{key: RatioMoments(**one) for key, one in kept.items()} for kept in content["moments"]]
        tally.forfeits = [ForfeitReport(**forfeit) for forfeit in content["forfeits"]]
        return tally
