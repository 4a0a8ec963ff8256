"""The lines of a person's record as plain data: a finished game, what a review said of it, and a puzzle."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from typing import Self

from paiyou.server.profiles.ratings import Rating


@dataclass(frozen=True)
class Entry:
    """What they have in common."""

    def to_text(self) -> str:
        """As it is stored."""
        return json.dumps(asdict(self))

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` wrote; unknown fields of a newer version are ignored."""
        stored = json.loads(text)
        return cls(**{field.name: stored[field.name] for field in fields(cls) if field.name in stored})


@dataclass(frozen=True)
class RatedEntry(Entry):
    """One that may change a rating, and the rating after it; None where it was not rated."""

    rating: float | None = None
    deviation: float | None = None
    volatility: float | None = None
    imported: bool = False
    """Whether it came from another server: it does not count in others' ratings."""

    @property
    def after(self) -> Rating | None:
        """The rating after it."""
        if self.rating is None or self.deviation is None or self.volatility is None:
            return None
        return Rating(self.rating, self.deviation, self.volatility)


@dataclass(frozen=True)
class GameEntry(RatedEntry):
    """A finished game; `won` is None for one that cannot be replayed any more."""

    name: str = ""
    """Of the game, with its options."""
    role: str | None = None
    level: str = ""
    """Of all bots there, `mixed`, or `people` where others played, too."""
    won: float | None = None
    """1 for a win, 0 for a loss, and the share of it where several sides have won."""
    points: float = 0.0
    luck_won: float | None = None
    """What the deal was worth more than others, of a win;"""
    luck_points: float | None = None
    """and in points."""
    opponents: tuple[tuple[float, float, float], ...] = ()
    """Rating, deviation and score against each side that counted."""


@dataclass(frozen=True)
class ReviewEntry(Entry):
    """What the judge said of a person's moves in a game."""

    decisions: int = 0
    best: int = 0
    """As good as the judge's."""
    lost: float = 0.0
    """Chance to win that was lost in all, or what is as bad where points are judged."""
    kinds: dict[str, tuple[int, float]] | None = None
    """Mistakes by their kind: how many, and what they cost."""


@dataclass(frozen=True)
class PuzzleEntry(RatedEntry):
    """The first try at a puzzle."""

    solved: bool = False
    """Without help or slip."""
    puzzle_rating: float = 0.0
