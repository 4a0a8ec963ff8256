"""What play-out networks are told, picked from what an encoder tells large ones: every feature is 0 or 1.

Every family has its own, and the core the same in the same order (`core/nets/`): a sum of rows of weights.
"""

from __future__ import annotations

from abc import abstractmethod

from torch import Tensor, nn

from paiyou.learn.nets.networks import Encoder


class PlayoutFeatures(nn.Module):
    """Features of decisions and of their moves, for state and move apart."""

    encoder: Encoder
    state_size: int
    move_size: int
    names: tuple[str, ...]
    """What features of moves are numbered by, as files of play-out networks tell it: `PlayoutNetworkFile.names`."""

    @abstractmethod
    def forward(self, state: Tensor, move: Tensor, decision: Tensor) -> tuple[Tensor, Tensor]:
        """From the encoder's features of states and moves; `decision` is the row of each move's state."""
