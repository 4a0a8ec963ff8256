"""What a paper says, beside what was measured, and whether the two agree."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isfinite
from typing import Any

from paiyou.arena.statistics import Estimate


@dataclass(frozen=True)
class Claim:
    """A statement of a paper as the range of figures that would bear it out."""

    text: str
    """As the paper has it, such as `67.2%` or `about 40`."""
    low: float
    high: float

    @staticmethod
    def percent(figure: float, places: int = 1) -> Claim:
        """A share printed in percent: any figure that rounds to it."""
        half = 0.5 * 10**-places / 100
        return Claim(f"{figure:.{places}f}%", figure / 100 - half, figure / 100 + half)

    @staticmethod
    def difference(one: float, other: float, places: int = 1) -> Claim:
        """Of two shares printed in percent, each of which was rounded: twice the room of one."""
        points, room = one - other, 10**-places / 100
        return Claim(f"{points:.{places}f}%", points / 100 - room, points / 100 + room)

    @staticmethod
    def figure(value: float, places: int) -> Claim:
        """A number as printed: any that rounds to it."""
        half = 0.5 * 10**-places
        return Claim(f"{value:.{places}f}", value - half, value + half)

    @staticmethod
    def about(points: float, give: float) -> Claim:
        """So many points of a percent, in round numbers."""
        return Claim(f"about {points:g} points", (points - give) / 100, (points + give) / 100)

    @staticmethod
    def above(text: str, least: float = 0.0) -> Claim:
        """A statement that something is more than something else."""
        return Claim(text, least, inf)

    @staticmethod
    def below(text: str, most: float = 0.0) -> Claim:
        """A statement that something is at most so much."""
        return Claim(text, -inf, most)

    def verdict(self, ours: Estimate) -> str:
        """`agrees`, `differs`, or for a statement that one figure cannot settle `open`.

        A figure agrees with an interval that reaches it; a one-sided statement only where the whole interval bears it
        out.
        """
        if ours.high < self.low or ours.low > self.high:
            return "differs"
        one_sided = self.low == -inf or self.high == inf
        if one_sided and not (self.low <= ours.low and ours.high <= self.high):
            return "open"
        return "agrees"


@dataclass(frozen=True)
class Row:
    """One figure: what it is, what the paper has, what we measured."""

    what: str
    ours: Estimate
    paper: Claim | None = None
    percent: bool = True
    """Whether it is a share, shown in percent."""
    exact: bool = False
    """Whether every case there is was counted, so that there is no error."""
    places: int = 2
    """Decimals of a figure that is no share."""

    @property
    def verdict(self) -> str:
        """Whether the paper's figure and ours agree; empty where the paper has none.

        Nothing follows from a single deal, or from a few that all ended alike.
        """
        if self.paper is None:
            return ""
        return "open" if self._too_few or self._says_nothing else self.paper.verdict(self.ours)

    @property
    def _says_nothing(self) -> bool:
        """Whether the interval is so wide that nearly any share would agree with it: over half of all there are."""
        return self.percent and self.ours.high - self.ours.low > 0.5

    @property
    def _too_few(self) -> bool:
        """Whether there is no interval: all deals ended alike, or there was but one, or none."""
        return not self.exact and not (self.ours.low < self.ours.high and isfinite(self.ours.high - self.ours.low))

    def shown(self) -> str:
        """Our figure with its interval; without one where every case there is was counted."""
        factor, places, end = (100, 1, "%") if self.percent else (1, self.places, "")
        mean = f"{self.ours.mean * factor:.{places}f}{end}"
        if self.exact:
            return mean
        if self._too_few:
            return f"{mean} [too few]"
        return f"{mean} [{self.ours.low * factor:.{places}f}, {self.ours.high * factor:.{places}f}]"

    def to_json(self) -> dict[str, Any]:
        """A figure with its interval, the paper's beside it."""
        paper = None if self.paper is None else _claim_json(self.paper)
        ours = self.ours.to_json()
        return {
            "what": self.what,
            "paper": paper,
            "ours": ours,
            "percent": self.percent,
            "exact": self.exact,
            "places": self.places,
            "verdict": self.verdict,
        }

    @staticmethod
    def from_json(row: dict[str, Any]) -> Row:
        """What `to_json` wrote."""
        paper = None if row["paper"] is None else _claim_from_json(row["paper"])
        ours = estimate_from_json(row["ours"])
        return Row(row["what"], ours, paper, row["percent"], row["exact"], row.get("places", 2))


def exact(value: float) -> Estimate:
    """A figure without an error: every case there is was counted."""
    return Estimate(value, value, value)


def estimate_from_json(value: dict[str, float | None]) -> Estimate:
    """What `Estimate.to_json` wrote: null is what is not known."""
    mean, low, high = value["mean"], value["low"], value["high"]
    return Estimate(float("nan") if mean is None else mean, -inf if low is None else low, inf if high is None else high)


def _claim_json(claim: Claim) -> dict[str, Any]:
    low, high = (None if abs(bound) == inf else bound for bound in (claim.low, claim.high))
    return {"text": claim.text, "low": low, "high": high}


def _claim_from_json(value: dict[str, Any]) -> Claim:
    low, high = value["low"], value["high"]
    return Claim(value["text"], -inf if low is None else low, inf if high is None else high)
