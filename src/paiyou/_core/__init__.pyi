# Made by core/bindings/stub.py; not to be changed by hand.
# ruff: noqa
"""
The compiled core: the build made for the widest instructions this processor has.

Set `PAIYOU_CORE=portable` in the environment to load the plain build instead, for instance to compare the two. What the
core offers is in `__init__.pyi`, which is made from the core itself: `make stub`.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy
from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.features import Layout
from paiyou.games.protocol import GameSpec
from paiyou.games.trick_spec import TrickSpec
import numpy.typing

class ClimbingGame:
    """A climbing game, compiled from its spec."""

    def __init__(self, spec: ClimbingSpec) -> None:
        """
        Compile the spec of a game; ValueError where something is wrong with it.
        """

    @property
    def name(self) -> str:
        """The name with its options, as `paiyou.game` takes it."""

    @property
    def names(self) -> tuple[str, ...]:
        """Every move by its number: card play, then calls or exposures."""

    def deal(self, seed: int) -> ClimbingState:
        """A fresh deal; one seed is one deal, here and in NumPy."""

    def __reduce__(self) -> tuple[Any, ...]:
        """By name where it is listed, else with its spec."""

    def __copy__(self) -> ClimbingGame:
        """Itself: it never changes."""

    def __deepcopy__(self, memo: object) -> ClimbingGame:
        """Itself: it never changes."""

    def __repr__(self) -> str:
        """Its name."""

    def start(
        self, hands: Sequence[str], turn: int = 0, last: tuple[int, str] | None = None, bottom: str = ""
    ) -> ClimbingState:
        """
        A game from given hands, seat by seat; `last` is the seat and combo to beat, `bottom` the cards left over.
        """

    def playouts(self, games: int, seed: int = 0) -> dict[str, int]:
        """
        Plays games at random: how many games and moves, bombs, and wins of seat 0.
        """

    def encoder(self, layout: Layout) -> ClimbingEncoder:
        """Writes decisions of this game as numbers, in a feature layout."""

    def split(self, hand: str, worth: numpy.typing.NDArray[numpy.float32]) -> tuple[float, list[str]]:
        """
        The best split of a hand into combos by what each action is worth, one number per action.
        """

    def weigher(
        self, groups: Sequence[tuple[float, float]], charge: float, hurry: float, doom: float, run: float
    ) -> ClimbingWeigher:
        """
        Weighs moves of this game: for each group of combos what it is worth where it stands and where it is easy to put down; `charge` for every group, `hurry` more where an enemy is about to go out, `doom` for a group an enemy might end with, `run` for a hand that can be played out.
        """

    def search_open(
        self, state: ClimbingState, options: dict[str, Any]
    ) -> tuple[list[tuple[str, float, float]], dict[str, Any]]:
        """
        Searches a state with open hands as `options` say: every move with its value and whether it is exact, and statistics.
        """

    def minimax_values(
        self, states: Sequence[ClimbingState], reward: str = "points", max_nodes: int = 10000000
    ) -> list[float]:
        """
        What each state is worth to the seat to move, searched to the end; ValueError where `max_nodes` positions are not enough.
        """

    def wins(self, state: ClimbingState) -> list[float]:
        """Every seat's share of the win in a game that is over."""

    @property
    def feature_names(self) -> tuple[str, ...]:
        """Names of the numbers by which searchers judge a position."""

    @property
    def feature_roles(self) -> tuple[str, ...]:
        """What a seat can be in a position: each role has weights of its own."""

    def features(self, state: ClimbingState, seat: int) -> tuple[int, float, list[float]]:
        """
        The seat's role, what is played for, and the numbers by which searchers judge the position.
        """

    def search_trees(
        self,
        view: ClimbingView | ClimbingState,
        options: dict[str, Any],
        deals: Sequence[tuple[ClimbingState, float]] | None = None,
    ) -> tuple[list[tuple[str, float, float]], dict[str, Any], dict[str, Any]]:
        """
        Grows trees over deals of a view, or from a state with open hands, as `options` say: every move with its value and visits, best first; statistics; and the first levels of a tree.
        """

    def branches(self, state: ClimbingState, grouped: bool) -> int:
        """
        How many moves a tree branches into here, kickers chosen in a step of their own where `grouped`.
        """

    @property
    def observation_blocks(self) -> list[tuple[str, int, int]]:
        """
        What an observation holds, one behind the other: names, rows and columns.
        """

    def batch(self, number: int, seed: int, masks: bool = True) -> ClimbingBatch:
        """Many games at once; game i is the deal of seed + i."""

class ClimbingState:
    """A game in progress, all hands included."""

    @property
    def turn(self) -> int:
        """The seat to move."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def redeal(self) -> bool:
        """Whether it ended because everybody declined."""

    @property
    def payoffs(self) -> list[int] | None:
        """Every seat's result; None before the end."""

    @property
    def winner(self) -> int | None:
        """
        The seat that went out first or scored most; None before the end, after a redeal or a tie.
        """

    @property
    def hands(self) -> list[str]:
        """Every seat's cards."""

    @property
    def history(self) -> list[tuple[int, str]]:
        """All moves so far with the seats that made them."""

    @property
    def last(self) -> tuple[int, str] | None:
        """
        The combo to beat or the card that was led, with its seat; None when the seat to move leads.
        """

    @property
    def bottom(self) -> str:
        """
        The cards left over by the deal, also after the landlord has taken them.
        """

    def moves(self) -> list[str]:
        """The legal moves of the seat to move."""

    def play(self, move: str) -> None:
        """Make a move; ValueError, and nothing changed, where it is not legal."""

    def refusal(self, move: str) -> tuple[str, str, dict[str, str]] | None:
        """
        Why the seat to move may not make a move: a code, the sentence that `play` raises, and what the code is about; None where it may.
        """

    def allied(self, seat: int, other: int) -> bool:
        """
        Whether two seats win and lose together; nobody does before there is a landlord.
        """

    def view(self, seat: int) -> ClimbingView:
        """What a seat may know."""

    def cards(self, seat: int) -> list[str]:
        """A seat's cards with suits."""

    @property
    def key(self) -> bytes:
        """
        Sixteen bytes that stand for everything in this state, to look something up by.
        """

    def rewound(self) -> ClimbingState:
        """
        The beginning of this game: playing `history` from there gives this state again.
        """

    def __repr__(self) -> str:
        """The game, all hands, and who is to do what."""

    @property
    def spec(self) -> GameSpec:
        """The game as data."""

    def svg(self) -> str:
        """A picture of it, as SVG; a view's has no hidden card."""

    def copy(self) -> ClimbingState:
        """One of its own."""

    def __copy__(self) -> ClimbingState:
        """One of its own."""

    def __deepcopy__(self, memo: object) -> ClimbingState:
        """One of its own."""

    def __eq__(self, other: object) -> bool:
        """
        Whether nothing tells them apart: game, position and how it came about.
        """

    __hash__ = None  # type: ignore[assignment]

    def __getstate__(self) -> tuple[Any, dict[str, Any]]:
        """The game and what is to be kept, for pickle."""

    def __setstate__(self, state: tuple[Any, dict[str, Any]]) -> None:
        """Read what `__getstate__` gave; ValueError where that cannot be."""

    def observe(self, seat: int) -> numpy.typing.NDArray[numpy.int8]:
        """What a seat knows as numbers, as `observation_blocks` of the game say."""

    def mask(self) -> numpy.typing.NDArray[numpy.int8]:
        """Ones for the legal moves of the seat to move by their numbers, else 0."""

    @property
    def bidding(self) -> bool:
        """Whether the auction is still on."""

    @property
    def landlord(self) -> int | None:
        """The seat that took the pile; None before, and where nobody takes it."""

    @property
    def stake(self) -> int:
        """What is played for, before bombs and springs."""

    @property
    def bombs(self) -> int:
        """Bombs and rockets played so far."""

    @property
    def played(self) -> list[str]:
        """Cards every seat has put down."""

    def perft(self, depth: int) -> int:
        """How many lines of play of so many moves begin here (perft)."""

class ClimbingBatch:
    """
    Many games at once. Arrays have a row for each game and are written anew by every step.
    """

    @property
    def turn(self) -> numpy.typing.NDArray[numpy.int32]:
        """The seat to move."""

    @property
    def ended(self) -> numpy.typing.NDArray[numpy.uint8]:
        """
        Ones where the last step ended a game, and another has begun in its place.
        """

    @property
    def seeds(self) -> numpy.typing.NDArray[numpy.uint64]:
        """The seed of the deal that is played."""

    @property
    def payoffs(self) -> numpy.typing.NDArray[numpy.int32]:
        """Every seat's result of the games that the last step ended; else 0."""

    @property
    def observation(self) -> numpy.typing.NDArray[numpy.int8]:
        """What the seat to move knows, as `observation_blocks` of the game say."""

    @property
    def final_observation(self) -> numpy.typing.NDArray[numpy.int8]:
        """
        What the seat that moved last knows at the end of the games that the last step ended; else nothing of use.
        """

    @property
    def mask(self) -> numpy.typing.NDArray[numpy.int8] | None:
        """
        Ones for the legal moves by their numbers, else 0; None for a batch without masks.
        """

    @property
    def first(self) -> numpy.typing.NDArray[numpy.int64]:
        """
        Where the moves of each game begin in `legal()`, and at the end how many there are.
        """

    def legal(self) -> numpy.typing.NDArray[numpy.int64]:
        """The legal moves of all games by their numbers, game by game."""

    def reset(self, seed: int) -> None:
        """Begin anew; game i is the deal of seed + i."""

    def step(self, actions: numpy.typing.NDArray[numpy.int64]) -> None:
        """
        Play one legal move in every game, by numbers; ValueError, and nothing changed, where one is not. A game that ends is followed by the deal whose seed is the number of games higher.
        """

class ClimbingView:
    """What one seat may know of a game."""

    @property
    def seat(self) -> int:
        """Whose view it is."""

    @property
    def turn(self) -> int:
        """The seat to move."""

    @property
    def hand(self) -> str:
        """The seat's own cards."""

    @property
    def counts(self) -> list[int]:
        """How many cards every seat holds."""

    @property
    def history(self) -> list[tuple[int, str]]:
        """All moves so far with the seats that made them."""

    @property
    def last(self) -> tuple[int, str] | None:
        """
        The combo to beat or the card that was led, with its seat; None for the seat that leads.
        """

    @property
    def public(self) -> str:
        """Cards everybody has seen without their being played."""

    @property
    def unseen(self) -> str:
        """Cards of the other hands and a hidden pile, together."""

    def moves(self) -> list[str]:
        """The seat's legal moves; none when it is not to move."""

    def allied(self, seat: int, other: int) -> bool:
        """
        Whether two seats win and lose together; nobody does before there is a landlord.
        """

    def sample(self, seed: int) -> ClimbingState:
        """A full deal that agrees with all the seat knows, drawn uniformly."""

    def deals(self, limit: int = 10000) -> list[tuple[ClimbingState, float]]:
        """
        Every deal that agrees and its weight, the number of deals of the cards themselves; ValueError above the limit.
        """

    def believing(self, chances: numpy.typing.NDArray[numpy.float64]) -> ClimbingView:
        """
        This view, with deals that are sampled and weighed by a belief: how likely each number of cards of a class (rank, or single card) is with each holder (the seats after this one, then a hidden pile), beyond cards that are known. Of all that agree, the distribution nearest to uniform with these chances.
        """

    def chances(self) -> list[list[list[float]]]:
        """
        How likely each number of cards of a class is with each holder, by what the seat knows, or believes; 0 for classes that are not hidden.
        """

    @property
    def key(self) -> bytes:
        """
        Sixteen bytes that stand for everything in this view, to look something up by.
        """

    def ways(self, state: ClimbingState) -> float:
        """The weight of one deal; 0 where it does not agree."""

    def __repr__(self) -> str:
        """The game as the seat sees it, and who is to do what."""

    def __hash__(self) -> int:
        """The same for equal views."""

    @property
    def spec(self) -> GameSpec:
        """The game as data."""

    def svg(self) -> str:
        """A picture of it, as SVG; a view's has no hidden card."""

    def copy(self) -> ClimbingView:
        """One of its own."""

    def __copy__(self) -> ClimbingView:
        """One of its own."""

    def __deepcopy__(self, memo: object) -> ClimbingView:
        """One of its own."""

    def __eq__(self, other: object) -> bool:
        """
        Whether nothing tells them apart: game, position and how it came about.
        """

    def __getstate__(self) -> tuple[Any, dict[str, Any]]:
        """The game and what is to be kept, for pickle."""

    def __setstate__(self, state: tuple[Any, dict[str, Any]]) -> None:
        """Read what `__getstate__` gave; ValueError where that cannot be."""

    @property
    def bidding(self) -> bool:
        """Whether the auction is still on."""

    @property
    def landlord(self) -> int | None:
        """The seat that took the pile; None before, and where nobody takes it."""

    @property
    def stake(self) -> int:
        """What is played for, before bombs and springs."""

    @property
    def bombs(self) -> int:
        """Bombs and rockets played so far."""

    @property
    def played(self) -> list[str]:
        """Cards every seat has put down."""

    @property
    def known(self) -> list[str]:
        """
        Cards that everybody knows a seat to hold, seat by seat: what the landlord took and has not played.
        """

class ClimbingEncoder:
    """Writes decisions as numbers, in a feature layout."""

    def encode(
        self, view: ClimbingView | ClimbingState
    ) -> tuple[numpy.typing.NDArray[numpy.int8], numpy.typing.NDArray[numpy.int8], numpy.typing.NDArray[numpy.int8]]:
        """
        The state, one row per legal move in the order of `moves()`, and the last moves.
        """

    def __repr__(self) -> str:
        """The game it is for."""

    def __getstate__(self) -> tuple[Any, dict[str, Any]]:
        """The game and what is to be kept, for pickle."""

    def __setstate__(self, state: tuple[Any, dict[str, Any]]) -> None:
        """Read what `__getstate__` gave; ValueError where that cannot be."""

class ClimbingWeigher:
    """Weighs legal moves by the best split of what is left."""

    def strength(self, view: ClimbingView) -> float:
        """What the best split of the seat's hand is worth."""

    def weigh(
        self, view: ClimbingView, every_kicker: bool = False
    ) -> list[tuple[str, float, float, float, float, float]]:
        """
        Every legal move with the worth of what is left, its own, its chance to stand, the share of unseen cards below it, and the chance to play everything out; of kickers the best alone, or every choice.
        """

    def __repr__(self) -> str:
        """The game it is for."""

    def __getstate__(self) -> tuple[Any, dict[str, Any]]:
        """The game and what is to be kept, for pickle."""

    def __setstate__(self, state: tuple[Any, dict[str, Any]]) -> None:
        """Read what `__getstate__` gave; ValueError where that cannot be."""

def solve_deals(
    view: ClimbingView, favourite: str | None, max_deals: int, max_nodes: int
) -> tuple[list[tuple[str, float]], int, int, bool] | None:
    """
    Moves with the share of the deals they win, the number of deals, positions searched, and whether `max_nodes` came first; None where there are more than `max_deals`. With a favourite only the moves that win in all deals, and where it does it alone.
    """

def solve_endgame(
    state: ClimbingState, max_nodes: int, seconds: float | None, plain: bool = False
) -> tuple[int | None, list[str], list[tuple[int, str]], int, str]:
    """
    The winner or None, the winning moves, a line to the end, positions searched, and what stopped the search: "max_nodes", "seconds" or nothing. A plain search takes every position by itself.
    """

class ClimbingNetwork:
    """
    A small network of whole numbers that values moves and plays games to the end.
    """

    def __init__(self, game: ClimbingGame, parts: dict[str, Any]) -> None:
        """
        From the layers of a file and what the game adds: see `paiyou.agents.neural.playouts`.
        """

    def values(self, view: ClimbingView) -> list[tuple[str, int]]:
        """Every legal move and its value, in steps of 1/8192 of a win."""

    def features(self, view: ClimbingView) -> tuple[list[int], list[tuple[str, list[int]]]]:
        """
        The numbers of the features that are there: of the decision, and of every legal move.
        """

    def play_out(self, state: ClimbingState) -> list[str]:
        """
        The moves of all seats from here to the end, each made from what the seat may know.
        """

    def play_outs(
        self,
        view: ClimbingView,
        moves: Sequence[str],
        first: int,
        number: int,
        seed: int,
        threads: int = 1,
        points: bool = False,
        deals: Sequence[tuple[ClimbingState, float]] | None = None,
    ) -> numpy.typing.NDArray[numpy.float64]:
        """
        What the seat gets for each of some moves, on each of the same deals of its view, from number `first` of a seed on: an array of moves and deals. A win is 1, a loss -1, a shared win in between; or points, of partners those of the own side less the others'.
        """

    def log_likelihoods(
        self,
        view: ClimbingView,
        deals: Sequence[ClimbingState],
        temperature: float,
        noise: float = 0.0,
        threads: int = 1,
    ) -> numpy.typing.NDArray[numpy.float64]:
        """
        How likely the moves that others have made are in each of some deals of a view, as logarithms: each is chosen by a softmax of the values, or with probability `noise` is any.
        """

    def play_games(self, games: int, seed: int) -> tuple[int, int]:
        """
        Games from the deal to the end, on one thread: how many moves were made, and how many seat 0 won.
        """

class TrickNetwork:
    """
    A small network of whole numbers that values moves and plays games to the end.
    """

    def __init__(self, game: TrickGame, parts: dict[str, Any]) -> None:
        """
        From the layers of a file and what the game adds: see `paiyou.agents.neural.playouts`.
        """

    def values(self, view: TrickView) -> list[tuple[str, int]]:
        """Every legal move and its value, in steps of 1/8192 of a win."""

    def features(self, view: TrickView) -> tuple[list[int], list[tuple[str, list[int]]]]:
        """
        The numbers of the features that are there: of the decision, and of every legal move.
        """

    def play_out(self, state: TrickState) -> list[str]:
        """
        The moves of all seats from here to the end, each made from what the seat may know.
        """

    def play_outs(
        self,
        view: TrickView,
        moves: Sequence[str],
        first: int,
        number: int,
        seed: int,
        threads: int = 1,
        points: bool = False,
        deals: Sequence[tuple[TrickState, float]] | None = None,
    ) -> numpy.typing.NDArray[numpy.float64]:
        """
        What the seat gets for each of some moves, on each of the same deals of its view, from number `first` of a seed on: an array of moves and deals. A win is 1, a loss -1, a shared win in between; or points, of partners those of the own side less the others'.
        """

    def log_likelihoods(
        self, view: TrickView, deals: Sequence[TrickState], temperature: float, noise: float = 0.0, threads: int = 1
    ) -> numpy.typing.NDArray[numpy.float64]:
        """
        How likely the moves that others have made are in each of some deals of a view, as logarithms: each is chosen by a softmax of the values, or with probability `noise` is any.
        """

    def play_games(self, games: int, seed: int) -> tuple[int, int]:
        """
        Games from the deal to the end, on one thread: how many moves were made, and how many seat 0 won.
        """

class TrickGame:
    """A trick game, compiled from its spec."""

    def __init__(self, spec: TrickSpec) -> None:
        """
        Compile the spec of a game; ValueError where something is wrong with it.
        """

    @property
    def name(self) -> str:
        """The name with its options, as `paiyou.game` takes it."""

    @property
    def names(self) -> tuple[str, ...]:
        """Every move by its number: card play, then calls or exposures."""

    def deal(self, seed: int) -> TrickState:
        """A fresh deal; one seed is one deal, here and in NumPy."""

    def __reduce__(self) -> tuple[Any, ...]:
        """By name where it is listed, else with its spec."""

    def __copy__(self) -> TrickGame:
        """Itself: it never changes."""

    def __deepcopy__(self, memo: object) -> TrickGame:
        """Itself: it never changes."""

    def __repr__(self) -> str:
        """Its name."""

    def start(
        self,
        hands: Sequence[Sequence[str]],
        turn: int = 0,
        last: tuple[int, str] | None = None,
        bottom: Sequence[str] = (),
        exposed: Sequence[str] | None = None,
    ) -> TrickState:
        """
        A game from given hands, seat by seat; `last` is the seat just before and the card it led, `bottom` the cards left over, `exposed` the cards shown.
        """

    def playouts(self, games: int, seed: int = 0) -> dict[str, Any]:
        """
        Plays games at random: how many games and moves, and every seat's points.
        """

    def score(self, taken: Sequence[str], exposed: Sequence[str] = ()) -> int:
        """What some taken cards score."""

    def search_open(
        self, state: TrickState, options: dict[str, Any]
    ) -> tuple[list[tuple[str, float, float]], dict[str, Any]]:
        """
        Searches a state with open hands as `options` say: every move with its value and whether it is exact, and statistics.
        """

    def minimax_values(
        self, states: Sequence[TrickState], reward: str = "points", max_nodes: int = 10000000
    ) -> list[float]:
        """
        What each state is worth to the seat to move, searched to the end; ValueError where `max_nodes` positions are not enough.
        """

    def wins(self, state: TrickState) -> list[float]:
        """Every seat's share of the win in a game that is over."""

    @property
    def feature_names(self) -> tuple[str, ...]:
        """Names of the numbers by which searchers judge a position."""

    @property
    def feature_roles(self) -> tuple[str, ...]:
        """What a seat can be in a position: each role has weights of its own."""

    def features(self, state: TrickState, seat: int) -> tuple[int, float, list[float]]:
        """
        The seat's role, what is played for, and the numbers by which searchers judge the position.
        """

    def search_trees(
        self,
        view: TrickView | TrickState,
        options: dict[str, Any],
        deals: Sequence[tuple[TrickState, float]] | None = None,
    ) -> tuple[list[tuple[str, float, float]], dict[str, Any], dict[str, Any]]:
        """
        Grows trees over deals of a view, or from a state with open hands, as `options` say: every move with its value and visits, best first; statistics; and the first levels of a tree.
        """

    @property
    def observation_blocks(self) -> list[tuple[str, int, int]]:
        """
        What an observation holds, one behind the other: names, rows and columns.
        """

    def batch(self, number: int, seed: int, masks: bool = True) -> TrickBatch:
        """Many games at once; game i is the deal of seed + i."""

class TrickState:
    """A game in progress, all hands included."""

    @property
    def turn(self) -> int:
        """The seat to move."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def redeal(self) -> bool:
        """Whether it ended because everybody declined."""

    @property
    def payoffs(self) -> list[int] | None:
        """Every seat's result; None before the end."""

    @property
    def winner(self) -> int | None:
        """
        The seat that went out first or scored most; None before the end, after a redeal or a tie.
        """

    @property
    def hands(self) -> list[list[str]]:
        """Every seat's cards."""

    @property
    def history(self) -> list[tuple[int, str]]:
        """All moves so far with the seats that made them."""

    @property
    def last(self) -> tuple[int, str] | None:
        """
        The combo to beat or the card that was led, with its seat; None when the seat to move leads.
        """

    @property
    def bottom(self) -> list[str]:
        """
        The cards left over by the deal, also after the landlord has taken them.
        """

    def moves(self) -> list[str]:
        """The legal moves of the seat to move."""

    def play(self, move: str) -> None:
        """Make a move; ValueError, and nothing changed, where it is not legal."""

    def refusal(self, move: str) -> tuple[str, str, dict[str, str]] | None:
        """
        Why the seat to move may not make a move: a code, the sentence that `play` raises, and what the code is about; None where it may.
        """

    def allied(self, seat: int, other: int) -> bool:
        """
        Whether two seats win and lose together; nobody does before there is a landlord.
        """

    def view(self, seat: int) -> TrickView:
        """What a seat may know."""

    def cards(self, seat: int) -> list[str]:
        """A seat's cards with suits."""

    @property
    def key(self) -> bytes:
        """
        Sixteen bytes that stand for everything in this state, to look something up by.
        """

    def rewound(self) -> TrickState:
        """
        The beginning of this game: playing `history` from there gives this state again.
        """

    def __repr__(self) -> str:
        """The game, all hands, and who is to do what."""

    @property
    def spec(self) -> GameSpec:
        """The game as data."""

    def svg(self) -> str:
        """A picture of it, as SVG; a view's has no hidden card."""

    def copy(self) -> TrickState:
        """One of its own."""

    def __copy__(self) -> TrickState:
        """One of its own."""

    def __deepcopy__(self, memo: object) -> TrickState:
        """One of its own."""

    def __eq__(self, other: object) -> bool:
        """
        Whether nothing tells them apart: game, position and how it came about.
        """

    __hash__ = None  # type: ignore[assignment]

    def __getstate__(self) -> tuple[Any, dict[str, Any]]:
        """The game and what is to be kept, for pickle."""

    def __setstate__(self, state: tuple[Any, dict[str, Any]]) -> None:
        """Read what `__getstate__` gave; ValueError where that cannot be."""

    def observe(self, seat: int) -> numpy.typing.NDArray[numpy.int8]:
        """What a seat knows as numbers, as `observation_blocks` of the game say."""

    def mask(self) -> numpy.typing.NDArray[numpy.int8]:
        """Ones for the legal moves of the seat to move by their numbers, else 0."""

    @property
    def exposing(self) -> bool:
        """Whether cards are still being exposed."""

    @property
    def exposed(self) -> list[str]:
        """Cards shown before the first lead, played ones included."""

    @property
    def taken(self) -> list[list[str]]:
        """Cards of the tricks every seat has taken."""

    @property
    def points(self) -> list[int]:
        """What every seat has scored so far."""

    @property
    def trick(self) -> list[tuple[int, str]]:
        """The trick in progress: seats and cards, in order."""

    @property
    def tricks(self) -> list[int]:
        """How many tricks every seat has taken."""

class TrickBatch:
    """
    Many games at once. Arrays have a row for each game and are written anew by every step.
    """

    @property
    def turn(self) -> numpy.typing.NDArray[numpy.int32]:
        """The seat to move."""

    @property
    def ended(self) -> numpy.typing.NDArray[numpy.uint8]:
        """
        Ones where the last step ended a game, and another has begun in its place.
        """

    @property
    def seeds(self) -> numpy.typing.NDArray[numpy.uint64]:
        """The seed of the deal that is played."""

    @property
    def payoffs(self) -> numpy.typing.NDArray[numpy.int32]:
        """Every seat's result of the games that the last step ended; else 0."""

    @property
    def observation(self) -> numpy.typing.NDArray[numpy.int8]:
        """What the seat to move knows, as `observation_blocks` of the game say."""

    @property
    def final_observation(self) -> numpy.typing.NDArray[numpy.int8]:
        """
        What the seat that moved last knows at the end of the games that the last step ended; else nothing of use.
        """

    @property
    def mask(self) -> numpy.typing.NDArray[numpy.int8] | None:
        """
        Ones for the legal moves by their numbers, else 0; None for a batch without masks.
        """

    @property
    def first(self) -> numpy.typing.NDArray[numpy.int64]:
        """
        Where the moves of each game begin in `legal()`, and at the end how many there are.
        """

    def legal(self) -> numpy.typing.NDArray[numpy.int64]:
        """The legal moves of all games by their numbers, game by game."""

    def reset(self, seed: int) -> None:
        """Begin anew; game i is the deal of seed + i."""

    def step(self, actions: numpy.typing.NDArray[numpy.int64]) -> None:
        """
        Play one legal move in every game, by numbers; ValueError, and nothing changed, where one is not. A game that ends is followed by the deal whose seed is the number of games higher.
        """

class TrickView:
    """What one seat may know of a game."""

    @property
    def seat(self) -> int:
        """Whose view it is."""

    @property
    def turn(self) -> int:
        """The seat to move."""

    @property
    def hand(self) -> list[str]:
        """The seat's own cards."""

    @property
    def counts(self) -> list[int]:
        """How many cards every seat holds."""

    @property
    def history(self) -> list[tuple[int, str]]:
        """All moves so far with the seats that made them."""

    @property
    def last(self) -> tuple[int, str] | None:
        """
        The combo to beat or the card that was led, with its seat; None for the seat that leads.
        """

    @property
    def public(self) -> list[str]:
        """Cards everybody has seen without their being played."""

    @property
    def unseen(self) -> list[str]:
        """Cards of the other hands and a hidden pile, together."""

    def moves(self) -> list[str]:
        """The seat's legal moves; none when it is not to move."""

    def allied(self, seat: int, other: int) -> bool:
        """
        Whether two seats win and lose together; nobody does before there is a landlord.
        """

    def sample(self, seed: int) -> TrickState:
        """A full deal that agrees with all the seat knows, drawn uniformly."""

    def deals(self, limit: int = 10000) -> list[tuple[TrickState, float]]:
        """
        Every deal that agrees and its weight, the number of deals of the cards themselves; ValueError above the limit.
        """

    def believing(self, chances: numpy.typing.NDArray[numpy.float64]) -> TrickView:
        """
        This view, with deals that are sampled and weighed by a belief: how likely each number of cards of a class (rank, or single card) is with each holder (the seats after this one, then a hidden pile), beyond cards that are known. Of all that agree, the distribution nearest to uniform with these chances.
        """

    def chances(self) -> list[list[list[float]]]:
        """
        How likely each number of cards of a class is with each holder, by what the seat knows, or believes; 0 for classes that are not hidden.
        """

    @property
    def key(self) -> bytes:
        """
        Sixteen bytes that stand for everything in this view, to look something up by.
        """

    def ways(self, state: TrickState) -> float:
        """The weight of one deal; 0 where it does not agree."""

    def __repr__(self) -> str:
        """The game as the seat sees it, and who is to do what."""

    def __hash__(self) -> int:
        """The same for equal views."""

    @property
    def spec(self) -> GameSpec:
        """The game as data."""

    def svg(self) -> str:
        """A picture of it, as SVG; a view's has no hidden card."""

    def copy(self) -> TrickView:
        """One of its own."""

    def __copy__(self) -> TrickView:
        """One of its own."""

    def __deepcopy__(self, memo: object) -> TrickView:
        """One of its own."""

    def __eq__(self, other: object) -> bool:
        """
        Whether nothing tells them apart: game, position and how it came about.
        """

    def __getstate__(self) -> tuple[Any, dict[str, Any]]:
        """The game and what is to be kept, for pickle."""

    def __setstate__(self, state: tuple[Any, dict[str, Any]]) -> None:
        """Read what `__getstate__` gave; ValueError where that cannot be."""

    @property
    def exposing(self) -> bool:
        """Whether cards are still being exposed."""

    @property
    def exposed(self) -> list[str]:
        """Cards shown before the first lead, played ones included."""

    @property
    def taken(self) -> list[list[str]]:
        """Cards of the tricks every seat has taken."""

    @property
    def points(self) -> list[int]:
        """What every seat has scored so far."""

    @property
    def trick(self) -> list[tuple[int, str]]:
        """The trick in progress: seats and cards, in order."""

    @property
    def known(self) -> list[list[str]]:
        """
        Cards that everybody knows a seat to hold, seat by seat: exposed, dealt open, or the card that leads.
        """

    @property
    def voids(self) -> list[str]:
        """
        Suits of which everybody knows a seat to hold no card but known ones, seat by seat.
        """

class ClimbingMinimax:
    """Minimax over open hands, ties as in equation 1."""

    def __init__(
        self,
        game: ClimbingGame | TrickGame,
        ties: str,
        epsilon: float,
        max_nodes: int,
        playouts: int,
        seconds: float | None,
    ) -> None:
        """
        For one game: how ties are broken, which values count as tied, and the limits of a search.
        """

    def search(self, state: Any, seed: int) -> tuple[list[tuple[str, float, float]], int, dict[str, Any]]:
        """
        Every move with its result and its tie-break, the place of the one to choose, and statistics.
        """

    def vote(
        self, view: Any, deals: list[Any] | None, max_states: int, samples: int, vote: str, equal: bool, seed: int
    ) -> tuple[list[tuple[str, float, float]], dict[str, Any]]:
        """
        Every move with its mean result and its votes over the deals of a view, best first, and statistics.
        """

class ClimbingExpectimax:
    """Expectimax over information sets."""

    def __init__(
        self,
        game: ClimbingGame | TrickGame,
        ties: str,
        epsilon: float,
        max_states: int,
        max_nodes: int,
        seconds: float | None,
    ) -> None:
        """
        For one game: how ties are broken, which values count as tied, and the limits of a search.
        """

    def search(
        self, view: Any, deals: list[Any] | None, only_best: bool, seed: int
    ) -> tuple[list[tuple[str, float, float]], int, dict[str, Any]]:
        """
        Every move with its value and its tie-break, the place of the one to choose, and statistics; with `only_best` other values are only bounds from above.
        """

class TrickMinimax:
    """Minimax over open hands, ties as in equation 1."""

    def __init__(
        self,
        game: ClimbingGame | TrickGame,
        ties: str,
        epsilon: float,
        max_nodes: int,
        playouts: int,
        seconds: float | None,
    ) -> None:
        """
        For one game: how ties are broken, which values count as tied, and the limits of a search.
        """

    def search(self, state: Any, seed: int) -> tuple[list[tuple[str, float, float]], int, dict[str, Any]]:
        """
        Every move with its result and its tie-break, the place of the one to choose, and statistics.
        """

    def vote(
        self, view: Any, deals: list[Any] | None, max_states: int, samples: int, vote: str, equal: bool, seed: int
    ) -> tuple[list[tuple[str, float, float]], dict[str, Any]]:
        """
        Every move with its mean result and its votes over the deals of a view, best first, and statistics.
        """

class TrickExpectimax:
    """Expectimax over information sets."""

    def __init__(
        self,
        game: ClimbingGame | TrickGame,
        ties: str,
        epsilon: float,
        max_states: int,
        max_nodes: int,
        seconds: float | None,
    ) -> None:
        """
        For one game: how ties are broken, which values count as tied, and the limits of a search.
        """

    def search(
        self, view: Any, deals: list[Any] | None, only_best: bool, seed: int
    ) -> tuple[list[tuple[str, float, float]], int, dict[str, Any]]:
        """
        Every move with its value and its tie-break, the place of the one to choose, and statistics; with `only_best` other values are only bounds from above.
        """

def search_python_game(
    position: Any, seats: int, options: dict[str, Any]
) -> tuple[list[tuple[Any, float, float]], dict[str, Any]]:
    """
    Searches a game written in Python: every move with its value and whether it is exact, and statistics.
    """

class SequenceForm:
    """A two-player zero-sum game in sequence form."""

    def __init__(
        self,
        sides: Sequence[tuple[numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.int32]]],
        first: numpy.typing.NDArray[numpy.int32],
        second: numpy.typing.NDArray[numpy.int32],
        payoff: numpy.typing.NDArray[numpy.float64],
    ) -> None:
        """
        Of each player the parent sequence and the number of moves of every information set; then the ends as three columns: the sequences of both players, and player 0's payoff times the chance.
        """

    def information_sets(self, player: int) -> int:
        """How many information sets a player has."""

    def sequences(self, player: int) -> int:
        """How many sequences a player has, the empty one included."""

    @property
    def number_of_ends(self) -> int:
        """How many ends the game has."""

    @property
    def bytes(self) -> int:
        """How much memory the form takes."""

    def parents(self, player: int) -> numpy.typing.NDArray[numpy.int32]:
        """Of every information set the player's sequence that leads there."""

    def firsts(self, player: int) -> numpy.typing.NDArray[numpy.int32]:
        """
        Of every information set its first sequence, and behind the last the number of sequences.
        """

    def ends(
        self,
    ) -> tuple[
        numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.float64]
    ]:
        """
        All ends as three columns: the sequences of both players, and player 0's payoff times the chance.
        """

    def plan(self, player: int, behaviour: numpy.typing.NDArray[numpy.float64]) -> numpy.typing.NDArray[numpy.float64]:
        """
        The plan of a strategy: of every sequence the chance that the player lets it happen.
        """

    def value(
        self, plan: numpy.typing.NDArray[numpy.float64], other_plan: numpy.typing.NDArray[numpy.float64]
    ) -> float:
        """
        Player 0's expected payoff when player 0 follows the first plan and player 1 the other.
        """

    def best_response(
        self, player: int, other_plan: numpy.typing.NDArray[numpy.float64]
    ) -> tuple[float, numpy.typing.NDArray[numpy.float64]]:
        """
        What a player gets at best against the other's plan, and a plan that gets it.
        """

class CfrPlus:
    """CFR+ on a game in sequence form."""

    def __init__(self, form: SequenceForm) -> None:
        """Begins with uniform strategies."""

    def iterate(self, iterations: int = 1) -> None:
        """Improves both strategies so many times."""

    @property
    def iterations(self) -> int:
        """How many there have been."""

    @property
    def bytes(self) -> int:
        """How much memory it takes besides the form."""

    def average(self, player: int) -> numpy.typing.NDArray[numpy.float64]:
        """The plan of a player's average strategy."""

class ClimbingTree:
    """A climbing game of two players in sequence form."""

    def __init__(self, game: ClimbingGame, deals: Sequence[tuple[ClimbingState, float]], max_ends: int) -> None:
        """
        From all deals, states in which seat 0 is about to begin, with their weights; ValueError where there are more ends.
        """

    @property
    def form(self) -> SequenceForm:
        """The game in sequence form."""

    @property
    def histories(self) -> int:
        """How many different histories of moves there are, whatever the deal."""

    @property
    def decisions(self) -> int:
        """
        How many pairs of a deal and a history there are, forced moves included.
        """

    @property
    def bytes(self) -> int:
        """How much memory it takes."""

    def state(self, player: int, information_set: int) -> ClimbingState:
        """A state of a player's information set."""

def best_reply(
    game: ClimbingGame, deals: Sequence[tuple[ClimbingState, float]], known: int, choose: Callable[[ClimbingState], str]
) -> tuple[float, int, int]:
    """
    What a best opponent gets from a player whose move in every state is known and follows from what he sees; at how many information sets he was asked, and how many histories were looked at.
    """
