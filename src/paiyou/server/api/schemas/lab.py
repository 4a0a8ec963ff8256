"""The lab: positions, who is asked about them, and the answers."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import ConfigDict, Discriminator, Field, JsonValue, Tag

from paiyou.server.api.schemas.fields import (
    AgentName,
    Answer,
    AnswerSeatAndMove,
    Combo,
    Combos,
    Count,
    GameName,
    Hand,
    Move,
    Schema,
    Seat,
    SeatAndMove,
)
from paiyou.server.api.schemas.games import Advice, Seen
from paiyou.server.api.schemas.reviews import Step
from paiyou.server.api.schemas.table import Acted, Outcome
from paiyou.server.families.display import Shape
from paiyou.server.sizes import LONGEST_AGENT, LONGEST_CARD, MOST_CARDS, MOST_HISTORY, MOST_SEATS

DEALT: dict[str, JsonValue] = {"game": "doudizhu", "seed": 7, "moves": []}
SET: dict[str, JsonValue] = {"game": "doudizhu", "hands": ["3334", "2", "55"], "turn": 0, "moves": ["333"]}
KNOWN: dict[str, JsonValue] = {
    "game": "doudizhu",
    "seat": 1,
    "hand": "3456789TJQKA2BR33",
    "history": [[0, "44"]],
    "bottom": "557",
}


class AllHands(Schema):
    """A position with all hands: the deal of a seed, or given hands; `docs/records.md` says what the names mean."""

    game: GameName
    version: Count | None = Field(default=None, description="Of the game's rules; another than today's is refused.")
    seed: Count | Annotated[str, Field(pattern=r"^[0-9]{1,20}$")] | None = Field(
        default=None, description="A string where a program has no integers that large."
    )
    hands: list[Hand] | None = Field(default=None, min_length=2, max_length=MOST_SEATS)
    turn: Seat | None = None
    last: SeatAndMove | None = None
    bottom: Hand | None = None
    exposed: list[Annotated[str, Field(max_length=LONGEST_CARD)]] | None = Field(default=None, max_length=MOST_CARDS)
    moves: list[Move] = Field(
        default_factory=list, max_length=MOST_HISTORY, description="All decisions since, calls and exposures included."
    )


def _kind_of_position(said: Any) -> str:
    known = "seat" in said if isinstance(said, dict) else isinstance(said, Seen)
    return "(what one seat knows)" if known else "(all hands)"


AnyPosition = Annotated[
    Annotated[AllHands, Tag("(all hands)")] | Annotated[Seen, Tag("(what one seat knows)")],
    Discriminator(_kind_of_position),
]
Word = Annotated[int, Field(ge=0, le=2**53, description="From which all chance of the agent follows.")]


class GameWanted(Schema):
    """A game."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"game": "gongzhu"}]})

    game: GameName


class LabAgent(Answer):
    """Who can be asked."""

    name: AgentName
    line: str
    sees_all: bool = Field(description="Whether it looks at all hands.")


class LabGame(Answer):
    """What the lab knows of a game."""

    game_name: GameName
    title: str
    shape: Shape
    deck: list[str] = Field(description="All cards, one by one, as hands are written.")
    sizes: list[Count] = Field(description="Of the hands when they are dealt.")
    agents: list[LabAgent]
    sources: list[str] = Field(description="Where beliefs may come from; any quick agent may be named besides.")
    solves: bool = Field(description="Whether its ends can be solved.")


class LookWanted(Schema):
    """A position to look at."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"position": DEALT}, {"position": SET}, {"position": KNOWN}]}
    )

    position: AnyPosition
    first: int = Field(default=0, ge=0, le=MOST_HISTORY, description="The first step that is wanted.")


class LabStep(Step):
    """A step with the number of everybody's cards: hands that were not set are empty."""

    counts: list[Count]
    last: AnswerSeatAndMove | None = Field(description="What is to be beaten or followed.")


class Given(Answer):
    """What was to be beaten when the position began."""

    seat: Seat
    move: Move
    cards: list[str]
    combo: Combo


class Look(Answer):
    """A position from its beginning."""

    game_name: GameName
    title: str
    shape: Shape
    teams: list[int]
    seen_by: Seat | None = Field(description="The seat whose knowledge was set; null where all hands were.")
    history: list[Acted]
    given: Given | None
    result: Outcome | None
    redeal: bool = Field(description="Whether everybody has declined.")
    first: Count
    steps: list[LabStep] = Field(description="From the `first` on; there is one for each move, and the end.")
    moves: list[Move] = Field(description="All moves, as they are written.")
    legal: list[Move] = Field(description="What may be played now; empty where the seat to move is not known.")
    combos: Combos


class AskWanted(Schema):
    """A position, and who is asked."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"position": SET, "agent": "rules"}]})

    position: AnyPosition
    agent: AgentName | None = Field(default=None, description="By default the game's strongest player.")
    word: Word = 0


class LabMoveWanted(AskWanted):
    """The same for a bot that is to move."""

    values: bool = Field(default=False, description="Whether what it thinks of its moves is wanted, too.")


class LabMoved(Answer):
    """A bot's move and the table after it."""

    move: Move
    opinion: Advice | None
    look: Look


class BeliefWanted(Schema):
    """A position, and what is asked about its hidden cards."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"position": DEALT, "seat": 1, "source": "rules"}]})

    position: AnyPosition
    seat: Seat | None = Field(default=None, description="Whose view; by default that of the seat to move.")
    source: Annotated[str, Field(min_length=1, max_length=LONGEST_AGENT)] = Field(
        default="counting", description="counting, an agent whose way of playing is known, or belief for a network."
    )


class LabHolding(Answer):
    """A hidden card and who may have it."""

    card: str
    chances: list[list[float]] = Field(
        description="Seat by seat, and last of what nobody holds: the chances of none, one, two, ... of it."
    )


class Believed(Answer):
    """Who may hold what."""

    seat: Seat
    counts: list[Count] = Field(description="Of cards, seat by seat.")
    source: str
    deals: Count = Field(description="Deals that were weighed.")
    exact: bool = Field(description="Whether these are all that there may be; else they were drawn.")
    effective: float = Field(description="As many as would say as much if they all weighed the same.")
    holdings: list[LabHolding]


class SolveWanted(Schema):
    """A position with open hands."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"position": SET}]})

    position: AllHands


class LabSolved(Answer):
    """What best play comes to."""

    winner: Seat | None = Field(description="Who goes out first, where that decides and somebody can force it.")
    value: float | None = Field(description="Points that the seat to move can be sure of, in games about points.")
    moves: list[Move] = Field(description="The best.")
    line: list[AnswerSeatAndMove]
    nodes: Count
    seconds: float
    combos: Combos
