"""A part of our network that reads all moves so far, by attention, whoever made them and however long ago.

The state's first layer hears nine moves; who led what before them is lost to it. DouLM, first on Botzone, reads the
whole game as a sequence and predicts the next move as a second loss (`NextMove`). Here a decision asks the sequence a
few questions (attention: Vaswani et al. 2017), which costs less than every move asking every other, and only once for
a decision. Whose a move was follows from its place, since seats take turns and passes are moves.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

WIDTH = 64
"""Numbers that are kept of a move."""
QUESTIONS = 4


class HistoryTrunk(nn.Module):
    """What is added to the states' first layer: zero at first, so that a network can grow by it."""

    def __init__(self, state: int, cards: int, length: int, out: int) -> None:
        """`state` and `cards` are the numbers of features of a decision and of a move's cards."""
        super().__init__()
        self.enter = nn.Linear(cards, WIDTH)
        self.place = nn.Parameter(torch.randn(length, WIDTH) / 4)
        self.ask = nn.Linear(state, QUESTIONS * WIDTH)
        self.out = nn.Linear(QUESTIONS * WIDTH, out)
        for weights in self.out.parameters():
            nn.init.zeros_(weights)

    def forward(self, state: Tensor, moves: Tensor) -> Tensor:
        """From features of the states [N, state], and of the cards of moves, the newest first [N, length, cards]."""
        told = self.enter(moves.flatten(0, 1)).reshape(-1, *self.place.shape)
        told = torch.relu(told + self.place)
        questions = self.ask(state).reshape(-1, QUESTIONS, WIDTH)
        heard = torch.softmax(questions @ told.transpose(1, 2) / WIDTH**0.5, dim=2) @ told
        added: Tensor = self.out(heard.flatten(1))
        return added


class NextMove(nn.Module):
    """Scores of what the next seat will play after a move: its group of combos, and its key."""

    def __init__(self, width: int, groups: int, keys: int) -> None:
        super().__init__()
        self.groups = groups
        self.out = nn.Linear(width, groups + keys)
        for weights in self.out.parameters():
            nn.init.zeros_(weights)

    def forward(self, hidden: Tensor) -> tuple[Tensor, Tensor]:
        """Scores of groups [M, groups] and of keys [M, keys] from the last layer of a move [M, width]."""
        scores = self.out(hidden)
        return scores[:, : self.groups], scores[:, self.groups :]
