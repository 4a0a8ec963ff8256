"""The games, and what may be asked about them: moves, advice, endgames."""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict, Field, JsonValue

from paiyou.server.api.schemas.fields import (
    AgentName,
    Answer,
    AnswerSeatAndMove,
    Combos,
    Count,
    GameName,
    Hand,
    Move,
    Schema,
    Seat,
    SeatAndMove,
)
from paiyou.server.sizes import MOST_HISTORY, MOST_SEATS


class Words(Answer):
    """A text for people in both languages."""

    en: str
    zh: str


class Variant(Answer):
    """A way to play a game."""

    key: str = Field(max_length=40, description="One word for it, for programs.")
    name: GameName
    title: Words


class Level(Answer):
    """A strength in words, and the player behind it."""

    key: str = Field(max_length=40)
    agent: AgentName
    rating: int | None = Field(description="By the shipped ladder of the game (docs/ladder.md); null where unknown.")


class ListedGame(Answer):
    """A game one can sit down to."""

    name: GameName
    title: Words
    about: Words = Field(description="One line to choose it by.")
    version: int = Field(ge=1, description="Of the rules; records name it.")
    family: str = Field(max_length=40)
    seats: int = Field(ge=2, le=MOST_SEATS)
    teams: list[int] = Field(description="Of each seat, counted from the landlord where there is one.")
    variants: list[Variant]
    variants_title: Words | None = Field(description="What the choice between the variants is about.")
    levels: list[Level]
    strongest: AgentName = Field(description="The player who gives hints and reviews games.")
    emblem: list[str] = Field(description="Cards that stand for the game.")
    examples: dict[str, str] = Field(description="One move of every kind of combo, by the combo that it is.")
    mistakes: list[float] | None = Field(
        description="In points, the least that an inaccuracy, a mistake and a blunder cost; null where there is none."
    )
    effects: dict[str, str] = Field(description="How combos are felt at the table: blast, launch or flight, by combo.")
    lesson: int = Field(ge=0, description="How many steps the game's lesson has; 0: there is none.")
    rules: Words = Field(description="For people; paragraphs are lines.")
    words: dict[str, Words] = Field(description="What combos, roles and other things are called, by key: combo.bomb.")


class GameList(Answer):
    """All of them."""

    games: list[ListedGame]


SEEN: dict[str, JsonValue] = {
    "game": "doudizhu",
    "hand": "3456789TJQKA2BR33",
    "seat": 1,
    "history": [[0, "44"]],
    "bottom": "557",
}


class Seen(Schema):
    """What a seat knows in a game from the deal on."""

    model_config = ConfigDict(json_schema_extra={"examples": [SEEN]})

    game: GameName
    hand: Hand
    seat: Seat
    history: list[SeatAndMove] = Field(
        default_factory=list, max_length=MOST_HISTORY, description="All moves so far, with their seats."
    )
    bottom: Hand = Field(default="", description="The cards the landlord took face up.")


class MoveList(Answer):
    """Legal moves."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"moves": ["pass", "BR"], "combos": {"BR": "rocket"}}]})

    moves: list[Move]
    combos: Combos


class AdviceWanted(Seen):
    """The same, and who is asked."""

    model_config = ConfigDict(json_schema_extra={"examples": [{**SEEN, "agent": "rules"}]})

    agent: AgentName | None = Field(default=None, description="By default the game's strongest.")


class Advised(Answer):
    """A move and what the player thinks of it."""

    move: Move
    value: float = Field(description="What the seat may expect, in the unit of the answer.")
    weight: float = Field(description="Visits of a search, else 1; 0 where the player has no opinion.")


class Advice(Answer):
    """Every legal move, best first."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "moves": [{"move": "pass", "value": 0.1, "weight": 1}, {"move": "BR", "value": -0.4, "weight": 1}],
                    "unit": "result",
                    "combos": {"BR": "rocket"},
                }
            ]
        }
    )

    moves: list[Advised]
    unit: Literal["result", "points", "order"] = Field(
        description="Of values: -1 (lost) to 1 (won); points; or numbers whose order alone means something."
    )
    combos: Combos


class Endgame(Schema):
    """Open hands to solve."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"game": "doudizhu", "hands": ["3334", "2", "55"], "turn": 0, "last": None, "bottom": ""}]
        }
    )

    game: GameName
    hands: list[Hand] = Field(min_length=2, max_length=MOST_SEATS, description="Every seat's cards, seat 0 first.")
    turn: Seat = 0
    last: SeatAndMove | None = Field(default=None, description="The combo to beat and who played it.")
    bottom: Hand = Field(default="", description="The cards left over at the deal; they do not change the result.")


class Solved(Answer):
    """Who wins with best play, by which moves, and how the game then goes."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "winner": 0,
                    "moves": ["333", "3334"],
                    "line": [[0, "3334"]],
                    "nodes": 4,
                    "seconds": 0.0001,
                    "combos": {"333": "trio", "3334": "trio+solo"},
                }
            ]
        }
    )

    winner: Seat | None
    moves: list[Move]
    line: list[AnswerSeatAndMove]
    nodes: Count
    seconds: float
    combos: Combos
