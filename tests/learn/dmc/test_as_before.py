"""Deep Monte Carlo does to the weights what it did before there were other targets.

The figures were recorded with the trainer of that day; Gongzhu's anew when its network was told more, and so began with
other weights. Bits differ between processors and versions of torch, so the
weights are compared through a sum that another draw, another sample or another target would change by far more.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from paiyou.learn.dmc.arguments import Arguments  # noqa: E402
from paiyou.learn.dmc.trainer import train  # noqa: E402
from training_runs import QUICK, whole  # noqa: E402


def signature(weights: dict[str, torch.Tensor]) -> float:
    """All weights in one number, each with a weight of its own."""
    flat = torch.cat([value.flatten().double() for _, value in sorted(weights.items())])
    return float((flat * torch.arange(len(flat)).cos()).sum())


@pytest.mark.parametrize(
    ("run", "frames", "signatures"),
    [
        (replace(QUICK, frames=2000), 2024, [-4.219884, -4.223968, -3.120842, -3.1273]),
        (
            replace(QUICK, frames=1600, objective="logadp", weak=0.3, passes=2),
            1629,
            [-4.25235, -4.24116, -3.10974, -3.119333],
        ),
        (
            replace(QUICK, game="gongzhu", objective="adp", games=8, minibatch=4, frames=1100),
            1105,
            [3.21832, 3.216024],
        ),
    ],
)
def test_monte_carlo_returns_are_learnt_as_ever(
    run: Arguments, frames: int, signatures: list[float], tmp_path: Path
) -> None:
    train(replace(run, opponents="", log_every=1000.0, folder=str(tmp_path)))
    kept = whole(tmp_path, game=run.game)
    assert kept["frames"] == frames
    found = [signature(learner[part]) for learner in kept["learners"] for part in ("network", "average")]
    assert found == pytest.approx(signatures, abs=3e-4)
