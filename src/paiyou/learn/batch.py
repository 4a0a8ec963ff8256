"""What all batches of games have in common, whatever the family: the interface between games and learning.

A batch holds thousands of games of one spec as tensors, one row each, on any device. They move in lockstep: at every
step one seat decides, in all games in which it is that seat's turn; the other games wait. So one network and one large
batch serve a step. Card play, exposing and whatever else a game asks for are decisions alike: rows and numbers of
actions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Protocol

import torch
from torch import Tensor


class Positions(Protocol):
    """Decisions in compact form, a dataclass of tensors with one row each: what the replay buffer stores."""

    kept: ClassVar[Mapping[str, torch.dtype]]
    """Columns that the replay buffer stores in a smaller type."""


class Batch(Protocol):
    """Games in lockstep.

    Example::

        games = spec.family.part(LEARN).batch(spec, 1024, seed=1, device="cpu")
        while int(games.episode.sum()) < 10_000:
            row, action = games.legal()
            games.play(choose(games, row, action))
    """

    spec: Any
    number: int
    """Of games at once."""
    device: torch.device
    seat: int
    """The seat that decides at this step. A family may count seats from the one that begins a game."""
    deal_seed: Tensor
    """The seed of each game's deal; a game that ends goes on with the seed `number` later [N]."""
    episode: Tensor
    """How many games have ended in each slot of the batch [N]."""
    ended: Tensor
    """The games that the last step ended [N]."""
    payoffs: Tensor
    """Every seat's result in the games that the last step ended; else 0 [N, S]."""
    at: Any
    """The positions of all games: `Positions`."""

    @property
    def won(self) -> Tensor:
        """Every seat's share of the win in those: 1 for the winning side's, less where several tie; else 0 [N, S]."""

    @property
    def active(self) -> Tensor:
        """The games in which this step's seat is to move [N]."""

    def legal(self) -> tuple[Tensor, Tensor]:
        """The legal moves of the active games: rows of the batch and actions."""

    def start_listing(self) -> Callable[[], tuple[Tensor, Tensor]]:
        """Start listing the legal moves; the returned function waits for them, so that other work fits in between."""

    def legal_in(self, at: Any, seat: int, which: Tensor) -> tuple[Tensor, Tensor]:
        """The legal moves of a seat in some of the compact positions, which a mask names: rows and actions.

        A learner may call this between `start_listing` and its result.
        """

    def network_inputs(self, at: Any, seat: int, row: Tensor, action: Tensor) -> tuple[Any, Any]:
        """A network's inputs for a seat's decisions and for moves given as pairs (row, action): facts and moves."""

    def play(self, actions: Tensor) -> None:
        """Play one action in every active game (those of waiting games are not looked at) and go to the next seat."""

    def state(self) -> dict[str, object]:
        """All of it, for a checkpoint."""

    def load(self, state: dict[str, Any]) -> None:
        """Go on from a checkpoint's state."""


def points_that_count(teams: Sequence[int], partners: bool) -> list[list[float]]:
    """The objective of each seat (rows), as weights of every seat's points (columns).

    Its own points; partners who are paid one by one play for each other: own team's points less all others'.
    """
    if not partners:
        return [[float(seat == other) for other in range(len(teams))] for seat in range(len(teams))]
    return [[1.0 if team == own else -1.0 for team in teams] for own in teams]
