"""The inputs of a network for a decision: small integers, all of them public or the seat's own.

Seats are counted from the one to move: 0 is the seat itself, 1 plays next. An encoder turns facts into features; it
goes into the exported network, so that a player hands over these numbers and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from torch import Tensor

HISTORY = 15
"""Last moves that the facts hold; networks may look at fewer."""


@dataclass(frozen=True)
class Facts:
    """Decisions of a batch, one row each."""

    hand: Tensor
    """Own cards by rank [N, R]."""
    unseen: Tensor
    """Cards neither in the hand nor played: the other hands together, and a hidden pile [N, R]."""
    played: Tensor
    """All that each seat has played [N, S, R]."""
    known: Tensor
    """Cards a seat surely still holds, because it took them face up [N, S, R]."""
    standing: Tensor
    """The combo to beat; zeros when leading [N, R]."""
    owner: Tensor
    """The seat whose combo is to be beaten; 0 when leading [N]."""
    history: Tensor
    """The last moves, newest first; zeros for passes and before the first move [N, H, R]."""
    left: Tensor
    """Cards in each hand [N, S]."""
    bombs: Tensor
    """Combos with power played so far [N]."""
    declined: Tensor
    """The lowest key and one more of what each seat has passed on, 0 for none [N, S, DECLINED].

    See `paiyou.games.declined`."""
    place: Tensor
    """Where the seat sits, counted from the landlord; only a network that plays several positions asks [N]."""

    def rows(self, which: Tensor) -> Facts:
        """The facts of some rows."""
        return Facts(*(getattr(self, field.name)[which] for field in fields(self)))


@dataclass(frozen=True)
class Moves:
    """Legal moves of a batch of decisions, one row each."""

    decision: Tensor
    """The row of the facts that the move belongs to [M]."""
    cards: Tensor
    """Cards of each rank; zeros for a pass [M, R]."""
    group: Tensor
    """Group of the combo; a pass has the number after the last group [M]."""
    key: Tensor
    power: Tensor
    size: Tensor
