"""Bidders with random weights."""

from itertools import pairwise

import numpy as np

from paiyou.models.bidders import BidderFile


def random_bidder(key, sizes, temper=0.3):
    """A file with layers of these sizes, inputs first."""
    random = np.random.default_rng(3)
    layers = tuple(
        (random.normal(size=(inputs, outputs)).astype(np.float32), random.normal(size=outputs).astype(np.float32))
        for inputs, outputs in pairwise(sizes)
    )
    return BidderFile(key, temper, {"hands": 3}, layers)
