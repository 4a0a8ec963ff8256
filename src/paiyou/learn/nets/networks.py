"""Networks that value every legal move of every decision, and the names they go by.

All take facts and moves and give one row of heads per move: the expected win (-1 to 1) and the expected points.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import torch
from torch import Tensor, nn

from paiyou.games.family import LEARN
from paiyou.games.protocol import GameSpec
from paiyou.learn.batch import Batch
from paiyou.learn.nets.belief_head import BeliefHead, HiddenCards, log_belief
from paiyou.learn.nets.history_trunk import HistoryTrunk, NextMove
from paiyou.learn.nets.outcomes import OUTCOMES, values_of
from paiyou.learn.nets.rank_trunk import USUAL_WIDTH, RankTrunk

WIN, POINTS = 0, 1
"""The heads of a network."""
OBJECTIVES = ("wp", "adp", "logadp")


def head_of(objective: str) -> int:
    """The head of the network that an objective maximises; an imitation, which has none, plays by the first."""
    return POINTS if objective in ("adp", "logadp") else WIN


@dataclass(frozen=True)
class Learnt:
    """What a network says of positions and of moves that were made in them, to be made better."""

    value: Tensor
    """Values of the moves [M, heads], or three outcomes."""
    belief: Tensor | None = None
    """Scores of the belief about every position, where there is such a head."""
    next_move: tuple[Tensor, Tensor] | None = None
    """Scores of the groups and keys of what comes after every move, where there is such a head."""


class ValueNetwork(nn.Module):
    """A network for one position, or for all: `forward(facts, moves)` gives a row of heads for every move."""

    head_count: ClassVar[int] = 2
    """Win and points; or one, for the objective alone."""

    def values(self, games: Batch, at: Any, seat: int, row: Tensor, action: Tensor) -> Tensor:
        """Values of moves, given as pairs (row, action), in compact positions of one seat."""
        value: Tensor = self(*games.network_inputs(at, seat, row, action))
        return value

    def learnt(self, games: Batch, at: Any, seat: int, row: Tensor, action: Tensor) -> Learnt:
        """What is made better: the same, or the outcomes that values are made of, and what other heads say."""
        return Learnt(self.values(games, at, seat, row, action))


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
    card_features: int = 0
    """Of the cards of one move; 0 where moves are not read one by one. Then there are so many `groups` and `keys`."""
    groups: int = 0
    keys: int = 0
    earlier: tuple[tuple[int, int], ...] = ()
    """Both sizes before features were added behind the others; networks from then can go on (`growth.py`)."""

    def encode(
        self, games: Batch, at: Any, seat: int, row: Tensor, action: Tensor, dtype: torch.dtype
    ) -> tuple[Tensor, Tensor]:
        """The same straight from compact positions: a family may have a faster way on a GPU."""
        features: tuple[Tensor, Tensor] = self(*games.network_inputs(at, seat, row, action), dtype)
        return features

    def past(self, games: Batch, at: Any, length: int, dtype: torch.dtype) -> Tensor:
        """The cards of the last moves in compact positions, the newest first [N, length, card_features]."""
        raise NotImplementedError

    def past_of_facts(self, facts: Any, length: int, dtype: torch.dtype) -> Tensor:
        """The same, from facts."""
        raise NotImplementedError


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
        history: int = 0,
        next_move: int = 0,
    ) -> None:
        """`places` are the positions to tell apart, `belief` is the width of the head for hidden cards; 0: none.

        With `declined` the encoder tells what the others passed on, in columns with a layer of their own. `outcomes`
        are the three of `outcomes.py`, of which both values are made; 0: the heads are the values. `history` is how
        many moves are read one by one (`history_trunk.py`), `next_move` says whether the next one is predicted.
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

        self.history = history
        if (history or next_move) and encoder.card_features == 0:
            raise ValueError("only moves of climbing games are read one by one: leave out history and next_move")
        self.history_trunk = (
            HistoryTrunk(encoder.state_size, encoder.card_features, history, state_width) if history else None
        )
        self.next_move = NextMove(width, encoder.groups + 1, encoder.keys) if next_move else None

    def forward(self, facts: Any, moves: Any) -> Tensor:
        """Values of all moves [M, 2]."""
        features, move = self.encoder(facts, moves, self.heads.weight.dtype)
        return self._told(self._value(self._state_of_facts(features, facts), move, moves.decision))

    def values(self, games: Batch, at: Any, seat: int, row: Tensor, action: Tensor) -> Tensor:
        """As for every network; on a GPU features come straight from the compact positions."""
        features, move = self._features(games, at, seat, row, action)
        state = self._state(features, seat, self._past(games, at, features.dtype))
        return self._told(self._value(state, move, row))

    def learnt(self, games: Batch, at: Any, seat: int, row: Tensor, action: Tensor) -> Learnt:
        """The state is computed once for all heads."""
        features, move = self._features(games, at, seat, row, action)
        state = self._state(features, seat, self._past(games, at, features.dtype))
        hidden = self._hidden(state, move, row)
        return Learnt(
            self._heads(hidden),
            None if self.belief is None else self.belief(state),
            None if self.next_move is None else self.next_move(hidden),
        )

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

    def _past(self, games: Batch, at: Any, dtype: torch.dtype) -> Tensor | None:
        """The cards of the moves so far [N, history, cards], where they are read."""
        return self.encoder.past(games, at, self.history, dtype) if self.history else None

    def _state(self, features: Tensor, seat: int, past: Tensor | None) -> Tensor:
        """The part computed once per decision of a seat, from the features of the states [N, state_width]."""
        bias = None if self.place_bias is None else self.place_bias[seat]
        if not self.trunk and self.declined_in is None and self.rank_trunk is None and past is None:
            return _linear_relu(self.state_in, features, bias)
        return self._through_trunk(self._stream(features, bias, past))

    def _state_of_facts(self, features: Tensor, facts: Any) -> Tensor:
        """The same where every decision names its own place."""
        past = self.encoder.past_of_facts(facts, self.history, features.dtype) if self.history else None
        if self.place_bias is None:
            return self._state(features, 0, past)
        return self._through_trunk(self._stream(features, None, past) + self.place_bias[facts.place])

    def _stream(self, features: Tensor, bias: Tensor | None, past: Tensor | None) -> Tensor:
        """What the residual blocks are given."""
        columns = self.state_in.in_features
        if self.declined_in is None:
            stream = _linear(self.state_in, features, bias)
        else:
            stream = _linear(self.state_in, features[:, :columns], bias)
            stream = stream + _linear(self.declined_in, features[:, columns:])
        if self.rank_trunk is not None:
            stream = stream + self.rank_trunk(features)
        if self.history_trunk is not None and past is not None:
            stream = stream + self.history_trunk(features, past)
        return stream

    def _through_trunk(self, stream: Tensor) -> Tensor:
        for block in self.trunk:
            stream = block(stream)
        return torch.relu(stream)

    def _value(self, state: Tensor, move: Tensor, decision: Tensor) -> Tensor:
        return self._heads(self._hidden(state, move, decision))

    def _hidden(self, state: Tensor, move: Tensor, decision: Tensor) -> Tensor:
        """The last layer before the heads, of every move."""
        of_state = self.state_out(state)
        if _layer_by_layer(move):
            hidden = torch.relu(self.move_in(move) + of_state[decision])
        else:
            hidden = torch.addmm(of_state[decision], move, self.move_in.weight.t()).relu_()
        for layer in self.layers:
            hidden = _linear_relu(layer, hidden)
        return hidden

    def _heads(self, hidden: Tensor) -> Tensor:
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
HISTORY = "history_trunk.place"
"""The weights that tell whether the moves so far are read, and how many."""
NEXT_MOVE = "next_move.out.weight"
"""The weights that tell whether the next move is predicted."""
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
        "history": len(weights[HISTORY]) if HISTORY in weights else 0,
        "next_move": int(NEXT_MOVE in weights),
        "outcomes": OUTCOMES if HEADS in weights and len(weights[HEADS]) == OUTCOMES else 0,
    }
    return {
        "width": width,
        "state_width": state_width,
        "depth": depth,
        **{name: size for name, size in has.items() if size},
    }


def without_next_move(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The weights of our network less those of the head that predicts the next move."""
    return {name: value for name, value in weights.items() if not name.startswith("next_move.")}


def without_belief(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The weights of our network less those of the head that predicts the hidden cards."""
    return {name: value for name, value in weights.items() if not name.startswith("belief.")}
