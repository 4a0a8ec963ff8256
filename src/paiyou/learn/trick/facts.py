"""The inputs of a network for a decision in a trick game: small integers, all of them public or the seat's own.

Seats are counted from the one to move: 0 is the seat itself, 1 plays next. An encoder turns facts into features; it
goes into the exported network, so that a player hands over these numbers and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from torch import Tensor


@dataclass(frozen=True)
class Facts:
    """Decisions of a batch, one row each; cards are 0 or 1 each, in the order of the deck."""

    hand: Tensor
    """Own cards [N, C]."""
    may_hold: Tensor
    """Cards that each seat may still hold, by all that the seat to move knows [N, S, C]."""
    holds: Tensor
    """Cards that everybody knows a seat to hold: exposed, dealt open, or the card that leads [N, S, C]."""
    taken: Tensor
    """Cards of the tricks that each seat has taken [N, S, C]."""
    led: Tensor
    """Cards that each seat has led [N, S, C]."""
    followed: Tensor
    """Cards that each seat has played in the suit led [N, S, C]."""
    thrown: Tensor
    """Cards that each seat has played off it [N, S, C]."""
    trick: Tensor
    """The card of each seat in the trick in progress [N, S, C]."""
    exposed: Tensor
    """Cards shown before the first lead, played ones included [N, C]."""
    led_suits: Tensor
    """Suits led in earlier tricks [N, U]."""
    left: Tensor
    """Cards in each hand [N, S]."""
    place: Tensor
    """How many places after the seat that opened [N]."""
    exposing: Tensor
    """1 while cards are being exposed [N]."""
    history: Tensor
    """The card of each seat in each trick, its number and one more; 0 for none, as in tricks to come [N, T, S]."""

    def rows(self, which: Tensor) -> Facts:
        """The facts of some rows."""
        return Facts(*(getattr(self, field.name)[which] for field in fields(self)))


@dataclass(frozen=True)
class Moves:
    """Legal moves of a batch of decisions, one row each."""

    decision: Tensor
    """The row of the facts that the move belongs to [M]."""
    card: Tensor
    """The card that is played; zeros for an exposure [M, C]."""
    exposes: Tensor
    """The cards that an exposure shows, by the spec's list; one column of zeros where that is empty [M, E]."""
