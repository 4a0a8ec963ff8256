"""A game to deal and play: a spec together with the compiled engine that reads it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from paiyou.games import pickling
from paiyou.games.climbing_family import CLIMBING
from paiyou.games.family import ENGINE, Family
from paiyou.games.features import LAYOUTS, Layout
from paiyou.games.protocol import GameSpec, Hand, State
from paiyou.options import unknown

if TYPE_CHECKING:
    from paiyou._core import ClimbingEncoder
    from paiyou.games.info import GameInfo


class Game:
    """A game by its spec.

    Example::

        game = paiyou.game("doudizhu")
        state = game.deal(seed=7)
        while not state.over:
            state.play(state.moves()[0])
        print(state.payoffs)
    """

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec

    def __repr__(self) -> str:
        return f"<game {self.name}>"

    def __reduce__(self) -> tuple[object, ...]:
        return pickling.reduce_game(self.spec)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and pickling.same_game(self.spec, other.spec)

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def family(self) -> Family[Any]:
        """What kind of game it is."""
        return self.spec.family

    @cached_property
    def info(self) -> GameInfo:
        """What is told about it; little where it is not listed."""
        from paiyou.games import registry

        return registry.info_of(self.spec)

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
        """Every card-play action, the pass first where there is one; bids and exposures are not among them."""
        return self.spec.actions

    @cached_property
    def core(self) -> Any:
        """The compiled game."""
        return pickling.compiled(self.spec, self.family.part(ENGINE).compile)

    def deal(self, seed: int | None = None) -> State:
        """A fresh deal; one seed is one deal, here and in NumPy."""
        return cast(State, self.core.deal(secrets.randbits(64) if seed is None else seed))

    def start(
        self,
        hands: Sequence[Hand],
        turn: int = 0,
        last: tuple[int, str] | None = None,
        bottom: Hand = "",
        exposed: str | Sequence[str] | None = None,
    ) -> State:
        """A game from given hands, seat by seat; `last` is the seat and move to answer, `bottom` the cards left over.

        Play begins with `turn`. Cards that are in no hand count as played before.

        Climbing games: seat 0 is the landlord. In a game with an auction, three full hands without `last` begin with
        the auction instead. `bottom` are the cards the landlord took face up: those he still holds everybody knows of.
        Springs are counted from here on.

        Trick games: hands are lists of cards, or strings such as `"SQ H2"`. `last` is a card led by the seat just
        before `turn`, `exposed` names the cards shown. Full hands begin with exposing, unless `exposed` is given, and
        in Gongzhu the holder of C2 is the one to begin. With fewer cards every suit counts as led before. Scores are
        counted from here on.

        Example: `game.start(["2", "44", "5"], turn=1, last=(0, "33"))`.
        """
        if isinstance(hands, str):
            raise ValueError(f"hands must be a list of {self.seats} hands, one for each seat, not one string")
        try:
            return self.family.part(ENGINE).start(self.core, hands, turn, last, bottom, exposed)
        except TypeError:
            raise ValueError(
                "hands are strings (in trick games lists of cards), turn a seat, last None or a pair (seat, move), "
                "bottom and exposed strings or lists of cards"
            ) from None

    def encoder(self, layout: str | Layout = "douzero") -> ClimbingEncoder:
        """Writes decisions as numbers for a network: `encoder().encode(state)` gives state, moves and history."""
        CLIMBING.spec_of(self, "feature layouts are there")
        if isinstance(layout, str):
            if layout not in LAYOUTS:
                raise unknown("feature layout", layout, LAYOUTS)
            layout = LAYOUTS[layout]
        return cast("ClimbingEncoder", self.core.encoder(layout))
