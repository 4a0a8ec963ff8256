"""A part of our network that sees cards rank by rank, and the same weights look at every rank and its neighbours.

Chains, planes and what lies between two hands are the same thing at every rank; a layer over all cards at once has to
learn them fifteen times. Convolutions over the ranks are what strong players for Dou Dizhu have gained most by
(DouZero's descendants: residual convolutions in place of its LSTM). They cost computation rather than weights, and
only once for a decision.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

USUAL_WIDTH = 128
SUMMARY = 16
"""Numbers of each rank that the rest of the network is told."""


class RankTrunk(nn.Module):
    """Residual convolutions over ranks (He et al. 2016: activation first, no norm), told as one row of a state.

    `columns` are, for every rank, the features of a state that are about it (-1: a feature that this rank lacks). What
    it adds is zero at first, so that a network can grow by it.
    """

    columns: Tensor
    there: Tensor

    def __init__(self, columns: Tensor, out: int, width: int, depth: int) -> None:
        super().__init__()
        self.register_buffer("columns", columns.clamp(min=0).flatten(), persistent=False)
        self.register_buffer("there", (columns >= 0).float(), persistent=False)
        self.enter = nn.Linear(3 * columns.shape[1], width)
        self.blocks = nn.ModuleList(RankBlock(width) for _ in range(depth))
        self.leave = nn.Linear(width, SUMMARY)
        self.out = nn.Linear(SUMMARY * len(columns), out)
        for weights in self.out.parameters():
            nn.init.zeros_(weights)

    def forward(self, features: Tensor) -> Tensor:
        """What is added to the states' first layer, from their features [N, out]."""
        planes = features.index_select(1, self.columns).reshape(-1, *self.there.shape) * self.there.to(features.dtype)
        stream = over_neighbours(self.enter, planes)
        for block in self.blocks:
            stream = block(stream)
        told = torch.relu(_by_rank(self.leave, torch.relu(stream)))
        added: Tensor = self.out(told.flatten(1))
        return added


class RankBlock(nn.Module):
    """A rank with its two neighbours, then the rank alone; the second layer is zero at first."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = nn.Linear(3 * width, width)
        self.second = nn.Linear(width, width)
        for weights in self.second.parameters():
            nn.init.zeros_(weights)

    def forward(self, stream: Tensor) -> Tensor:
        """As wide as it is given [N, ranks, width]."""
        near = torch.relu(over_neighbours(self.first, torch.relu(stream)))
        return stream + _by_rank(self.second, near)


def over_neighbours(layer: nn.Linear, planes: Tensor) -> Tensor:
    """A convolution of width three over the ranks, as one matrix product [N, ranks, out]."""
    below, above = functional.pad(planes, (0, 0, 1, 0))[:, :-1], functional.pad(planes, (0, 0, 0, 1))[:, 1:]
    return _by_rank(layer, torch.cat([below, planes, above], dim=2))


def _by_rank(layer: nn.Linear, planes: Tensor) -> Tensor:
    """A layer for every rank; with rows in one dimension, as exporters keep a layer's name there."""
    rows: Tensor = layer(planes.flatten(0, 1))
    return rows.reshape(*planes.shape[:2], -1)
