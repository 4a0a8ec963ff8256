"""The features of Wu et al. 2022 (Deep Monte Carlo algorithm for Gongzhu game): its section 1.2 and Table 4.

A set of cards is a one for each card in it, 52 numbers; cards are in the order of the paper's Table 3, those that may
be exposed in the order of the spec, which is another one than Table 2's.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from paiyou.games.trick_spec import TrickSpec
from paiyou.learn.trick.encoder import one_hot
from paiyou.learn.trick.facts import Facts, Moves


class PaperEncoder(nn.Module):
    """Writes decisions and moves as the paper does.

    Table 4 leaves out the agent's own hand, which section 4.1 names first among what a player looks at: it is written
    here, behind all that the table lists.

    Example: `PaperEncoder(game_spec("gongzhu")).state(facts)` has 484 columns of the table and 52 of the hand.
    """

    exposable: Tensor

    def __init__(self, spec: TrickSpec) -> None:
        super().__init__()
        self.cards, self.seats, self.tricks = len(spec.cards), spec.seats, spec.hand_size
        exposable = [exposure.card for exposure in spec.exposures]
        # A buffer, not a weight: it moves with the network, but is not saved in checkpoints.
        self.register_buffer("exposable", torch.tensor(exposable, dtype=torch.int64), persistent=False)
        self.trick_size = self.seats * self.cards
        """Numbers that stand for a trick: a card of every seat."""
        self.state_size = self.cards * (3 + self.seats + self.seats - 1) + self.seats * len(exposable)
        self.exposing_size = self.cards + self.seats + (self.seats - 1) * len(exposable)
        """Numbers that stand for a decision what to expose."""
        self.exposes_size = max(len(exposable), 1)
        """Numbers that stand for what is exposed, 4 in the paper."""

    def state(self, facts: Facts, dtype: torch.dtype = torch.float32) -> Tensor:
        """The rows of Table 4 but the last, in its order, and the own hand [N, state_size]."""
        played = self._played(facts)
        blocks = [
            1 - facts.hand - played.sum(dim=1, dtype=facts.hand.dtype),
            facts.taken.flatten(1),
            self._exposed(facts, played).flatten(1),
            played[:, 1:].flatten(1),
            facts.trick.sum(dim=1, dtype=facts.trick.dtype),
            facts.hand,
        ]
        return torch.cat(blocks, dim=1).to(dtype)

    def history(self, facts: Facts, dtype: torch.dtype = torch.float32) -> Tensor:
        """The last row of Table 4: tricks, seats from the one to move; zeros for those to come [N, T, trick_size]."""
        return one_hot(facts.history - 1, self.cards).flatten(2).to(dtype)

    def moves(self, moves: Moves, dtype: torch.dtype = torch.float32) -> Tensor:
        """The card of each move [M, C]."""
        return moves.card.to(dtype)

    def exposing_state(self, facts: Facts, dtype: torch.dtype = torch.float32) -> Tensor:
        """Of a decision what to expose: own hand, place, and what each of the others has exposed so far."""
        exposed = self._exposed(facts, self._played(facts))[:, 1:].flatten(1).to(dtype)
        return torch.cat([facts.hand.to(dtype), one_hot(facts.place, self.seats).to(dtype), exposed], dim=1)

    def exposes(self, moves: Moves, dtype: torch.dtype = torch.float32) -> Tensor:
        """What each move exposes, 1 x 4 in the paper [M, exposes_size]."""
        return moves.exposes.to(dtype)

    def _played(self, facts: Facts) -> Tensor:
        """What each seat has played [N, S, C]."""
        return facts.led + facts.followed + facts.thrown

    def _exposed(self, facts: Facts, played: Tensor) -> Tensor:
        """What each seat has exposed [N, S, E]: an exposed card is known to be in the hand until it is played."""
        shown = (facts.holds + played) * facts.exposed[:, None]
        return shown.index_select(2, self.exposable)
