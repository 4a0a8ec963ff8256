"""Games that no package of ours knows: a climbing game with words of its own, and a family that the page never met.

They are found by entry points, as an installed package's would be (see `test_outside_games.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from paiyou.games.climbing_family import CLIMBING
from paiyou.games.climbing_spec import SYMBOLS, ClimbingSpec, Score
from paiyou.games.combos import build_table, chains, sets
from paiyou.games.family import ENGINE, Family
from paiyou.games.info import GameInfo
from paiyou.games.text import Text


def tycoon_spec() -> ClimbingSpec:
    """Like Daifugo: one to four alike, four of which are no bomb, and runs that the family has no word for."""
    return ClimbingSpec(
        name="tycoon", title="Tycoon 大富翁", symbols=SYMBOLS[:13], deck=tuple(range(52)), seats=4, hand_size=13,
        teams=(0, 1, 2, 3), lead_card=1, score=Score(kind="cards"),
        table=build_table([
            *sets("solo", range(13), 1), *sets("pair", range(13), 2), *sets("trio", range(13), 3),
            *sets("quad", range(13), 4), *chains("ladder", 13, (3, 4), 1),
        ]),
    )  # fmt: skip


TYCOON = GameInfo(
    name="tycoon",
    family=CLIMBING,
    make=tycoon_spec,
    title=Text("Tycoon", "大富翁"),
    about=Text("Four alike are no bomb here.", "四张相同不算炸弹。"),
    seats=4,
    levels={"beginner": "random", "strong": "rules"},
    emblem=("D3", "CA", "H2"),
    rules=Text("Empty your hand first.\nFour alike beat only four alike.", "先出完者胜。\n四张相同只压四张相同。"),
    words={"combo.quad": Text("a foursome", "四条"), "caption.quad": Text("Foursome", "四条")},
)

NAMES = ("I", "II", "III", "IV", "V")
"""Cards of no pack, from low to high."""


@dataclass(frozen=True)
class NumbersSpec:
    """Everyone has the same five numbers and plays one in turn; of each round the higher number earns a point."""

    name: str = "numbers"
    title: str = "Numbers 比大小"
    seats: int = 2
    teams: tuple[int, ...] = (0, 1)
    version: int = 1
    actions: tuple[str, ...] = NAMES
    auction: None = None
    family: ClassVar[Family[Any]]


@dataclass
class NumbersState:
    """A game of Numbers: nothing but what is asked of every state."""

    history: list[tuple[int, str]] = field(default_factory=list)

    redeal: ClassVar[bool] = False

    @property
    def turn(self) -> int:
        return len(self.history) % 2

    @property
    def over(self) -> bool:
        return len(self.history) == 2 * len(NAMES)

    @property
    def hands(self) -> list[list[str]]:
        return [self.cards(seat) for seat in range(2)]

    @property
    def last(self) -> tuple[int, str] | None:
        return self.history[-1] if self.turn else None

    @property
    def payoffs(self) -> list[int] | None:
        if not self.over:
            return None
        places = [NAMES.index(move) for _, move in self.history]
        won = sum((one > other) - (one < other) for one, other in zip(places[::2], places[1::2], strict=True))
        return [won, -won]

    @property
    def winner(self) -> int | None:
        return None if not self.payoffs or not self.payoffs[0] else int(self.payoffs[0] < 0)

    @property
    def key(self) -> bytes:
        return repr(self.history).encode().rjust(16)[-16:]

    def moves(self) -> list[str]:
        return [] if self.over else self.cards(self.turn)

    def cards(self, seat: int) -> list[str]:
        gone = [move for mover, move in self.history if mover == seat]
        return [name for name in NAMES if name not in gone]

    def play(self, move: str) -> None:
        if move not in self.moves():
            raise ValueError(f"{move} may not be played")
        self.history.append((self.turn, move))

    def copy(self) -> NumbersState:
        return NumbersState(list(self.history))

    def rewound(self) -> NumbersState:
        return NumbersState()

    def view(self, seat: int) -> NumbersView:
        return NumbersView(self.copy(), seat)


class NumbersView:
    """What a seat knows: everything, since nothing is hidden."""

    public: ClassVar[list[str]] = []

    def __init__(self, state: NumbersState, seat: int) -> None:
        self.state, self.seat, self.turn = state, seat, state.turn
        self.hand, self.history, self.last, self.key = state.cards(seat), state.history, state.last, state.key
        self.counts = [len(hand) for hand in state.hands]
        self.unseen = state.cards(1 - seat)

    def moves(self) -> list[str]:
        return self.state.moves() if self.seat == self.turn else []

    def sample(self, seed: int) -> NumbersState:  # noqa: ARG002 - there is nothing to draw
        return self.state.copy()


class NumbersEngine:
    """Plays it."""

    def compile(self, spec: NumbersSpec) -> NumbersEngine:  # noqa: ARG002
        return self

    def deal(self, seed: int) -> NumbersState:  # noqa: ARG002
        return NumbersState()

    def start(self, *_: object) -> NumbersState:
        return NumbersState()


NUMBERS_FAMILY: Family[NumbersSpec] = Family("numbers", "number games")
NUMBERS_FAMILY.supply(ENGINE, NumbersEngine())
NumbersSpec.family = NUMBERS_FAMILY

NUMBERS = GameInfo(
    name="numbers",
    family=NUMBERS_FAMILY,
    make=NumbersSpec,
    title=Text("Numbers", "比大小"),
    about=Text("The higher number earns a point.", "大的得一分。"),
    seats=2,
    levels={"beginner": "random"},
    strongest="random",
    rules=Text("Play a number; the higher one of a round earns a point.", "各出一个数，大的得一分。"),
)
