"""An auxiliary task of a network: predicting the hidden cards (the closing question of Wu et al. 2022).

A head on the state's first layer answers questions about the hidden cards; what is asked, and which answers are still
possible, is the family's (`HiddenCards`). Its input is the network's: the facts of the seat.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import torch
from torch import Tensor, nn

BELIEF_WIDTH = 256
"""Of the head's one layer."""
IMPOSSIBLE = -1e4
"""The logit of an impossible answer: its exponential is 0, and the gradient stays finite."""


class HiddenCards(nn.Module):
    """Questions about hidden cards: which of the `answers` is true? Every family has its own.

    Cards come in `classes` (single cards, or ranks), and `holders` have them: the other seats, counted from the one to
    move, and behind them a hidden pile where there is one.
    """

    questions: int
    answers: int
    times: int = 1
    """How many questions every hidden card is part of."""
    features: int
    """Of the hidden cards themselves, for a network that sees all hands (`open_hands.py`)."""

    @abstractmethod
    def counted(self, facts: Any) -> Tensor:
        """How likely answers are by counting alone, by the room in every hand [N, Q, A].

        0 where the seat knows better; all of them where a question is not asked.
        """

    @abstractmethod
    def answer(self, facts: Any, at: Any, seat: int) -> Tensor:
        """The true answers in compact positions, of which `facts` are what the seat knows [N, Q]."""

    @abstractmethod
    def shown(self, at: Any, seat: int) -> Tensor:
        """What the seat does not see in compact positions, as ones and zeros [N, features]."""

    @abstractmethod
    def cards(self, facts: Any) -> Tensor:
        """How many cards are hidden [N]."""

    @abstractmethod
    def numbers(self, probability: Tensor) -> Tensor:
        """Probabilities of answers [N, Q, A] as those of how many cards of a class a holder has [N, C, H, numbers].

        Cards that the seat knows a holder to have are not among them.
        """


class BeliefHead(nn.Module):
    """One small layer, and a logit for every answer, added to the logarithm of its probability by counting."""

    def __init__(self, asks: HiddenCards, state_width: int, width: int) -> None:
        super().__init__()
        self.asks = asks
        self.layer = nn.Linear(state_width, width)
        self.out = nn.Linear(width, asks.questions * asks.answers)
        for weights in self.out.parameters():
            nn.init.zeros_(weights)  # it starts as counting alone

    def forward(self, state: Tensor) -> Tensor:
        """Scores of the answers [N, Q, A] from the state's first layer [N, state_width]."""
        scores: Tensor = self.out(torch.relu(self.layer(state)))
        return scores.reshape(-1, self.asks.questions, self.asks.answers)


def log_belief(scores: Tensor, counted: Tensor) -> Tensor:
    """Scores as logarithms of probabilities; they mean nothing where a question is not asked.

    With scores of 0 they are those of counting, so that the head has only to learn what play tells beyond that.
    """
    log_counted = counted.clamp(min=1e-30).log()
    return torch.log_softmax(torch.where(counted > 0, scores.float() + log_counted, IMPOSSIBLE), dim=-1)
