"""What every game's State and View offer, whatever the family: the names that agents, the arena and records rely on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from paiyou.games.family import Family

Hand = str | list[str]
"""Cards in a hand: a string in climbing games, a list of cards in trick games."""


class GameSpec(Protocol):
    """A game as data: what the specs of all families have; each family adds its own."""

    def __hash__(self) -> int:
        """A spec is never changed, and what is kept for it is found by it."""

    @property
    def family(self) -> Family[Any]:
        """What kind of game it is."""

    @property
    def name(self) -> str:
        """The name with its options, as `paiyou.game` takes it."""

    @property
    def title(self) -> str:
        """The name for people."""

    @property
    def version(self) -> int:
        """Of the rules; see `GameInfo.version`."""

    @property
    def seats(self) -> int:
        """Number of players."""

    @property
    def teams(self) -> tuple[int, ...]:
        """Team of each seat; with an auction, of each seat counted from the landlord."""

    @property
    def actions(self) -> tuple[str, ...]:
        """Every card-play action."""

    @property
    def auction(self) -> Any:
        """How the landlord is chosen; None where nobody bids."""


@runtime_checkable
class View(Protocol):
    """What one seat may know."""

    @property
    def seat(self) -> int:
        """Whose view it is."""

    @property
    def turn(self) -> int:
        """The seat to move."""

    @property
    def hand(self) -> Hand:
        """The seat's own cards."""

    @property
    def counts(self) -> list[int]:
        """How many cards every seat holds."""

    @property
    def history(self) -> list[tuple[int, str]]:
        """All moves so far with the seats that made them."""

    @property
    def last(self) -> tuple[int, str] | None:
        """The combo to beat or the card that was led, with its seat; None for the seat that leads."""

    @property
    def public(self) -> Hand:
        """Cards everybody has seen without their being played."""

    @property
    def unseen(self) -> Hand:
        """Cards of the other hands and a hidden pile, together."""

    def moves(self) -> list[str]:
        """The seat's legal moves; none when it is not to move."""

    @property
    def key(self) -> bytes:
        """Sixteen bytes that stand for everything in this view, to look something up by."""

    def sample(self, seed: int) -> State:
        """A full deal that agrees with all the seat knows, drawn uniformly."""

    def deals(self, limit: int = 10_000) -> Sequence[tuple[State, float]]:
        """Every such deal and its weight, the number of deals of the cards themselves; ValueError above the limit.

        `sample` draws a deal in proportion to its weight.
        """

    def ways(self, state: Any) -> float:
        """The weight of one deal; 0 where it does not agree."""


@runtime_checkable
class State(Protocol):
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
        """The seat that went out first or scored most; None before the end, after a redeal or a tie."""

    @property
    def hands(self) -> Sequence[Hand]:
        """Every seat's cards."""

    @property
    def history(self) -> list[tuple[int, str]]:
        """All moves so far with the seats that made them."""

    @property
    def last(self) -> tuple[int, str] | None:
        """The combo to beat or the card that was led, with its seat; None when the seat to move leads."""

    def moves(self) -> list[str]:
        """The legal moves of the seat to move."""

    def play(self, move: str) -> None:
        """Make a move; ValueError, and nothing changed, where it is not legal."""

    @property
    def key(self) -> bytes:
        """Sixteen bytes that stand for everything in this state, to look something up by."""

    def copy(self) -> State:
        """A state of its own."""

    def rewound(self) -> State:
        """The beginning of this game: playing `history` from there gives this state again."""

    def view(self, seat: int) -> View:
        """What a seat may know."""

    def cards(self, seat: int) -> list[str]:
        """A seat's cards with suits."""
