"""The inputs of a network for a decision: the interface of the readers, one for each family and kind of model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

Facts = dict[str, npt.NDArray[np.int64]]
"""Small arrays of whole numbers by the names of a network's inputs."""


class Reader(Protocol):
    """Reads decisions of one game for one model."""

    @property
    def inputs(self) -> frozenset[str]:
        """The names of all it can tell; a network may ask for some of them."""

    @property
    def widths(self) -> Mapping[str, int]:
        """The last dimension of inputs by which a network for another size of the game is found out."""

    @property
    def classes(self) -> Mapping[str, int]:
        """The class of each card as hands are written, by the numbers of beliefs about hidden cards."""

    def position(self, view: Any) -> int:
        """Which network is asked, where a model has one for each position."""

    def read(self, view: Any, moves: Sequence[str]) -> Mapping[str, npt.NDArray[Any]]:
        """What there is to tell of a view whose seat is to move; `moves` are its legal moves."""
