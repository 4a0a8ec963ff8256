"""The table, as a spectator sees it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from paiyou.server.api.schemas.fields import Answer, Card, Combo, Count, GameName, Integer, Move, Seat, Secret
from paiyou.server.families.display import Shape
from paiyou.server.sizes import MOST_CARDS


class Player(Answer):
    """Who sits at a seat, and all that everybody knows of it."""

    chair: Seat
    name: str | None
    kind: Literal["person", "bot", "open"]
    level: str | None
    agent: str | None
    connected: bool
    stand_in: bool
    cards_left: int = Field(ge=0, le=MOST_CARDS)
    role: str | None = Field(description="A key of the game's words behind role.")
    team: int
    score: Integer
    payoff: Integer | None
    points: Integer | None
    taken: list[Card] | None
    exposed: list[Card]


class Stake(Answer):
    """What is played for."""

    bid: Count
    bombs: Count
    spring: bool
    value: Count


class Shown(Answer):
    """A combo or card that lies on the table."""

    seat: Seat
    move: Move
    cards: list[Card]
    combo: Combo


class Note(Answer):
    """Something to know about a move: `replaced`, where another player moved for one that failed."""

    code: str
    by: str


class Acted(Shown):
    """An action of the game."""

    note: Note | None


class TrickCard(Answer):
    """A card of the trick that lies on the table."""

    seat: Seat
    card: Card


class Outcome(Answer):
    """How the game ended."""

    winner: Seat | None = Field(description="Who went out first or scored most; null for a tie.")
    winners: list[Seat] = Field(description="All who have won: of one side, or of several that share it.")
    payoffs: list[Integer]
    hands: list[list[Card]]
    redeals: Count


class FinishedGame(Answer):
    """A line of the score sheet."""

    game: Count
    payoffs_by_chair: list[Integer]


class Table(Answer):
    """A room as a spectator sees it: no hidden card is in it while a game runs."""

    room: Secret
    game_name: GameName
    title: str
    family: str = Field(max_length=40)
    shape: Shape
    game: Count
    index: Count
    phase: Literal["waiting", "auction", "exposing", "play", "over"]
    turn: Seat | None
    you: None
    invite: None
    players: list[Player]
    landlord: Seat | None
    bottom: list[Card] | None
    stake: Stake | None
    last: Shown | None
    history: list[Acted]
    trick: list[TrickCard]
    tricks_played: Count
    counter: None
    result: Outcome | None
    games: list[FinishedGame]
    redeals: Count
    hints: bool = Field(description="Whether who plays may ask for hints: not in rated games between people.")
