"""The play-out network in torch: small, and evaluated in integers by `core/nets/`.

What it is told is the family's business (`PlayoutFeatures`): all features are 0 or 1, and those of cards change only
where cards are played. Weights are fitted as floats and rounded on the way forward (quantisation-aware training), so
what is learnt is what the core computes: steps of 1/128 for the first layer and for activations, of 1/64 for the other
weights. All sums stay below 2**24, where float32 is exact, so that the values here are those of the core bit for bit.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import torch
from torch import Tensor, nn

from paiyou.games.family import LEARN
from paiyou.games.protocol import GameSpec
from paiyou.learn.batch import Batch
from paiyou.learn.nets.networks import ValueNetwork
from paiyou.learn.nets.playout_features import PlayoutFeatures

ACTIVATION = 128
"""Quantisation steps of an activation up to 1; the highest is one step below."""
WEIGHT = 64
"""Quantisation steps of a weight of the later layers up to 1."""
MOST = 127
"""The largest integer of a weight or an activation."""
FIRST_BIAS = 32 * MOST
"""The largest integer of a bias of the first layer: with the rows of some 220 features it fits into 16 bits."""
WIDTHS = (384, 64, 32)
"""Outputs of the first three layers; multiples of 32, for wide vectors."""


class PlayoutNetwork(ValueNetwork):
    """Values of moves for one position: a sum of rows, two small layers and a number."""

    head_count = 1

    def __init__(self, features: PlayoutFeatures, widths: tuple[int, int, int] = WIDTHS) -> None:
        super().__init__()
        self.features = features
        first, second, third = widths
        self.state = nn.Linear(features.state_size, first)
        self.move = nn.Linear(features.move_size, first, bias=False)
        self.second = nn.Linear(first, second)
        self.third = nn.Linear(second, third)
        self.out = nn.Linear(third, 1)
        with torch.no_grad():
            # Some sixty rows are summed: activations start in the middle of their range.
            self.state.weight.normal_(0, 0.05)
            self.move.weight.normal_(0, 0.08)
            self.state.bias.fill_(0.25)

    def forward(self, facts: Any, moves: Any) -> Tensor:
        """Values of all moves [M, 1]."""
        encoded = self.features.encoder(facts, moves, torch.float32)
        state, move = self.features(*encoded, moves.decision)
        return self.of_features(state, move, moves.decision)

    def values(self, games: Batch, at: Any, seat: int, row: Tensor, action: Tensor) -> Tensor:
        """As for every network; on a GPU features come straight from the compact positions."""
        encoded = self.features.encoder.encode(games, at, seat, row, action, torch.float32)
        state, move = self.features(*encoded, row)
        return self.of_features(state, move, row)

    def of_features(self, state: Tensor, move: Tensor, decision: Tensor) -> Tensor:
        """Values from the features of states and moves."""
        of_state = nn.functional.linear(
            state, _rounded(self.state.weight, ACTIVATION), _rounded(self.state.bias, ACTIVATION, FIRST_BIAS)
        )
        of_move = nn.functional.linear(move, _rounded(self.move.weight, ACTIVATION))
        hidden = _activated(of_state[decision] + of_move)
        hidden = _activated(_linear(self.second, hidden))
        hidden = _activated(_linear(self.third, hidden))
        return _linear(self.out, hidden)

    @torch.no_grad()
    def keep_in_range(self) -> None:
        """Clamp weights to the range of their integers: after every step of the optimiser."""
        for layer, steps in ((self.state, ACTIVATION), (self.move, ACTIVATION)):
            layer.weight.clamp_(-MOST / steps, MOST / steps)
        for layer in (self.second, self.third, self.out):
            layer.weight.clamp_(-MOST / WEIGHT, MOST / WEIGHT)

    @torch.no_grad()
    def whole_numbers(self) -> dict[str, np.ndarray]:
        """The layers as the core reads them; rows of the first are features, state before move."""

        def whole(values: Tensor, steps: int, kind: type) -> np.ndarray:
            return np.asarray(torch.floor(values.cpu() * steps + 0.5).numpy(), dtype=kind)

        rows = torch.cat([self.state.weight, self.move.weight], dim=1).t()
        found = {
            "first": whole(_rounded(rows, ACTIVATION), ACTIVATION, np.int8),
            "first_bias": whole(_rounded(self.state.bias, ACTIVATION, FIRST_BIAS), ACTIVATION, np.int16),
        }
        for name, layer in (("second", self.second), ("third", self.third), ("out", self.out)):
            found[name] = whole(_rounded(layer.weight, WEIGHT), WEIGHT, np.int8)
            found[f"{name}_bias"] = whole(layer.bias, WEIGHT * ACTIVATION, np.int32)
        return {name: np.ascontiguousarray(values) for name, values in found.items()}


def playout_networks(spec: GameSpec, number: int, widths: tuple[int, int, int] = WIDTHS) -> list[PlayoutNetwork]:
    """Fresh networks for so many positions."""
    return [PlayoutNetwork(spec.family.part(LEARN).playout_features(spec), widths) for _ in range(number)]


class _Round(torch.autograd.Function):
    """Rounding in the forward pass, the identity in the backward pass (straight-through estimator)."""

    @staticmethod
    def forward(_: Any, values: Tensor, steps: int, most: int) -> Tensor:
        return torch.floor(values * steps + 0.5).clamp(-most, most) / steps

    @staticmethod
    def backward(_: Any, gradient: Tensor) -> tuple[Tensor, None, None]:
        return gradient, None, None


def _rounded(values: Tensor, steps: int, most: int = MOST) -> Tensor:
    return cast(Tensor, _Round.apply(values, steps, most))  # type: ignore[no-untyped-call]


def _linear(layer: nn.Linear, values: Tensor) -> Tensor:
    steps = WEIGHT * ACTIVATION
    return nn.functional.linear(values, _rounded(layer.weight, WEIGHT), _rounded(layer.bias, steps, 2**23))


def _activated(values: Tensor) -> Tensor:
    return _rounded(values.clamp(0, MOST / ACTIVATION), ACTIVATION)
