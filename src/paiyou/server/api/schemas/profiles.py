"""A person's record: what the page shows of it, and what is exported and imported."""

from __future__ import annotations

from typing import Annotated

from pydantic import ConfigDict, Field

from paiyou.server.api.schemas.fields import Answer, Count, GameName, Move, PuzzleNumber, Schema, Secret
from paiyou.server.sizes import MOST_HISTORY, MOST_IMPORTED, MOST_INDEX

Number = Annotated[float, Field(ge=-1e12, le=1e12, allow_inf_nan=False)]
Share = Annotated[float, Field(ge=0, le=1)]
CountAndNumber = Annotated[tuple[Count, Number], Field(strict=False)]
Met = Annotated[tuple[Number, Number, Share], Field(strict=False)]
Word = Annotated[str, Field(max_length=40)]


class ProfileOpened(Answer):
    """The key to a new record: whoever has it has the record. Keep it."""

    key: Secret


class Mean(Answer):
    """A mean over games with its 95% interval, which two games are the least for."""

    mean: float
    low: float | None
    high: float | None
    games: Count


class Results(Answer):
    """How games went; `adjusted` is without the luck of the deals, over those games of which it is known."""

    games: Count
    won: Mean | None
    points: Mean | None
    adjusted_won: Mean | None
    adjusted_points: Mean | None


class Part(Results):
    """The same for a role or a level."""

    name: str


class RatingTold(Answer):
    """By Glicko-2, on the scale of the ladders."""

    value: float
    deviation: float
    games: Count = Field(description="How many were rated.")


class Rated(Answer):
    """A rating and how it came about."""

    rating: RatingTold | None
    curve: list[list[float]] = Field(description="Time, rating and deviation after each of the last games.")


class GameResults(Results, Rated):
    """One game, whatever its options."""

    game: GameName
    roles: list[Part]
    levels: list[Part] = Field(description="Of the opponents; people, or mixed.")


class InARow(Answer):
    """How many in a row."""

    now: Count
    best: Count


class Accuracy(Answer):
    """A game that was reviewed."""

    ended: float
    accuracy: float = Field(description="Moves as good as the judge's, of all with a choice.")
    lost: float = Field(description="Chance to win lost in a decision.")


class MistakeKind(Answer):
    """Mistakes of a kind."""

    kind: str
    count: Count
    lost: float = Field(description="Chance to win lost by all of them.")


class PuzzleResults(Rated):
    """First tries."""

    tried: Count
    solved: Count


class RecentGame(Answer):
    """A line of the record."""

    room: str
    game: Count
    ended: float
    name: str
    role: str | None
    level: str
    won: float
    points: float
    rating: float | None
    reviewed: bool
    imported: bool


class Profile(Answer):
    """A record in numbers."""

    games: Count
    left: Count = Field(description="Finished games that are still to be written down: ask again.")
    streak: InARow = Field(description="Of wins.")
    days: InARow = Field(description="Of days on which something was played.")
    by_game: list[GameResults]
    accuracy: list[Accuracy]
    mistakes: list[MistakeKind]
    puzzles: PuzzleResults
    recent: list[RecentGame]


class PuzzleTried(Schema):
    """How the first try at a puzzle went."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"puzzle": 17, "moves": ["33"], "helped": False}]})

    puzzle: PuzzleNumber
    moves: list[Move] = Field(max_length=MOST_HISTORY, description="All moves, the peasants' replies among them.")
    helped: bool = Field(default=False, description="Whether there was a hint, a slip or a look at the solution.")


class PuzzleRated(Answer):
    """What a try counted."""

    solved: bool
    rating: float
    deviation: float
    puzzle_rating: float


class _RatedLine(Schema):
    ended: Annotated[float, Field(ge=0, le=1e11)]
    rating: Number | None
    deviation: Annotated[float, Field(gt=0, le=1000)] | None
    volatility: Annotated[float, Field(gt=0, le=1)] | None
    imported: bool


class ReviewLine(Schema):
    """What a judge said of a game."""

    decisions: Annotated[int, Field(ge=0, le=MOST_HISTORY)]
    best: Annotated[int, Field(ge=0, le=MOST_HISTORY)]
    lost: Number
    kinds: Annotated[dict[Word, CountAndNumber], Field(max_length=20)] | None


class GameLine(_RatedLine):
    """A game of a record as it is exported."""

    room: Annotated[str, Field(min_length=1, max_length=40, pattern="^[ -~]+$")]
    game: Annotated[int, Field(ge=0, le=MOST_INDEX)]
    name: Annotated[str, Field(max_length=100)]
    role: Word | None
    level: Word
    won: Share | None
    points: Number
    luck_won: Number | None
    luck_points: Number | None
    opponents: Annotated[list[Met], Field(max_length=3)]
    review: ReviewLine | None


class PuzzleLine(_RatedLine):
    """A puzzle of a record as it is exported."""

    puzzle: PuzzleNumber
    solved: bool
    puzzle_rating: Number


class Export(Answer):
    """A whole record."""

    games: list[GameLine]
    puzzles: list[PuzzleLine]


class Import(Schema):
    """Some lines of a record that was exported."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"games": [], "puzzles": []}]})

    games: list[GameLine] = Field(default_factory=list, max_length=MOST_IMPORTED)
    puzzles: list[PuzzleLine] = Field(default_factory=list, max_length=MOST_IMPORTED)


class Imported(Answer):
    """How many lines are new."""

    new: Count
