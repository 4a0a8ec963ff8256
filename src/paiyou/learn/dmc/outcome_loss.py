"""The loss of three outcomes: every game teaches the chance to win, and the points of the branch that it took."""

from __future__ import annotations

from torch import Tensor

from paiyou.learn.nets.outcomes import chance_to_win


def error_of_outcomes(outcomes: Tensor, win: Tensor, points: Tensor, weight: Tensor, of_points: float) -> Tensor:
    """Squared errors of outcomes [N, 3] from results [N], moves weighted; errors of points weigh `of_points`.

    Where a win is shared, both branches learn, by that share. Over both branches together they are a mean over all
    moves, so that they weigh what the head for points would.
    """
    share = chance_to_win(win)
    errors = (outcomes[:, 0] - win) ** 2
    errors = errors + of_points * (outcomes[:, 1] - points) ** 2 * share
    errors = errors + of_points * (outcomes[:, 2] - points) ** 2 * (1 - share)
    return (errors * weight).sum() / weight.sum().clamp(min=1)
