"""Rooms: opening one, joining one, its records."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Discriminator, Field, Tag, model_validator

from paiyou.server.api.schemas.fields import AgentName, Answer, Count, GameName, PersonName, Schema, Seat, Secret
from paiyou.server.api.schemas.lab import AnyPosition
from paiyou.server.sizes import LONGEST_ID, MOST_SEATS


class YourChair(Schema):
    """The chair of who opens the room."""

    kind: Literal["you"]


class OpenChair(Schema):
    """A chair for whoever has the invitation."""

    kind: Literal["open"]


class LevelChair(Schema):
    """A bot by its strength in words."""

    kind: Literal["bot"]
    level: Annotated[str, Field(min_length=1, max_length=40)]


class AgentChair(Schema):
    """A bot by its name and options."""

    kind: Literal["bot"]
    agent: AgentName


def _kind_of_chair(chair: Any) -> str:
    kind = chair.get("kind") if isinstance(chair, dict) else None
    if kind == "bot":
        return "(bot by agent)" if "agent" in chair else "(bot by level)"
    return f"({kind})"


AnyChair = Annotated[
    Annotated[YourChair, Tag("(you)")]
    | Annotated[OpenChair, Tag("(open)")]
    | Annotated[LevelChair, Tag("(bot by level)")]
    | Annotated[AgentChair, Tag("(bot by agent)")],
    Discriminator(
        _kind_of_chair,
        custom_error_type="chair_kind",
        custom_error_message='Input should be {"kind": "you"}, {"kind": "open"}, {"kind": "bot", "level": ...} or '
        '{"kind": "bot", "agent": ...}',
    ),
]


class CreateRoom(Schema):
    """A room to open. Exactly one chair is yours; there are as many as the game has seats."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "game": "doudizhu:bidding=123",
                    "chairs": [{"kind": "you"}, {"kind": "bot", "level": "steady"}, {"kind": "bot", "agent": "rules"}],
                    "name": "Ann",
                }
            ]
        }
    )

    game: GameName
    chairs: list[AnyChair] = Field(min_length=2, max_length=MOST_SEATS)
    name: PersonName
    seed: Count | None = Field(default=None, description="The same seed deals the same cards; by default any.")
    position: AnyPosition | None = Field(
        default=None, description="Where the first game begins, as in the lab; hands that it does not say are dealt."
    )
    profile: Secret | None = Field(
        default=None, description="The key of your record, in which the games are then written: see /api/profiles."
    )

    @model_validator(mode="after")
    def _one_is_yours(self) -> CreateRoom:
        if sum(isinstance(chair, YourChair) for chair in self.chairs) != 1:
            raise ValueError('exactly one chair must be {"kind": "you"}')
        return self


class RoomCreated(Answer):
    """Your key to your chair, and where chairs are open the word that lets others in."""

    room: Secret
    chair: Seat
    token: Secret
    invite: Secret | None


class JoinRoom(Schema):
    """Who comes, by which invitation."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"invite": "Zk3v...", "name": "Bob"}]})

    invite: Secret
    name: PersonName
    profile: Secret | None = Field(default=None, description="The key of your record, for a room that is rated.")
    id: Annotated[str, Field(min_length=16, max_length=LONGEST_ID)] | None = Field(
        default=None,
        description="A random text of your own: joining again with it gives the same chair, should an answer get lost.",
    )


class Joined(Answer):
    """Your key to your chair."""

    room: Secret
    chair: Seat
    token: Secret


class Records(Answer):
    """The finished games of a room; docs/records.md says what a record holds."""

    records: list[dict[str, Any]]
