"""Our network without features of actions: it has an embedding for each action's number, as a classifier has outputs.

DouZero (5.3.2) says that such networks cannot carry over what they know of one action to another; this one is there
to measure that against ours.
"""

from __future__ import annotations

from typing import Any

from torch import Tensor, nn

from paiyou.learn.batch import Batch
from paiyou.learn.nets.belief_head import HiddenCards
from paiyou.learn.nets.networks import Encoder, FactsNetwork


class NumberedNetwork(FactsNetwork):
    """Every action has a learnt embedding, as wide as its features would be."""

    def __init__(self, encoder: Encoder, hidden_cards: HiddenCards, actions: int, **sizes: int) -> None:
        super().__init__(encoder, hidden_cards, **sizes)
        self.numbers = nn.Embedding(actions, encoder.move_size)

    def forward(self, facts: Any, moves: Any) -> Tensor:
        """What is known of moves here are their cards."""
        del facts, moves
        raise ValueError(
            "a network that tells actions apart by their numbers cannot be exported; train the network facts"
        )

    def _features(self, games: Batch, at: Any, seat: int, row: Tensor, action: Tensor) -> tuple[Tensor, Tensor]:
        state, _ = super()._features(games, at, seat, row, action)
        return state, self.numbers(action).to(state.dtype)
