"""How a game is displayed at the table: what lies there, what a move shows, and how the page handles it.

`Display` is what is done with any family: it knows no more than State and View. A family whose games have a trick in
the middle, a landlord, a stake or a counter of unseen cards has a subclass that says so, registered for the layer
`SERVER`; one from outside does the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, cast

from paiyou.games.family import SERVER
from paiyou.games.game import Game
from paiyou.games.protocol import State, View


@dataclass(frozen=True)
class Shape:
    """How a game is handled, for a page that knows no families: the same from the deal to the end."""

    select: Literal["many", "one", "list"] = "list"
    """How a move is made: of any cards, written as their ranks from low to high; of one card, written as it is; or by
    choosing from the list of the legal ones."""
    sort: Literal["ranks", "suits", "given"] = "given"
    """How a hand is held."""
    ranks: str = ""
    """One character each, from low to high; empty: cards have no order."""
    counter: Literal["ranks", "suits"] | None = None
    """What the counter of unseen cards counts: how many of each rank, or which of each suit."""
    tricks: int = 0
    """Of a whole game; 0: there are none, and nothing lies in the middle."""
    landlord: bool = False
    """Whether there is a landlord, or will be."""
    bottom: int = 0
    """Cards that the landlord takes face up."""
    points: bool = False
    """Whether players have points while they play."""
    scoring: tuple[str, ...] = ()
    """Cards that count for whoever takes them."""
    exposable: tuple[str, ...] = ()
    """Cards that may be exposed before the first trick."""
    bombs: tuple[str, ...] = ()
    """Categories of combos that beat every other kind, the weakest first: `("bomb", "rocket")`."""

    def to_json(self) -> dict[str, Any]:
        """As the page reads it."""
        return asdict(self)


@dataclass(frozen=True)
class Scene:
    """What everybody sees of a running or finished game besides its moves; the defaults are a game without it."""

    phase: Literal["auction", "exposing", "play"] = "play"
    landlord: int | None = None
    stake: dict[str, Any] | None = None
    """What is played for: bid, bombs, spring, value."""
    trick: Sequence[tuple[int, str]] = ()
    """The cards in the middle with their seats."""
    tricks_played: int = 0
    roles: Sequence[str | None] | None = None
    """Seat by seat, as the word `role.NAME` of the game calls it."""
    points: Sequence[int] | None = None
    """Seat by seat."""
    taken: Sequence[Sequence[str]] | None = None
    """Seat by seat."""


@dataclass(frozen=True)
class Solved:
    """An endgame with open hands, solved."""

    winner: int | None
    """The seat that goes out, where that decides a game, and somebody can force it."""
    value: float | None
    """Points that the seat to move can be sure of, whatever the others do, where games are about points; with a
    partner, those of the own pair less the other pair's."""
    moves: list[str]
    """The best: every move that wins, or that gets as much."""
    line: list[tuple[int, str]]
    """Such play to the end, everyone's from his own seat."""
    nodes: int
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """As the page reads it."""
        return asdict(self)


class Display:
    """Any family."""

    def shape(self, game: Game) -> Shape:  # noqa: ARG002 - nothing is known of it
        """How a game is handled."""
        return Shape()

    def scene(self, game: Game, state: State) -> Scene:  # noqa: ARG002
        """What everybody sees; no hidden card may be in it."""
        return Scene()

    def counter(self, game: Game, view: View) -> dict[str, Any] | None:  # noqa: ARG002
        """What is neither in the seat's hand nor played yet."""
        return None

    def cards_of(self, move: str, before: Sequence[str], after: Sequence[str]) -> tuple[str, ...]:  # noqa: ARG002
        """The cards that a move shows, from the mover's hand before and after it."""
        gone = Counter(before) - Counter(after)
        shown = []
        for card in before:
            if gone[card] > 0:
                gone[card] -= 1
                shown.append(card)
        return tuple(shown)

    def stays_in_hand(self, move: str) -> bool:  # noqa: ARG002
        """Whether the cards that a move shows are still the mover's to play."""
        return False

    def bottom(self, game: Game, state: State, before: Sequence[Sequence[str]]) -> tuple[str, ...] | None:  # noqa: ARG002
        """The cards that the landlord has just taken face up; `before` are the hands until then."""
        return None

    def plays_left(self, game: Game, view: View, move: str) -> int | None:  # noqa: ARG002
        """In how few plays the seat's hand can go after a move; None where hands do not go that way."""
        return None

    def deck(self, game: Game) -> tuple[str, ...]:
        """All cards, one by one, as hands are written."""
        view = game.deal(0).view(0)
        return (*view.hand, *view.unseen)

    def solve(self, game: Game, state: State, *, max_nodes: int, seconds: float) -> Solved:  # noqa: ARG002
        """What open hands come to with best play; ValueError where nobody can tell."""
        raise ValueError(f"endgames of {game.name} cannot be solved yet")

    @property
    def solves(self) -> bool:
        """Whether ends of its games can be solved."""
        return type(self).solve is not Display.solve


def display_of(game: Game) -> Display:
    """How a game is displayed."""
    return cast(Display, game.family.part(SERVER))


def combos(game: Game, moves: Iterable[str]) -> dict[str, str]:
    """What moves are called, those that are combos: by move, the category."""
    family, spec = game.family, game.spec
    named = ((move, family.combo_of(spec, move)) for move in moves)
    return {move: combo for move, combo in named if combo is not None}
