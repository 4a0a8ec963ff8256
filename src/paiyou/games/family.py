"""Families of games: what everybody else asks about a game without knowing which game it is.

A family is an object (`CLIMBING`, `TRICK`, or one from outside), and every spec says which it belongs to. What needs
nothing but the spec the family answers itself. What needs a layer of the house above (the compiled core, the arena, the
learner, the server, the terminal) that layer supplies as a *part*; it is loaded when it is first asked for, so `games`
imports none of them. The interfaces of the parts stand here, for whoever writes a family of his own:

    class War(Family):
        ...

    WAR = War("war", "war games")
    WAR.supply(ENGINE, WarEngine())  # plays; matches, records and the server's default part do the rest
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar, cast

from paiyou.games.text import Text

if TYPE_CHECKING:
    from paiyou.games.game import Game
    from paiyou.games.protocol import Hand, State

P = TypeVar("P")
S = TypeVar("S")

AUCTION, EXPOSURES, MOVES = "auction", "exposures", "moves"
"""The sections of a game, as records write them."""


@dataclass(frozen=True)
class Layer(Generic[P]):
    """A layer of the house that needs something of its own of every family.

    `home` is the module in which the layer supplies its parts for the families that come with the package.
    """

    name: str
    able: str
    """What games with such a part can do: `"be trained"`."""
    home: str


class Engine(Protocol):
    """Plays games: makes the object that deals and starts them, from a spec."""

    def compile(self, spec: Any) -> Any:
        """The game ready to deal: an object with `deal(seed)`, which gives a State."""

    def start(
        self,
        core: Any,
        hands: Sequence[Hand],
        turn: int,
        last: tuple[int, str] | None,
        bottom: Hand,
        exposed: str | Sequence[str] | None,
    ) -> State:
        """A game from given hands; see `Game.start`."""


class Search(Protocol):
    """Searches games: the core's searchers for a family. Tree and open searches are methods of the compiled game."""

    @property
    def minimax(self) -> Callable[..., Any]:
        """The exact search of open hands."""

    @property
    def expectimax(self) -> Callable[..., Any]:
        """The exact search of information sets."""

    def reward(self, spec: Any) -> str:
        """What a search counts unless it is told: `"win"` or `"points"`."""


class Rules(Protocol):
    """The rule player of a family."""

    def __call__(self, game: Game) -> Any:
        """A player with `choose(view)`, `evaluate(view)` and `unit(view)`."""


class Neural(Protocol):
    """How networks play a family's games; see `agents/neural/parts.py`."""

    @property
    def options(self) -> Collection[str]:
        """Options of the agent that mean something in this family alone, by name; `overrides` takes them."""

    def reader(self, game: Game, card: Any) -> Any:
        """What a model is told of a decision, by its card: see `agents/neural/reader.py`; ValueError where nothing."""

    def overrides(self, game: Game, card: Any, **options: Any) -> Any:
        """What overrides the networks of a model: see `agents/neural/overrides.py`."""

    def points_unit(self, game: Game) -> float:
        """What a model's points are large or small beside, as its chances to win are beside 1."""

    def playouts(self, game: Game, file: Any) -> Any:
        """The core's play-out network from its file: see `agents/neural/playouts.py`; ValueError where it fits not."""


class Arena(Protocol):
    """What a finished or broken-off game counts in a match."""

    def measure(
        self, game: Game, seating: tuple[int, ...], outcome: Any, player: int
    ) -> dict[str, tuple[float, float]]:
        """All measures of one game for one agent: by name, the sum of the values and their number."""

    def win_shares(self, game: Game, seating: tuple[int, ...], outcome: Any) -> list[float]:
        """What each seat has of the win."""

    def unit(self, game: Game) -> str:
        """What the points of a game are counted in."""

    def forfeit(self, game: Game, state: Any, seats: Sequence[int]) -> list[int]:
        """The payoffs of a game that ends here because the agent in these seats has failed."""


class KnownCards(Protocol):
    """The cards of one game as far as one seat knows them, to fill in the rest: see `view_from_history.py`."""

    def __call__(self, game: Game) -> Any:
        """For one game."""


class Terminal(Protocol):
    """A game on a text screen."""

    def __call__(self, game: Game, seat: int, console: Any) -> Any:
        """The screen of one person; see `terminal/screen.py`."""

    def how_to_write(self, game: Game) -> str:
        """One line about how moves are typed."""


class Pictures(Protocol):
    """What is seen on a picture of a position; see `pictures/scene.py`."""

    def scene(self, position: Any) -> Any:
        """The chairs of a State or a View and what lies before them; of a view nothing hidden may be in it."""


class Server(Protocol):
    """What a chair at the server's table is shown of a game; see `server/families/display.py`."""

    def shape(self, game: Game) -> Any:
        """How a game is handled by a page that knows no families."""

    def scene(self, game: Game, state: Any) -> Any:
        """What everybody sees besides the moves; no hidden card may be in it."""

    def counter(self, game: Game, view: Any) -> Any:
        """What is neither in the seat's hand nor played yet; None where nobody counts."""

    def cards_of(self, move: str, before: Sequence[str], after: Sequence[str]) -> tuple[str, ...]:
        """The cards that a move shows, from the mover's hand before and after it."""

    def stays_in_hand(self, move: str) -> bool:
        """Whether the cards that a move shows are still the mover's to play."""

    def bottom(self, game: Game, state: Any, before: Sequence[Sequence[str]]) -> tuple[str, ...] | None:
        """The cards that the landlord has just taken face up."""

    def deck(self, game: Game) -> tuple[str, ...]:
        """All cards, one by one, as hands are written."""

    @property
    def solves(self) -> bool:
        """Whether ends of its games can be solved."""

    def solve(self, game: Game, state: Any, *, max_nodes: int, seconds: float) -> Any:
        """What open hands come to with best play."""


class Learn(Protocol):
    """What the learner needs of a family: games as tensors, and networks for them; see `learn/climbing/part.py`."""

    def check(self, spec: Any, objective: str = "wp") -> None:
        """Refuse a game that cannot be learnt, or not with this objective, with one sentence."""

    def batch(self, spec: Any, number: int, seed: Any, device: Any, quiet: float = 0.0) -> Any:
        """So many games at once, dealt by the seeds from `seed` on: the interface is `Batch` in `learn/batch.py`.

        A tensor has a seed for each.

        `quiet` is a share of games in which nothing may be exposed, though the rules allow it.
        """

    def redealt(self, games: Any, rows: Any, seeds: Any) -> Any:
        """Games that go on from positions of a batch, what the seat to move does not see being dealt anew by seeds.

        Those that end stay ended. ValueError where such deals cannot be drawn.
        """

    def playouts(self, game: Game, model: Any, device: str = "") -> Any:
        """Play-outs of one decision by the networks of a model's folder: see `agents/neural/playouts.py`."""

    def moves(self, spec: Any) -> Sequence[str]:
        """All moves as they are written, by the numbers that a batch gives them."""

    def first_seat(self, state: Any) -> int:
        """The seat of a game that has just been dealt which is seat 0 of a batch."""

    def longest_game(self, spec: Any) -> int:
        """Steps of a batch, a multiple of the seats, after which every game must be over."""

    def points_unit(self, spec: Any, seat: int) -> float:
        """What a seat's points are measured in, so that values are about as large as those of a win."""

    def counts(self, spec: Any) -> Sequence[Sequence[float]]:
        """What each seat plays for (rows), as weights of every seat's points (columns)."""

    def networks(self, kind: str, spec: Any) -> int:
        """How many networks of a kind play: one for each position, or one that is told its position."""

    def network(self, kind: str, spec: Any, position: int, **sizes: int) -> Any:
        """A fresh network for a position; ValueError where there is no such kind, or not for this game."""

    def playout_features(self, spec: Any) -> Any:
        """What small networks for play-outs are told: see `learn/nets/playout_features.py`."""

    def graph(self, network: Any, spec: Any, position: int) -> Any:
        """A network as ONNX, for players without torch."""

    def card(self, network: Any, spec: Any) -> Mapping[str, Any]:
        """What a model's card says of such networks: what they are told."""


class Theory(Protocol):
    """A small game as a tree for exact work; see `theory/dealt_tree.py`."""

    def __call__(self, game: Game) -> Any:
        """The tree of one game."""


ENGINE = Layer[Engine]("engine", "be played", "paiyou.engine")
SEARCH = Layer[Search]("search", "be searched", "paiyou.engine")
RULES = Layer[Rules]("rules", "be played by the agent rules", "paiyou.agents.rules.parts")
NEURAL = Layer[Neural]("neural", "be played by networks", "paiyou.agents.neural.parts")
KNOWN_CARDS = Layer[KnownCards](
    "known cards", "be continued from a hand and a history", "paiyou.games.view_from_history"
)
ARENA = Layer[Arena]("arena", "be measured", "paiyou.arena.families")
TERMINAL = Layer[Terminal]("terminal", "be played in the terminal", "paiyou.terminal.parts")
PICTURES = Layer[Pictures]("pictures", "be drawn", "paiyou.pictures.parts")
SERVER = Layer[Server]("server", "be served", "paiyou.server.families")
LEARN = Layer[Learn]("learn", "be trained", "paiyou.learn.parts")
THEORY = Layer[Theory]("theory", "be laid out as a tree", "paiyou.theory.parts")


class Family(Generic[S]):
    """A family of games, by the one object there is of it; compare it with `is`."""

    known: ClassVar[dict[str, Family[Any]]] = {}
    """All families that were made, by name."""

    def __init__(
        self,
        name: str,
        title: str,
        words: Mapping[str, Text] | None = None,
        effects: Mapping[str, str] | None = None,
    ) -> None:
        if name in Family.known:
            raise ValueError(f"there is a family {name!r} already; give this one another name")
        self.name = name
        self.title = title
        """Its games in the plural: `"climbing games"`."""
        self.words: Mapping[str, Text] = words or {}
        """What combos and roles are called, where a game does not say otherwise: `words["combo.bomb"]`."""
        self.effects: Mapping[str, str] = effects or {}
        """How combos are felt at the table, where a game does not say otherwise: `effects["bomb"]`; see `EFFECTS`."""
        self._parts: dict[str, object] = {}
        self._module: str = sys._getframe(1).f_globals.get("__name__", type(self).__module__)
        Family.known[name] = self

    def __repr__(self) -> str:
        return f"<family {self.name}>"

    def __reduce__(self) -> tuple[object, ...]:
        return find_family, (self.name, self._module)

    def supply(self, layer: Layer[P], part: P | str) -> None:
        """Register a layer's part for this family: an object, or where to find it, as `"package.module:NAME"`."""
        self._parts[layer.name] = part

    def part(self, layer: Layer[P]) -> P:
        """A layer's part for this family; ValueError where there is none.

        Example: `spec.family.part(ARENA).unit(game)`.
        """
        self.require(layer)
        part = self._parts.get(layer.name, _DEFAULTS.get(layer.name))
        if isinstance(part, str):
            module, _, name = part.partition(":")
            part = self._parts[layer.name] = getattr(import_module(module), name)
        return cast(P, part)

    def require(self, layer: Layer[Any]) -> None:
        """ValueError of one sentence where a layer has no part for this family; nothing is loaded."""
        if not self.has(layer):
            able = [family.title for family in Family.known.values() if family.has(layer)]
            others = f"; {' and '.join(able)} can" if able else ""
            raise ValueError(f"{self.title} cannot {layer.able} yet{others}")

    def has(self, layer: Layer[Any]) -> bool:
        """Whether a layer has a part for this family, or one for any family."""
        if layer.name not in self._parts:
            import_module(layer.home)
        return layer.name in self._parts or layer.name in _DEFAULTS

    def spec_of(self, game: Game, what: str) -> S:
        """The spec of a game of this family; ValueError for any other. For tools that exist for one family alone.

        Example: `CLIMBING.spec_of(game, "blunders are counted")`.
        """
        if game.spec.family is not self:
            raise ValueError(f"{what} in {self.title} only, and {game.name} is none of them")
        return cast(S, game.spec)

    # What needs nothing but the spec. A family overrides what is otherwise with its games.

    def combo_of(self, spec: S, move: str) -> str | None:  # noqa: ARG002 - most families have none
        """What a move is called: the category of a combo, a key of the words behind `combo.`; None for a plain card."""
        return None

    def section_of(self, spec: S, move: str) -> str:  # noqa: ARG002
        """The section of the game, and field of a record, in which a move stands."""
        return MOVES

    def winners(self, spec: S, state: State) -> list[int]:
        """The seats that have won a finished game: those of the team with the most points, of several that tie."""
        payoffs = state.payoffs or []
        totals = [
            sum(points for other, points in enumerate(payoffs) if self.allied(spec, seat, other))
            for seat in range(len(payoffs))
        ]
        return [seat for seat, total in enumerate(totals) if total == max(totals)]

    def allied(self, spec: S, seat: int, other: int, landlord: int | None = None) -> bool:
        """Whether two seats win and lose together; teams are counted from the landlord where there is one.

        The core has the same rule for its searchers; a test holds the two together.
        """
        teams, first = cast(Any, spec).teams, landlord or 0
        return bool(teams[(seat - first) % len(teams)] == teams[(other - first) % len(teams)])


_DEFAULTS: dict[str, object] = {}


def supply_default(layer: Layer[P], part: P) -> None:
    """Register what a layer does with families that it does not know; it relies on State and View alone."""
    _DEFAULTS[layer.name] = part


def find_family(name: str, module: str) -> Family[Any]:
    """A family by its name and the module that makes it."""
    if name not in Family.known:
        import_module(module)
    if name not in Family.known:
        raise ValueError(f"the family {name!r} is not made by {module} here; put it at the top of a module of its own")
    return Family.known[name]
