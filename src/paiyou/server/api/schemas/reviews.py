"""The review of a finished game."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from paiyou.server.api.schemas.fields import (
    AgentName,
    Answer,
    Card,
    Combo,
    Count,
    GameName,
    Integer,
    Move,
    Seat,
    Secret,
)
from paiyou.server.api.schemas.table import Acted, Outcome, Stake, TrickCard
from paiyou.server.families.display import Shape


class Sitter(Answer):
    """Who played a seat, and what came of it."""

    chair: Seat
    name: str | None
    kind: Literal["person", "bot", "open"]
    level: str | None
    agent: str | None
    team: int
    payoff: Integer | None


class Step(Answer):
    """The table before a move, or after the last, with all hands open; lists are seat by seat."""

    phase: Literal["auction", "exposing", "play", "over"]
    turn: Seat | None
    hands: list[list[Card]]
    landlord: Seat | None
    bottom: list[Card] | None
    stake: Stake | None
    trick: list[TrickCard]
    tricks_played: Count
    role: list[str | None]
    points: list[Integer | None]
    taken: list[list[Card] | None]
    exposed: list[list[Card]]


class JudgedMove(Answer):
    """A move as the judge sees it."""

    move: Move
    combo: Combo
    rank: int = Field(ge=1, description="1 for the judge's choice.")
    value: float | None = Field(description="What the seat may expect; null where the judge knows an order only.")
    points: float | None = Field(
        default=None, description="What it may expect in points, where values are results and the game counts both."
    )


class JudgedDecision(JudgedMove):
    """A move that was made, what the judge says of it, and what it would have done."""

    seat: Seat
    verdict: Literal["forced", "best", "good", "inaccuracy", "mistake", "blunder", "other"] = Field(
        description="forced: there was no other move; other: not the judge's choice, and no more is known."
    )
    unit: Literal["result", "points", "order"] = Field(description="Of values; a result is -1 (lost) to 1 (won).")
    moves: int = Field(ge=1, description="How many were legal.")
    loss: float | None
    told: list[JudgedMove] = Field(description="The judge's best, its choice first; none for a forced move.")


class SeatSummary(Answer):
    """A seat's game in numbers; moves of stand-ins are nobody's."""

    decisions: Count = Field(description="Those with a choice.")
    best: Count
    verdicts: dict[str, Count]


class Reviewed(Answer):
    """A finished game with what a judge thinks of it: its last deal, where everybody had declined before."""

    room: Secret
    game_name: GameName
    title: str
    family: str = Field(max_length=40)
    shape: Shape
    game: Count
    players: list[Sitter]
    history: list[Acted]
    result: Outcome
    redeals: Count
    steps: list[Step] = Field(description="One for each move, and the end.")
    agent: AgentName = Field(description="The judge, who saw what the seat saw.")
    decisions: list[JudgedDecision] = Field(description="One for each move.")
    summaries: list[SeatSummary]
