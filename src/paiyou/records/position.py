"""A position of a game: how it began, by a seed or by given hands, and the moves since. As JSON it fits in a link.

`{"game": "doudizhu", "hands": ["3334", "2", "55"], "turn": 1, "last": [0, "6"], "moves": ["2"]}`
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from paiyou.games.game import Game
from paiyou.games.protocol import Hand, State
from paiyou.games.registry import game as find_game
from paiyou.options import shown

STARTS = ("turn", "last", "bottom", "exposed")
"""What `Game.start` takes besides hands."""


@dataclass(frozen=True)
class Position:
    """Where a game stands, all hands included.

    Example: `Position("doudizhu", hands=("3334", "2", "55")).state().moves()`.
    """

    game: str
    """As `paiyou.game` takes it."""
    seed: int | None = None
    """What `game.deal` is given; None for a game from given hands."""
    hands: tuple[Hand, ...] | None = None
    """What `game.start` is given, with the four below where they are not None."""
    turn: int | None = None
    last: tuple[int, str] | None = None
    bottom: Hand | None = None
    exposed: tuple[str, ...] | None = None
    moves: tuple[str, ...] = ()
    """All decisions since, calls and exposures included."""

    def __post_init__(self) -> None:
        if (self.seed is None) == (self.hands is None):
            raise ValueError("a game begins with a seed or with hands: give one of the two")
        for name in STARTS:
            if self.hands is None and getattr(self, name) is not None:
                raise ValueError(f"{name} goes with hands; a seed says by itself how the game begins")

    @classmethod
    def from_json(cls, said: Mapping[str, Any]) -> Position:
        """From an object with these names; what is missing or null is not said."""
        given = {name: said[name] for name in cls.__dataclass_fields__ if said.get(name) is not None}
        if "seed" in given:
            given["seed"] = int(given["seed"])
        if "hands" in given:
            given["hands"] = tuple(given["hands"])
        if "last" in given:
            seat, move = given["last"]
            given["last"] = (seat, move)
        for name in ("moves", "exposed"):
            if name in given:
                given[name] = tuple(given[name])
        return cls(**given)

    def to_json(self) -> dict[str, Any]:
        """As an object; what is not said is left out."""
        said = {name: getattr(self, name) for name in self.__dataclass_fields__}
        # Nothing exposed is something said: then nobody is asked to expose any more.
        return {name: value for name, value in said.items() if value is not None}

    @property
    def start(self) -> dict[str, Any]:
        """How the game began, as a record says it."""
        return {name: getattr(self, name) for name in ("seed", "hands", *STARTS)}

    def begin(self, game: Game | None = None) -> State:
        """The game before its first move."""
        game = game or find_game(self.game)
        if self.hands is None:
            return game.deal(self.seed)
        # Only what is said: what a game does without is for the game to know.
        said = {name: getattr(self, name) for name in STARTS if getattr(self, name) is not None}
        return game.start(list(self.hands), **said)

    def states(self, game: Game | None = None) -> Iterator[State]:
        """The state before each move, and the last; the same object is played on. ValueError at a move refused."""
        state = self.begin(game)
        yield state
        for number, move in enumerate(self.moves, 1):
            try:
                state.play(move)
            except ValueError as error:
                raise ValueError(f"move {number}, {shown(move)}: {error}") from None
            yield state

    def state(self, game: Game | None = None) -> State:
        """Where the game stands now; ValueError where a move may not be made."""
        *_, last = self.states(game)
        return last
