"""The facts of a decision in trick games: the inputs of a network of the kind "facts", as small arrays.

Its encoder is inside the network, so this is all that a player and the trainer must agree on. Seats are counted from
the one to move (0 me, 1 next, ...); a set of cards is a row of zeros and ones, by the numbers of the cards.

| input | shape | what |
|---|---|---|
| hand | 1, cards | own cards |
| may_hold | 1, seats, cards | what each seat may still hold: I my hand; another seat the unseen cards, but for those known to be in other hands and those of suits it is known to have run out of |
| holds | 1, seats, cards | what everybody knows a seat to hold: exposed, dealt open, or the card that leads |
| taken | 1, seats, cards | cards of the tricks each seat has taken |
| led, followed, thrown | 1, seats, cards | cards each seat has led, played in the suit led, and played off it, the trick in progress included |
| trick | 1, seats, cards | the card of each seat in the trick in progress |
| exposed | 1, cards | cards shown before the first lead, played ones included |
| led_suits | 1, suits | suits led in earlier tricks |
| left | 1, seats | cards in each hand |
| place | 1 | how many places I sit after the seat that opens: exposes and leads first |
| exposing | 1 | 1 while cards are being exposed |
| history | 1, tricks, seats | the card of each seat in each trick, its number and one more; 0 for none, as in tricks to come and those before a game from given hands |
| move_card | moves, cards | the card of each legal move; zeros for an exposure |
| move_exposes | moves, exposures | the cards that an exposure shows, by the list of the model's game; one column of zeros where there is no such list |

What was played is read by `games/trick_history.py`, which says how games from given hands are opened.
"""  # noqa: E501 - rows of a table

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from paiyou.agents.neural.reader import Facts
from paiyou.games.trick_history import TrickHistory
from paiyou.games.trick_spec import TrickSpec

if TYPE_CHECKING:
    from paiyou._core import TrickView

OF_A_STATE = (
    "hand", "may_hold", "holds", "taken", "led", "followed", "thrown", "trick", "exposed", "led_suits", "left", "place",
    "exposing", "history",
)  # fmt: skip
OF_A_MOVE = ("move_card", "move_exposes")
NAMES = OF_A_STATE + OF_A_MOVE
"""In the order of the table above."""


class TrickFactsReader:
    """Reads the facts of decisions in one game, for a model with its own list of cards that may be exposed."""

    inputs = frozenset(NAMES)

    def __init__(self, spec: TrickSpec, exposures: Sequence[int]) -> None:
        self.cards, self.seats, self.suits = len(spec.cards), spec.seats, len(spec.suits)
        self.exposures = max(len(exposures), 1)
        self.widths = {"hand": self.cards, "left": self.seats, "led_suits": self.suits, "move_exposes": self.exposures}
        self._history = TrickHistory(spec)
        self._number = self.classes = self._history.number
        self._set = self._history.set_of
        self._of_suit = {suit: self._set(card for card in spec.cards if card[0] == suit) for suit in spec.suits}
        self._column = {spec.cards[card]: column for column, card in enumerate(exposures)}
        self._one_card = np.eye(self.cards + 1, self.cards, dtype=np.int64)  # the last row is no card

    def position(self, view: TrickView) -> int:
        """Places after the seat that opens."""
        return (view.seat - self._history.played(view).opener) % self.seats

    def read(self, view: TrickView, moves: Sequence[str]) -> Facts:
        """The facts of a view whose seat is to expose or play a card; `moves` are its legal moves."""
        seats, me, counts = self.seats, view.seat, view.counts
        around = [*range(me, seats), *range(me)]
        played = self._history.played(view)
        trick = [0] * seats
        for seat, card in view.trick:
            trick[seat] = self._set([card])
        taken, holds = ([self._set(cards) for cards in of_all] for of_all in (view.taken, view.known))
        sets = [self._set(view.hand), self._set(view.exposed)]
        for of_all in (self._may_hold(view, holds), holds, taken, played.led, played.followed, played.thrown, trick):
            sets += [of_all[seat] for seat in around]
        rows = _zeros_and_ones(sets, self.cards)
        of_seats = rows[2:].reshape(-1, 1, seats, self.cards)
        return {
            "hand": rows[0:1],
            "may_hold": of_seats[0],
            "holds": of_seats[1],
            "taken": of_seats[2],
            "led": of_seats[3],
            "followed": of_seats[4],
            "thrown": of_seats[5],
            "trick": of_seats[6],
            "exposed": rows[1:2],
            "led_suits": _zeros_and_ones([played.led_suits], self.suits),
            "left": np.array([[counts[seat] for seat in around]], dtype=np.int64),
            "place": np.array([(me - played.opener) % seats], dtype=np.int64),
            "exposing": np.array([view.exposing], dtype=np.int64),
            "history": np.ascontiguousarray(played.tricks[None, :, around]),
            "move_card": self._one_card[[self._number.get(move, self.cards) for move in moves]],
            "move_exposes": self._exposes(moves),
        }

    def _may_hold(self, view: TrickView, holds: list[int]) -> list[int]:
        """What each seat may hold, by what everybody knows and by my own hand."""
        unseen, voids = self._set(view.unseen), view.voids
        free = unseen & ~sum(holds)  # a card is in one hand at most
        found = []
        for held, without in zip(holds, voids, strict=True):
            gone = sum(self._of_suit[suit] for suit in without)
            found.append(free & ~gone | held)
        found[view.seat] = self._set(view.hand)
        return found

    def _exposes(self, moves: Sequence[str]) -> npt.NDArray[np.int64]:
        """Which cards each move shows."""
        rows = np.zeros((len(moves), self.exposures), dtype=np.int64)
        for row, move in enumerate(moves):
            if move not in self._number:
                rows[row, [self._column[card] for card in move.split()[1:] if card in self._column]] = 1
        return rows


def _zeros_and_ones(sets: Sequence[int], width: int) -> npt.NDArray[np.int64]:
    """A row for each set, with a number for each of its `width` bits."""
    octets = np.array(sets, dtype="<u8").view(np.uint8).reshape(len(sets), 8)
    return np.unpackbits(octets, axis=1, count=width, bitorder="little").astype(np.int64)
