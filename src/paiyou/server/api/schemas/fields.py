"""What bodies and answers are made of: names, seats, moves, cards, with the bounds of each."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Discriminator, Field, Tag, WithJsonSchema

from paiyou.server import names
from paiyou.server.sizes import (
    LONGEST_AGENT,
    LONGEST_CARD,
    LONGEST_GAME,
    LONGEST_MOVE,
    LONGEST_NAME,
    LONGEST_TOKEN,
    MOST_CARDS,
    MOST_INTEGER,
    MOST_PUZZLE,
    MOST_SEATS,
)

TAGS = frozenset(
    {
        "(text)", "(cards)", "(you)", "(open)", "(bot by level)", "(bot by agent)", "(all hands)",
        "(what one seat knows)",
    }
)  # fmt: skip
"""Names of alternatives, which pydantic puts into the place of a problem and people need not read there."""


class Schema(BaseModel):
    """What all schemas have in common."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Answer(Schema):
    """What the server says itself: a tuple is as good as a list there."""

    model_config = ConfigDict(strict=False)


GameName = Annotated[
    str,
    Field(min_length=1, max_length=LONGEST_GAME, description="A game with its options, as /api/games lists them."),
]
AgentName = Annotated[
    str,
    Field(
        min_length=1, max_length=LONGEST_AGENT, description="A player with its options, such as isuct:iterations=2000."
    ),
]
PersonName = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME), AfterValidator(names.clean)]
Secret = Annotated[str, Field(min_length=1, max_length=LONGEST_TOKEN)]
Seat = Annotated[int, Field(ge=0, le=MOST_SEATS - 1)]
Move = Annotated[
    str,
    Field(
        min_length=1,
        max_length=LONGEST_MOVE,
        description='"33344", "pass", "bid 2", "SQ", "expose none": see the game.',
    ),
]
PuzzleNumber = Annotated[int, Field(ge=1, le=MOST_PUZZLE)]
Card = Annotated[
    str,
    Field(min_length=1, max_length=LONGEST_CARD, description="Suit and rank such as SQ or D3; jokers B and R."),
]
Integer = Annotated[int, Field(ge=-MOST_INTEGER - 1, le=MOST_INTEGER)]
Count = Annotated[int, Field(ge=0, le=MOST_INTEGER)]
# Strict pydantic takes no list for a tuple, and JSON has nothing but lists.
SeatAndMove = Annotated[tuple[Seat, Move], Field(strict=False)]
AnswerSeatAndMove = Annotated[
    tuple[Seat, Move],
    # Looser than it is: programs that check answers by their schema (Schemathesis 4) stumble over pairs of two kinds.
    WithJsonSchema(
        {"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "string"}]}, "minItems": 2, "maxItems": 2},
        mode="serialization",
    ),
]


Combos = Annotated[dict[str, str], Field(description="Categories of combos, by move: keys of words behind combo.")]
Combo = Annotated[str | None, Field(description="The category of a combo; null where the move is none.")]


def _kind_of_hand(hand: Any) -> str:
    return "(cards)" if isinstance(hand, list) else "(text)"


Hand = Annotated[
    Annotated[str, Field(max_length=3 * MOST_CARDS), Tag("(text)")]
    | Annotated[list[Card], Field(max_length=MOST_CARDS), Tag("(cards)")],
    Discriminator(_kind_of_hand),
    Field(description='Cards: "33344", or "SQ H2" and ["SQ", "H2"] in trick games.'),
]
