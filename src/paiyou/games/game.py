"""A game to deal and play: a spec together with the compiled engine that reads it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from paiyou.games.features import LAYOUTS, Layout
from paiyou.games.spec import ClimbingSpec
from paiyou.options import unknown

if TYPE_CHECKING:
    from paiyou._core import ClimbingEncoder, ClimbingGame, ClimbingState


class Game:
    """A game by its spec.

    Example::

        game = paiyou.game("doudizhu")
        state = game.deal(seed=7)
        while not state.over:
            state.play(state.moves()[0])
        print(state.payoffs)
    """

    def __init__(self, spec: ClimbingSpec) -> None:
        self.spec = spec

    def __repr__(self) -> str:
        return f"<game {self.name}>"

    def __reduce__(self) -> tuple[type[Game], tuple[ClimbingSpec]]:
        return Game, (self.spec,)

    @property
    def name(self) -> str:
        """The name that `paiyou.game` takes, presets and options included."""
        return self.spec.name

    @property
    def title(self) -> str:
        """The name for people."""
        return self.spec.title

    @property
    def seats(self) -> int:
        """Number of players."""
        return self.spec.seats

    @property
    def teams(self) -> tuple[int, ...]:
        """Team of each seat; with an auction, of each seat counted from the landlord."""
        return self.spec.teams

    @property
    def actions(self) -> tuple[str, ...]:
        """Every card-play action, the pass first; bids are not among them."""
        return self.spec.actions

    @cached_property
    def core(self) -> ClimbingGame:
        """The compiled game."""
        from paiyou._core import ClimbingGame

        return ClimbingGame(self.spec)

    def deal(self, seed: int | None = None) -> ClimbingState:
        """A fresh deal; one seed is one deal, here and in NumPy."""
        return self.core.deal(secrets.randbits(64) if seed is None else seed)

    def start(
        self, hands: Sequence[str], turn: int = 0, last: tuple[int, str] | None = None, bottom: str = ""
    ) -> ClimbingState:
        """A game from given hands, seat by seat; `last` is the seat and combo to beat, `bottom` the cards left over.

        Play begins with `turn` and seat 0 is the landlord. In a game with an auction, three full hands without `last`
        begin with the auction instead. Cards that are in no hand count as played before. `bottom` are the cards the
        landlord took face up: those he still holds everybody knows of. Springs are counted from here on.

        Example: `game.start(["2", "44", "5"], turn=1, last=(0, "33"))`.
        """
        if isinstance(hands, str):
            raise ValueError(f"hands must be a list of {self.seats} texts, one for each seat, not one text")
        try:
            return self.core.start(list(hands), turn, last, bottom)
        except TypeError:
            raise ValueError("hands are texts, turn a seat, last None or a pair (seat, move), bottom a text") from None

    def encoder(self, layout: str | Layout = "douzero") -> ClimbingEncoder:
        """Writes decisions as numbers for a network: `encoder().encode(state)` gives state, moves and history."""
        if isinstance(layout, str):
            if layout not in LAYOUTS:
                raise unknown("feature layout", layout, LAYOUTS)
            layout = LAYOUTS[layout]
        return self.core.encoder(layout)
