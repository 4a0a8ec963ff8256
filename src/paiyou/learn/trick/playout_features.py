"""What play-out networks of trick games are told: our encoder's sets of cards, and its numbers as one of many.

The core's are `core/nets/trick_network.hpp`. Points fall into bands, which are the finer the smaller they are; what a
card brings is told for whoever takes the trick as it then lies.
"""

from __future__ import annotations

import torch
from torch import Tensor

from paiyou.games.trick_spec import TrickSpec
from paiyou.learn.nets import playout_features
from paiyou.learn.trick.encoder import POINTS, Encoder, one_hot

BANDS = (1, 2, 3, 5, 8, 12, 20, 32)
"""Where bands of points begin, in tenths of the dearest card; below the first is nothing, and losses have the same."""
NUMBER_OF_BANDS = 2 * len(BANDS) + 1

SETS = (
    "hand", "may_hold", "led", "followed", "thrown", "trick", "best_card", "holds", "taken", "exposed", "led_suits",
    "tops", "lows", "out_of",
)  # fmt: skip
"""What follows from cards: the core keeps these sums and changes them as cards are played."""
PLACES = ("left", "best_seat", "place", "exposing", "set_alone")


class PlayoutFeatures(playout_features.PlayoutFeatures):
    """Sets and places as the encoder has them; points by bands and cards by their number, each a column."""

    encoder: Encoder
    edges: Tensor

    def __init__(self, spec: TrickSpec) -> None:
        super().__init__()
        self.encoder = encoder = Encoder(spec)
        self.names = tuple(spec.cards[exposure.card] for exposure in spec.exposures)
        self.seats = seats = spec.seats
        self.dearest = max((abs(points) for points in spec.score.points), default=0) or 1
        self.hand_size = spec.hand_size
        self.numbers = max(spec.suit_of_card.count(suit) for suit in set(spec.suit_of_card)) + 1
        """Of cards of a suit, none among them."""
        self.register_buffer("edges", torch.tensor(BANDS), persistent=False)

        def size(columns: dict[str, slice], names: tuple[str, ...]) -> int:
            return sum(columns[name].stop - columns[name].start for name in names)

        suits = len(spec.suits)
        sets, places = size(encoder.state_columns, SETS), size(encoder.state_columns, PLACES)
        self.state_size = sets + places + 2 * seats * NUMBER_OF_BANDS + suits * self.numbers
        of_cards = size(encoder.move_columns, ("card", "exposes", "last", "taken_over", "others_out"))
        self.move_size = of_cards + (seats + 1) * NUMBER_OF_BANDS + 4 * self.numbers

    def forward(self, state: Tensor, move: Tensor, decision: Tensor) -> tuple[Tensor, Tensor]:
        """Columns as they are, then numbers of points and of cards as one of many."""
        of_state, of_move = self.encoder.state_columns, self.encoder.move_columns
        told = [state[:, of_state[name]] for name in (*SETS, *PLACES)]
        told += [self._bands(state[:, of_state[name]]).flatten(1) for name in ("now", "added")]
        told.append(self._number(state[:, of_state["suits_hidden"]]).flatten(1))
        card = move[:, of_move["card"]].amax(dim=1, keepdim=True)
        taken_over = move[:, of_move["taken_over"]]
        # Whoever takes the trick as it lies after the card: I for good, I so far, or the one who had it before.
        own = move[:, of_move["would_take"]][:, 0] > 0
        surely = own & (taken_over.amax(dim=1) == 0)
        taker = torch.where(own, 0, state[:, of_state["best_seat"]].argmax(dim=1)[decision])
        gain = move[:, of_move["gains"]].gather(1, taker[:, None])
        case = one_hot(torch.where(surely, self.seats, taker), self.seats + 1)
        brings = case[:, :, None] * self._bands(gain)
        about = [move[:, of_move[name]] for name in ("card", "exposes", "last", "taken_over", "others_out")]
        about.append(brings.flatten(1) * card)
        for name in ("above_hidden", "below_hidden", "above_kept", "below_kept"):
            about.append(self._number(move[:, of_move[name]])[:, 0] * card)
        return torch.cat([block.to(state.dtype) for block in told], dim=1), torch.cat(about, dim=1).to(state.dtype)

    def _bands(self, hundreds: Tensor) -> Tensor:
        """The band of points as one of many, in a new last dimension."""
        points = (hundreds * POINTS).round().long()
        size = (points.abs() * 10).div(self.dearest, rounding_mode="floor")
        band = (size[..., None] >= self.edges).sum(dim=-1) * points.sign() + len(BANDS)
        return one_hot(band, NUMBER_OF_BANDS)

    def _number(self, shares: Tensor) -> Tensor:
        """A number of cards, told as a share of a hand, as one of many."""
        return one_hot((shares * self.hand_size).round().long().clamp(max=self.numbers - 1), self.numbers)
