"""Three outcomes are learnt: the chance to win from every game, points of a branch from the games that took it."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

from paiyou.learn.dmc.outcome_loss import error_of_outcomes  # noqa: E402
from paiyou.learn.nets.outcomes import values_of  # noqa: E402


def test_by_hand() -> None:
    """A won game, a lost one, a move that does not count, and a win that four share."""
    outcomes = torch.tensor([[0.5, 3.0, 9.0], [0.5, 9.0, -1.0], [7.0, 7.0, 7.0], [0.0, 1.0, 2.0]])
    win, points = torch.tensor([1.0, -1.0, 1.0, -0.5]), torch.tensor([2.0, -4.0, 2.0, 0.0])
    weight = torch.tensor([1.0, 1.0, 0.0, 1.0])
    expected = (0.25 + 0.1 * 1) + (2.25 + 0.1 * 9) + (0.25 + 0.1 * (0.25 * 1 + 0.75 * 4))
    assert float(error_of_outcomes(outcomes, win, points, weight, 0.1)) == pytest.approx(expected / 3)
    assert float(error_of_outcomes(outcomes, win, points, weight * 0, 0.1)) == 0


def test_what_is_learnt_are_means_of_each_branch() -> None:
    """A toy: one move that wins three games in four, 2 points or 6, and loses 4; the loss falls to its variance."""
    win = torch.tensor([1.0, 1.0, 1.0, -1.0])
    points = torch.tensor([2.0, 2.0, 6.0, -4.0])
    outcomes = torch.zeros(1, 3, requires_grad=True)
    optimizer, losses = torch.optim.Adam([outcomes], lr=0.1), []
    for _ in range(400):
        loss = error_of_outcomes(outcomes.expand(4, 3), win, points, torch.ones(4), 1.0)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < losses[0] / 3
    assert outcomes[0].tolist() == pytest.approx([0.5, 10 / 3, -4.0], abs=0.01)
    assert values_of(outcomes)[0].tolist() == pytest.approx([0.5, float(points.mean())], abs=0.01)
