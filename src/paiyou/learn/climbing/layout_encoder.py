"""Feature layouts of `paiyou.games.features` on torch, as `core/families/climbing/features.cpp` writes them.

Tables 4 and 5 of Zha et al. (DouZero: Mastering DouDizhu with Self-Play Deep Reinforcement Learning, ICML
2021) are one such layout. A set of cards is a one for each card in it, rank after rank.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.features import Block, Feature, Layout
from paiyou.learn.climbing.facts import HISTORY, Facts, Moves

ONE_HOT = (Feature.CARDS_LEFT, Feature.BOMBS)
"""Features that are numbers; all others are sets of cards."""


class LayoutEncoder(nn.Module):
    """Writes what is known at one position, counted from the landlord, as numbers for a network.

    Example: `LayoutEncoder(game_spec("doudizhu"), DOUZERO, 0).state(games.facts())` has 319 columns.
    """

    rank: Tensor
    copy: Tensor

    def __init__(self, spec: ClimbingSpec, layout: Layout, position: int) -> None:
        super().__init__()
        if len(layout.positions) != spec.seats or not 0 <= position < spec.seats:
            raise ValueError(
                f"the layout {layout.name} has {len(layout.positions)} positions and {spec.name} {spec.seats} seats; "
                f"both numbers must be the same, and the position {position} from 0 to {spec.seats - 1}"
            )
        if layout.history > HISTORY or layout.history % spec.seats != 0:
            raise ValueError(
                f"a history of {layout.history} moves does not fit: it must be at most {HISTORY} and a number of rounds"
            )
        self.seats = spec.seats
        self.position = position
        self.blocks = layout.positions[position]
        self.rounds = layout.history // spec.seats
        copies = [spec.rank_of_card.count(rank) for rank in range(len(spec.symbols))]
        # A buffer, not a weight: it moves with the network, but is not saved in checkpoints.
        rank = torch.tensor([rank for rank, number in enumerate(copies) for _ in range(number)])
        copy = torch.tensor([place for number in copies for place in range(number)], dtype=torch.int8)
        self.register_buffer("rank", rank, persistent=False)
        self.register_buffer("copy", copy, persistent=False)

    @property
    def card_width(self) -> int:
        """Numbers that stand for a set of cards."""
        return len(self.rank)

    @property
    def state_width(self) -> int:
        """Numbers that stand for a state."""
        return sum(block.size if block.feature in ONE_HOT else self.card_width for block in self.blocks)

    @property
    def round_width(self) -> int:
        """Numbers that stand for a round: one move of every seat."""
        return self.seats * self.card_width

    def cards(self, counts: Tensor) -> Tensor:
        """Sets of cards, given by their cards of each rank: as many ones in a rank as it has cards, then zeros."""
        return counts.index_select(-1, self.rank) > self.copy

    def state(self, facts: Facts, dtype: torch.dtype = torch.float32) -> Tensor:
        """The blocks of the layout one after the other [N, F]."""
        return torch.cat([self._block(block, facts) for block in self.blocks], dim=1).to(dtype)

    def history(self, facts: Facts, dtype: torch.dtype = torch.float32) -> Tensor:
        """The last moves, oldest first, a round in a row [N, H / S, S * cards]."""
        oldest_first = facts.history[:, : self.rounds * self.seats].flip(1)
        return self.cards(oldest_first).reshape(-1, self.rounds, self.round_width).to(dtype)

    def moves(self, moves: Moves, dtype: torch.dtype = torch.float32) -> Tensor:
        """The cards of each move [M, cards]."""
        return self.cards(moves.cards).to(dtype)

    def _block(self, block: Block, facts: Facts) -> Tensor:
        seat = (block.seat - self.position) % self.seats
        if block.feature is Feature.CARDS_LEFT:
            return _one_hot(facts.left[:, seat] - 1, block.size)
        if block.feature is Feature.BOMBS:
            return _one_hot(facts.bombs, block.size)
        return self.cards(self._counts(block.feature, seat, facts))

    def _counts(self, feature: Feature, seat: int, facts: Facts) -> Tensor:
        if feature is Feature.HAND:
            return facts.hand
        if feature is Feature.UNSEEN:
            return facts.unseen
        if feature is Feature.STANDING:
            return facts.standing
        if feature is Feature.PLAYED:
            return facts.played[:, seat]
        # All seats move in turn, so that the newest move is that of the seat before this one, and so on backwards.
        return facts.history[:, self.seats - 1 - seat]


def _one_hot(place: Tensor, size: int) -> Tensor:
    """A one at each row's place; none where that lies outside."""
    return place[:, None] == torch.arange(size, device=place.device)
