"""The play-out network in torch: small, and evaluated in integers by `core/nets/climbing_network.hpp`.

Its features are those of our encoder but for the last moves and the best keys of every group: all are 0 or 1, and
those of cards change only where cards leave a hand. Weights are fitted as floats and rounded on the way forward
(quantisation-aware training), so what is learnt is what the core computes: steps of 1/128 for the first layer and for
activations, of 1/64 for the other weights. All sums stay below 2**24, where float32 is exact, so that the values here
are those of the core bit for bit.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import torch
from torch import Tensor, nn

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.learn.batch import Batch
from paiyou.learn.climbing.encoder import MOST_BOMBS, MOST_MOVES, RECENT, Encoder
from paiyou.learn.nets.networks import ValueNetwork

ACTIVATION = 128
"""Quantisation steps of an activation up to 1; the highest is one step below."""
WEIGHT = 64
"""Quantisation steps of a weight of the later layers up to 1."""
MOST = 127
"""The largest integer of a weight or an activation."""
WIDTHS = (384, 64, 32)
"""Outputs of the first three layers; multiples of 32, for wide vectors."""


class PlayoutNetwork(ValueNetwork):
    """Values of moves for one position: a sum of rows, two small layers and a number."""

    head_count = 1

    def __init__(self, encoder: Encoder, widths: tuple[int, int, int] = WIDTHS) -> None:
        super().__init__()
        self.encoder = encoder
        self.blocks = _state_blocks(encoder)
        first, second, third = widths
        self.state = nn.Linear(sum(end - begin for begin, end in self.blocks), first)
        self.move = nn.Linear(move_features(encoder), first, bias=False)
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
        state, move = self.encoder(facts, moves, torch.float32)
        return self.of_features(state, move, moves.decision)

    def values(self, games: Batch, at: Any, seat: int, row: Tensor, action: Tensor) -> Tensor:
        """As for every network; on a GPU features come straight from the compact positions."""
        return self.of_features(*self.encoder.encode(games, at, seat, row, action, torch.float32), row)

    def of_features(self, state: Tensor, move: Tensor, decision: Tensor) -> Tensor:
        """Values from the encoder's features of states and moves."""
        content = torch.cat([state[:, begin:end] for begin, end in self.blocks], dim=1)
        of_state = nn.functional.linear(
            content, _rounded(self.state.weight, ACTIVATION), _rounded(self.state.bias, ACTIVATION, MOST * ACTIVATION)
        )
        of_move = nn.functional.linear(move[:, : self.move.in_features], _rounded(self.move.weight, ACTIVATION))
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
            "first_bias": whole(_rounded(self.state.bias, ACTIVATION, MOST * ACTIVATION), ACTIVATION, np.int16),
        }
        for name, layer in (("second", self.second), ("third", self.third), ("out", self.out)):
            found[name] = whole(_rounded(layer.weight, WEIGHT), WEIGHT, np.int8)
            found[f"{name}_bias"] = whole(layer.bias, WEIGHT * ACTIVATION, np.int32)
        return {name: np.ascontiguousarray(values) for name, values in found.items()}


def playout_networks(spec: ClimbingSpec, number: int, widths: tuple[int, int, int] = WIDTHS) -> list[PlayoutNetwork]:
    """Fresh networks for so many positions."""
    return [PlayoutNetwork(Encoder(spec), widths) for _ in range(number)]


def _state_blocks(encoder: Encoder) -> list[tuple[int, int]]:
    """Which of the encoder's columns of a state are told: all but the last moves and the best keys."""
    seats = encoder.spec.seats
    sets = (4 + seats) * encoder.cards
    history = sets + RECENT * encoder.cards
    keys = history + seats + seats * (encoder.most_cards + 1) + MOST_BOMBS + 1 + MOST_MOVES + 1
    powers = keys + 2 * encoder.groups
    return [(0, sets), (history, keys), (powers, powers + seats - 1)]


def move_features(encoder: Encoder) -> int:
    """The encoder's columns of a move, less its padding."""
    spec = encoder.spec
    return 2 * encoder.cards + MOST_MOVES + 1 + encoder.groups + 1 + len(spec.symbols) + spec.seats


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
