"""Several tables at once, in brief, as the lobby lists them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from paiyou.server.api.schemas.fields import Answer, Count, GameName, PersonName, Schema, Seat, Secret
from paiyou.server.api.schemas.table import Outcome, Player
from paiyou.server.sizes import MOST_HISTORY, MOST_TABLES


class TablesWanted(Schema):
    """Which rooms."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"rooms": ["Zk3v..."]}]})

    rooms: list[Secret] = Field(max_length=MOST_TABLES)


class BriefTable(Answer):
    """A room as a spectator sees it, in brief."""

    room: Secret
    game_name: GameName
    title: str
    game: Count
    phase: Literal["waiting", "auction", "exposing", "play", "over"]
    turn: Seat | None
    players: list[Player]
    result: Outcome | None
    ended: float | None = Field(description="When the game ended, in seconds since 1970; null where nobody knows.")


class MissingTable(Answer):
    """A room that cannot be looked at, and why."""

    room: Secret
    trouble: str


class Tables(Answer):
    """In the order in which they were asked for."""

    tables: list[BriefTable | MissingTable]


class Again(Schema):
    """From which move a finished game is to be played again, on which seat."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"move": 12, "seat": 0, "name": "Ann"}]})

    move: Annotated[int, Field(ge=0, le=MOST_HISTORY)]
    seat: Seat
    name: PersonName
