"""The network of a bidder by NumPy alone: layers of weights and biases over one input for each state of a rank."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from paiyou.games.packing import MAX_COPIES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paiyou.models.bidders import Floats, Layer

STATES = MAX_COPIES + 1
"""Of a rank in a hand: none of its cards, or one, or more. The network has an input for each."""


def expected_points(layers: Sequence[Layer], counts: Sequence[int]) -> Floats:
    """What a hand, given as cards of each rank, expects of every call at every node, in one row."""
    (first, biases), *others = layers
    # Of the inputs one for each rank is 1, the others 0.
    total: Floats = first[[rank * STATES + count for rank, count in enumerate(counts)]].sum(axis=0) + biases
    for weights, biases in others:
        total = np.maximum(total, 0) @ weights + biases
    return total
