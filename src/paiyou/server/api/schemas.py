"""Every body and answer of the REST API, as pydantic models: what is documented is what is checked.

Bodies are strict (no text where a number is wanted, no field that is not ours) and bounded in every direction. Whether
cards and moves make sense is for the games to say.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    JsonValue,
    Tag,
    WithJsonSchema,
    model_validator,
)

from paiyou.server.families.display import Shape
from paiyou.server.sizes import (
    LONGEST_AGENT,
    LONGEST_CARD,
    LONGEST_GAME,
    LONGEST_ID,
    LONGEST_MOVE,
    LONGEST_NAME,
    LONGEST_TOKEN,
    MOST_CARDS,
    MOST_HISTORY,
    MOST_INTEGER,
    MOST_SEATS,
)

TAGS = frozenset({"(text)", "(cards)", "(you)", "(open)", "(bot by level)", "(bot by agent)"})
"""Names of alternatives, which pydantic puts into the place of a problem and people need not read there."""


class Schema(BaseModel):
    """What all have alike."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Answer(Schema):
    """What the server says itself: a tuple is as good as a list there."""

    model_config = ConfigDict(strict=False)


def _printable(text: str) -> str:
    text = text.strip()
    if not text or not text.isprintable():
        raise ValueError(f"a name must have 1 to {LONGEST_NAME} characters that can be printed")
    return text


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
PersonName = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME), AfterValidator(_printable)]
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
PuzzleNumber = Annotated[int, Field(ge=1, le=9_999)]
Card = Annotated[
    str,
    Field(min_length=1, max_length=LONGEST_CARD, description="Suit and rank such as SQ or D3; jokers B and R."),
]
Integer = Annotated[int, Field(ge=-MOST_INTEGER - 1, le=MOST_INTEGER)]
Count = Annotated[int, Field(ge=0, le=MOST_INTEGER)]
# Strict pydantic takes no list for a tuple, and JSON has nothing but lists.
SeatAndMove = Annotated[tuple[Seat, Move], Field(strict=False)]
ToldSeatAndMove = Annotated[
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


class ErrorBody(Answer):
    """What is told where something is wrong."""

    code: str = Field(max_length=40, description="One word for programs.", examples=["invalid"])
    message: str = Field(max_length=500, description="One sentence for people.", examples=["seat must be at most 3"])
    detail: dict[str, Any] | None = Field(default=None, description="What the sentence speaks of, by name.")


# --- games


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
    rules: Words = Field(description="For people; paragraphs are lines.")
    words: dict[str, Words] = Field(description="What combos, roles and other things are called, by key: combo.bomb.")


class GameList(Answer):
    """All of them."""

    games: list[ListedGame]


# --- moves, advice, endgames


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
    value: float = Field(description="The seat's expected result, in the player's own unit.")
    weight: float = Field(description="Visits of a search, else 1; 0 where the player has no opinion.")


class Advice(Answer):
    """Every legal move, best first."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "moves": [{"move": "pass", "value": 0.1, "weight": 1}, {"move": "BR", "value": -0.4, "weight": 1}],
                    "combos": {"BR": "rocket"},
                }
            ]
        }
    )

    moves: list[Advised]
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
    line: list[ToldSeatAndMove]
    nodes: Count
    seconds: float
    combos: Combos


# --- puzzles


class ListedPuzzle(Answer):
    """An endgame in which seat 0, the landlord, is to move and has exactly one move that wins."""

    id: PuzzleNumber
    game: GameName
    level: Literal["easy", "medium", "hard"]
    difficulty: float = Field(description="More is harder.")
    hands: list[str] = Field(description="Every seat's cards, seat 0 first.")
    last: ToldSeatAndMove | None = Field(description="The combo to beat and who played it.")


class PuzzleList(Answer):
    """All of them, easy ones first."""

    puzzles: list[ListedPuzzle]


class PuzzleMoves(Schema):
    """How a puzzle was played so far."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"moves": []}]})

    moves: list[Move] = Field(
        default_factory=list, max_length=MOST_HISTORY, description="All moves so far, the peasants' replies among them."
    )


class PuzzlePosition(Answer):
    """A puzzle after these moves and the peasants' best replies: seat 0 is to move, or it is over."""

    moves: list[ToldSeatAndMove] = Field(description="All moves so far with their seats, the replies among them.")
    hands: list[str]
    turn: Seat | None
    last: ToldSeatAndMove | None
    legal: list[Move]
    winner: Seat = Field(description="Who goes out with best play: 0 where the puzzle is still won, or solved.")
    winning: list[Move] = Field(description="The legal moves that win.")
    line: list[ToldSeatAndMove] = Field(description="How it goes on with best play.")
    shape: Shape
    combos: Combos


# --- rooms


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


# --- the table, as a spectator sees it


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


# --- the review of a finished game


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
