"""What a trick game's view tells of who has played what, trick by trick: who led it, followed, or threw it away.

A game from given hands is opened by whoever moves first there, or has led the card to answer. With fewer cards than are
dealt every suit counts as led, as in the rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from paiyou.games.trick_spec import TrickSpec

if TYPE_CHECKING:
    from paiyou._core import TrickView


@dataclass
class Played:
    """Who has played what, seat by seat, and in answer to what; sets of cards have one bit for each."""

    opener: int
    led: list[int]
    followed: list[int]
    thrown: list[int]
    tricks: npt.NDArray[np.int64]
    """The card of each seat in each trick, by its number and one more."""
    led_suits: int = 0
    """Suits of tricks that are over, one bit each."""


class TrickHistory:
    """Reads the histories of one game.

    Example: `TrickHistory(spec).played(view).opener` is the seat that opened.
    """

    def __init__(self, spec: TrickSpec) -> None:
        self.number = {card: number for number, card in enumerate(spec.cards)}
        """Every card's place in the deck."""
        self._seats, self._hand_size = spec.seats, spec.hand_size
        self._bit = {card: 1 << number for card, number in self.number.items()}
        self._suit = dict(zip(spec.cards, spec.suit_of_card, strict=True))
        self._all_suits = sum(1 << suit for suit in set(spec.suit_of_card))

    def set_of(self, cards: Iterable[str]) -> int:
        """Cards as one bit each."""
        return sum(map(self._bit.__getitem__, cards))

    def played(self, view: TrickView) -> Played:
        """The history, trick by trick."""
        seats, history, trick = self._seats, view.history, view.trick
        cards = [(seat, move) for seat, move in history if move in self._bit]
        tricks = np.zeros((self._hand_size, seats), dtype=np.int64)
        played = Played(history[0][0] if history else view.turn, [0] * seats, [0] * seats, [0] * seats, tricks)
        if len(cards) % seats != len(trick):  # the game was started with a card to answer, which is in no history
            played.opener = (played.opener - 1) % seats
            listed = {card for _, card in cards}
            lying = chain((card for _, card in trick), *view.taken)
            cards.insert(0, (played.opener, next(card for card in lying if card not in listed)))
        mine = sum(seat == view.seat for seat, _ in cards)
        before = self._hand_size - view.counts[view.seat] - mine  # tricks played before the game was started
        for start in range(0, len(cards), seats):
            (leader, lead), *others = cards[start : start + seats]
            suit = self._suit[lead]
            row = tricks[before + start // seats]
            row[leader] = self.number[lead] + 1
            played.led[leader] |= self._bit[lead]
            for seat, card in others:
                row[seat] = self.number[card] + 1
                answered = played.followed if self._suit[card] == suit else played.thrown
                answered[seat] |= self._bit[card]
            if len(others) == seats - 1:
                played.led_suits |= 1 << suit
        if before > 0:
            played.led_suits = self._all_suits
        return played
