"""Three outcomes of a move in place of two values: its chance to win, its points if won, and its points if lost.

AlphaDou (Lei and Lei 2024, arXiv 2407.10279) estimates win rates beside points. Points of a game have two modes, far
apart: what a win brings and what a loss costs. A network that is asked for their mean must put both and the chance to
win into one number; asked for each apart, it learns every one of them from what is about it alone. The chance is told
as the value of winning, -1 to 1, like that of a network with two heads.
"""

from __future__ import annotations

import torch
from torch import Tensor

OUTCOMES = 3
"""The value of winning, points if won, points if lost."""
FROM_TWO = (0, 1, 1)
"""Which of two heads each begins with: both values are then what they were."""


def chance_to_win(win: Tensor) -> Tensor:
    """Of a value between -1 and 1; what an estimate goes beyond that is cut off."""
    return ((1 + win) / 2).clamp(0, 1)


def values_of(outcomes: Tensor) -> Tensor:
    """The value of winning and the expected points [M, 2] of outcomes [M, 3]."""
    win, won, lost = outcomes.unbind(dim=-1)
    return torch.stack([win, lost + chance_to_win(win) * (won - lost)], dim=-1)
