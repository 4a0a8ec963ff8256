"""A ladder as it stands: ratings, how pairs did, and how it was come by; as JSON, and read from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from paiyou.arena.statistics import Estimate


@dataclass(frozen=True)
class Place:
    """An agent of a ladder."""

    agent: str
    known_as: str
    """With the hash of its network, where it has one."""
    rating: Estimate
    """Elo; an anchor's is held and has no interval."""
    anchor: bool = False
    nash_weight: float | None = None
    """In the equilibrium; None where not all have met, or SciPy is missing."""
    nash_share: Estimate | None = None
    """Its share of wins against the equilibrium."""
    clairvoyant: bool = False
    """Whether it saw all hands."""
    forfeits: int = 0
    """Games it lost because it failed."""

    def to_json(self) -> dict[str, Any]:
        """Everything by its name."""
        share = None if self.nash_share is None else self.nash_share.to_json()
        return asdict(self) | {"rating": self.rating.to_json(), "nash_share": share}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Place:
        """What `to_json` wrote."""
        share = None if data["nash_share"] is None else _estimate(data["nash_share"])
        return Place(**{**data, "rating": _estimate(data["rating"]), "nash_share": share})


@dataclass(frozen=True)
class Pair:
    """How A did against B."""

    a: str
    b: str
    deals: int
    wp: Estimate
    points: Estimate
    points_of_b: Estimate

    def to_json(self) -> dict[str, Any]:
        """Everything by its name."""
        return asdict(self) | {key: getattr(self, key).to_json() for key in _FIGURES}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Pair:
        """What `to_json` wrote."""
        return Pair(**{**data, **{key: _estimate(data[key]) for key in _FIGURES}})


_FIGURES = ("wp", "points", "points_of_b")


@dataclass(frozen=True)
class Ladder:
    """All agents of a game, the best first, and all pairs."""

    game: str
    game_version: int
    paiyou: str
    """The package's version."""
    seed: int
    deals: int
    """Of a pair of quick agents."""
    measure: str
    """What is counted besides wins: `adp`, `points` or `difference`."""
    unit: str
    places: tuple[Place, ...]
    pairs: tuple[Pair, ...]
    anchors: dict[str, float]
    """The ratings that were held."""
    drift: dict[str, float]
    """What an anchor would have been rated if only `rules` were held, less what it is held at."""
    command: str
    seconds: float
    """Of computing, summed over cores."""
    left_out: dict[str, str] = field(default_factory=dict)
    """Usual agents that are not in it, and why."""

    def pair(self, a: str, b: str) -> Pair | None:
        """How one agent did against another, whichever was asked first; None where they have not met."""
        for pair in self.pairs:
            if (pair.a, pair.b) == (a, b):
                return pair
            if (pair.a, pair.b) == (b, a):
                wp = Estimate(1 - pair.wp.mean, 1 - pair.wp.high, 1 - pair.wp.low)
                return Pair(a, b, pair.deals, wp, pair.points_of_b, pair.points)
        return None

    def place(self, agent: str) -> Place | None:
        """An agent's place; None where it is not in the ladder."""
        return next((place for place in self.places if place.agent == agent), None)

    def to_json(self) -> dict[str, Any]:
        """As `paiyou ladder --json` writes it."""
        data = asdict(self)
        data["places"] = [place.to_json() for place in self.places]
        data["pairs"] = [pair.to_json() for pair in self.pairs]
        return data

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Ladder:
        """What `to_json` wrote."""
        places = tuple(map(Place.from_json, data["places"]))
        return Ladder(**{**data, "places": places, "pairs": tuple(map(Pair.from_json, data["pairs"]))})


def _estimate(data: Mapping[str, float | None]) -> Estimate:
    low, high = data["low"], data["high"]
    mean = float("nan") if data["mean"] is None else data["mean"]
    return Estimate(mean, float("-inf") if low is None else low, float("inf") if high is None else high)
