"""Networks that value every legal move of every decision, and the names they go by.

All take facts and moves and give one row of heads per move: the expected win (-1 to 1) and the expected points.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import torch
from torch import Tensor, nn

from paiyou.games.family import LEARN
from paiyou.games.protocol import GameSpec
from paiyou.learn.batch import Batch
from paiyou.learn.nets.belief_head import BeliefHead, HiddenCards, log_belief
from paiyou.learn.nets.outcomes import OUTCOMES, values_of
from paiyou.learn.nets.rank_trunk import USUAL_WIDTH, RankTrunk

WIN, POINTS = 0, 1
"""The heads of a network."""
OBJECTIVES = ("wp", "adp", "logadp")


def head_of(objective: str) -> int:
    """The head of the network that an objective maximises; an imitation, which has none, plays by the first."""
    return POINTS if objective in ("adp", "logadp") else WIN


class ValueNetwork(nn.Module):
    """A network for one position, or for all: `forward(facts, moves)` gives a row of heads for every move."""

    head_count: ClassVar[int] = 2
    """Win and points; or one, for the objective alone."""

    def values(self, games: Batch, at: Any, seat: int, row: Tensor, action: Tensor) -> Tensor:
        """Values of moves, given as pairs (row, action), in compact positions of one seat."""
        value: Tensor = self(*games.network_inputs(at, seat, row, action))
        return value

    def values_and_belief(
        self, games: Batch, at: Any, seat: int, row: Tensor, action: Tensor
    ) -> tuple[Tensor, Tensor | None]:
        """The same, and the scores of the belief about every position; None where there is no such head.

        These are what is learnt: a network that tells of three outcomes gives those in place of values.
        """
        return self.values(games, at, seat, row, action), None


class Encoder(nn.Module):
    """Features of decisions and of their moves, for state and move apart; every family has its own.

    `forward(facts, moves, dtype)` gives those of the states [N, state_size] and of the moves [M, move_size].
    """

    state_size: int
    move_size: int
    declined_begin: int
    """The column where a state's features of what the others passed on begin, where there are any."""
    rank_columns: Tensor | None = None
    """The columns of a state that are about each rank [ranks, features], -1 for one it lacks; None where there are no
    ranks to look along."""
    earlier: tuple[tuple[int, int], ...] = ()
    """Both sizes before features were added behind the others; networks from then can go on (`growth.py`)."""

    def encode(
        self, games: Batch, at: Any, seat: int, row: Tensor, action: Tensor, dtype: torch.dtype
    ) -> tuple[Tensor, Tensor]:
        """The same straight from compact positions: a family may have a faster way on a GPU."""
        features: tuple[Tensor, Tensor] = self(*games.network_inputs(at, seat, row, action), dtype)
        return features


class ResidualBlock(nn.Module):
    """Two layers that add to what they are given (He et al. 2016, "Identity Mappings": activation first, no norm).

    The second is initialised with zeros, so a fresh block is the identity, and a network can grow by one.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = nn.Linear(width, width)
        self.second = nn.Linear(width, width)
        for weights in self.second.parameters():
            nn.init.zeros_(weights)

    def forward(self, stream: Tensor) -> Tensor:
        """The output is as wide as the input."""
        added: Tensor = self.second(_linear_relu(self.first, torch.relu(stream)))
        return stream + added


class FactsNetwork(ValueNetwork):
    """Our network: two layers for the state, once per decision; then layers for each move, which add the state's part.

    A decision has seven legal moves on average, so the state is computed once: its two layers hold most of the weights
    and cost a fraction of the moves' layers. Between the two there may be residual blocks, and beside the first
    convolutions over the ranks (`rank_trunk.py`). A network that plays all positions has a learnt bias for each (an
    embedding), added to the state's first layer. In place of two values it may learn three outcomes (`outcomes.py`).
    """

    def __init__(
        self,
        encoder: Encoder,
        hidden_cards: HiddenCards,
        width: int = 512,
        state_width: int = 896,
        depth: int = 4,
        state_depth: int = 0,
        places: int = 0,
        declined: int = 0,
        belief: int = 0,
        rank_depth: int = 0,
        rank_width: int = 0,
        outcomes: int = 0,
    ) -> None:
        """`places` are the positions to tell apart, `belief` is the width of the head for hidden cards; 0: none.

        With `declined` the encoder tells what the others passed on, in columns with a layer of their own. `outcomes`
        are the three of `outcomes.py`, of which both values are made; 0: the heads are the values.
        """
        super().__init__()
        self.encoder = encoder
        self.hidden_cards = hidden_cards
        columns = encoder.declined_begin if declined else encoder.state_size
        self.state_in = nn.Linear(columns, state_width)
        self.state_out = nn.Linear(state_width, width)
        self.move_in = nn.Linear(self.encoder.move_size, width, bias=False)
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        self.heads = nn.Linear(width, outcomes or 2)
        # After all others, so that those are initialised as without them.
        self.trunk = nn.ModuleList(ResidualBlock(state_width) for _ in range(state_depth))
        self.place_bias = nn.Parameter(torch.zeros(places, state_width)) if places else None
        self.declined_in = nn.Linear(encoder.state_size - columns, state_width) if declined else None
        self.belief = BeliefHead(hidden_cards, state_width, belief) if belief else None
        if rank_width and not rank_depth:
            raise ValueError("rank_width is that of residual blocks over the ranks: give rank_depth, too")
        if rank_depth and encoder.rank_columns is None:
            raise ValueError("there are no ranks of all suits together to look along here; leave rank_depth out")
        self.rank_trunk = (
            RankTrunk(encoder.rank_columns, state_width, rank_width or USUAL_WIDTH, rank_depth)
            if rank_depth and encoder.rank_columns is not None
            else None
        )

    def forward(self, facts: Any, moves: Any) -> Tensor:
        """Values of all moves [M, 2]."""
        features, move = self.encoder(facts, moves, self.heads.weight.dtype)
        return self._told(self._value(self._state_of_facts(features, facts), move, moves.decision))

    def values(self, games: Batch, at: Any, seat: int, row: Tensor, action: Tensor) -> Tensor:
        """As for every network; on a GPU features come straight from the compact positions."""
        features, move = self._features(games, at, seat, row, action)
        return self._told(self._value(self._state(features, seat), move, row))

    def values_and_belief(
        self, games: Batch, at: Any, seat: int, row: Tensor, action: Tensor
    ) -> tuple[Tensor, Tensor | None]:
        """The state is computed once for both."""
        features, move = self._features(games, at, seat, row, action)
        state = self._state(features, seat)
        return self._value(state, move, row), None if self.belief is None else self.belief(state)

    def value_and_belief(self, facts: Any, moves: Any) -> tuple[Tensor, Tensor]:
        """As `forward`, with what the network believes: `HiddenCards.numbers` of probabilities."""
        assert self.belief is not None
        features, move = self.encoder(facts, moves, self.heads.weight.dtype)
        state = self._state_of_facts(features, facts)
        counted = self.belief.asks.counted(facts)
        believed = log_belief(self.belief(state), counted).exp() * (counted > 0)
        return self._told(self._value(state, move, moves.decision)), self.belief.asks.numbers(believed)

    def _told(self, heads: Tensor) -> Tensor:
        """The values of moves, from what the heads say of them [M, 2]."""
        return values_of(heads) if self.heads.out_features == OUTCOMES else heads

    def _features(self, games: Batch, at: Any, seat: int, row: Tensor, action: Tensor) -> tuple[Tensor, Tensor]:
        half = row.is_cuda and torch.is_autocast_enabled("cuda")
        dtype = torch.bfloat16 if half else self.heads.weight.dtype
        return self.encoder.encode(games, at, seat, row, action, dtype)

    def _state(self, features: Tensor, seat: int) -> Tensor:
        """The part computed once per decision of a seat, from the features of the states [N, state_width]."""
        bias = None if self.place_bias is None else self.place_bias[seat]
        if not self.trunk and self.declined_in is None and self.rank_trunk is None:
            return _linear_relu(self.state_in, features, bias)
        return self._through_trunk(self._stream(features, bias))

    def _state_of_facts(self, features: Tensor, facts: Any) -> Tensor:
        """The same where every decision names its own place."""
        if self.place_bias is None:
            return self._state(features, 0)
        return self._through_trunk(self._stream(features) + self.place_bias[facts.place])

    def _stream(self, features: Tensor, bias: Tensor | None = None) -> Tensor:
        """What the residual blocks are given."""
        columns = self.state_in.in_features
        if self.declined_in is None:
            stream = _linear(self.state_in, features, bias)
        else:
            stream = _linear(self.state_in, features[:, :columns], bias)
            stream = stream + _linear(self.declined_in, features[:, columns:])
        return stream if self.rank_trunk is None else stream + self.rank_trunk(features)

    def _through_trunk(self, stream: Tensor) -> Tensor:
        for block in self.trunk:
            stream = block(stream)
        return torch.relu(stream)

    def _value(self, state: Tensor, move: Tensor, decision: Tensor) -> Tensor:
        of_state = self.state_out(state)
        if _layer_by_layer(move):
            hidden = torch.relu(self.move_in(move) + of_state[decision])
        else:
            hidden = torch.addmm(of_state[decision], move, self.move_in.weight.t()).relu_()
        for layer in self.layers:
            hidden = _linear_relu(layer, hidden)
        if _layer_by_layer(hidden) or hidden.dtype == torch.float32:
            value: Tensor = self.heads(hidden)
            return value
        # In half precision values above a half would be told apart in steps of 0.004 only.
        return torch.mm(hidden, self.heads.weight.t(), out_dtype=torch.float32) + self.heads.bias.float()


def _layer_by_layer(values: Tensor) -> bool:
    """Whether to run layer by layer: for gradients, under autocast, or without a GPU."""
    return torch.is_grad_enabled() or not values.is_cuda or torch.is_autocast_enabled("cuda")


def _linear(layer: nn.Linear, values: Tensor, bias: Tensor | None = None) -> Tensor:
    """A layer with something added to its bias."""
    return nn.functional.linear(values, layer.weight, layer.bias if bias is None else layer.bias + bias)


def _linear_relu(layer: nn.Module, values: Tensor, bias: Tensor | None = None) -> Tensor:
    assert isinstance(layer, nn.Linear)
    if _layer_by_layer(values):
        return torch.relu(_linear(layer, values, bias))
    # One kernel instead of two: the product's own epilogue adds the bias and applies ReLU.
    whole = layer.bias if bias is None else layer.bias + bias
    return torch._addmm_activation(whole, values, layer.weight.t(), use_gelu=False)


SIZES = ("width", "state_width", "depth", "state_depth", "rank_depth", "rank_width")
"""The arguments that are the size of our network."""
PLACES = "place_bias"
"""The weights that tell whether one network plays all positions, and how many those are."""
DECLINED = "declined_in.weight"
"""The weights that tell whether the network is told what the others passed on."""
RANKS = "rank_trunk.leave.weight"
"""The weights that tell whether there are convolutions over the ranks, and how wide they are."""
HEADS = "heads.weight"
"""The weights that tell whether the network tells of three outcomes."""
BELIEF = "belief.layer.weight"
"""The weights that tell whether there is a head for the hidden cards, and how wide it is."""


def make_network(kind: str, spec: GameSpec, position: int, **sizes: int) -> ValueNetwork:
    """A fresh network of a family's for a position: `make_network("facts", spec, 0)`.

    A size that is left out, or 0, is the usual one.
    """
    network: ValueNetwork = spec.family.part(LEARN).network(kind, spec, position, **sizes)
    return network


def sizes_of(weights: Mapping[str, Tensor]) -> dict[str, int]:
    """The sizes of our network, read off its weights; the paper's network has none to tell."""
    if "state_out.weight" not in weights:
        return {}
    width, state_width = weights["state_out.weight"].shape
    depth = sum(name.startswith("layers.") and name.endswith(".weight") for name in weights)
    blocks = sum(name.startswith("trunk.") and name.endswith(".first.weight") for name in weights)
    has = {
        "state_depth": blocks,
        "rank_depth": sum(name.startswith("rank_trunk.blocks.") and name.endswith(".first.weight") for name in weights),
        "rank_width": weights[RANKS].shape[1] if RANKS in weights else 0,
        "places": len(weights[PLACES]) if PLACES in weights else 0,
        "declined": int(DECLINED in weights),
        "belief": len(weights[BELIEF]) if BELIEF in weights else 0,
        "outcomes": OUTCOMES if HEADS in weights and len(weights[HEADS]) == OUTCOMES else 0,
    }
    return {
        "width": width,
        "state_width": state_width,
        "depth": depth,
        **{name: size for name, size in has.items() if size},
    }


def without_belief(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The weights of our network less those of the head that predicts the hidden cards."""
    return {name: value for name, value in weights.items() if not name.startswith("belief.")}
