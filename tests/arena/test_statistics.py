import random

import pytest

from paiyou.arena.statistics import Estimate


def test_mean_and_interval():
    estimate = Estimate.of([1.0, 0.0, 1.0, 1.0])
    assert estimate.mean == 0.75
    # The standard error of these four is 0.25.
    assert estimate.high - estimate.mean == pytest.approx(1.96 * 0.25, abs=1e-4)
    assert estimate.low == pytest.approx(0.75 - 0.49, abs=1e-4)
    assert estimate.to_json() == {"mean": estimate.mean, "low": estimate.low, "high": estimate.high}


def test_one_value_says_nothing_about_its_error():
    assert Estimate.of([3.0]).high == float("inf")
    assert Estimate.of([3.0]).to_json() == {"mean": 3.0, "low": None, "high": None}
    with pytest.raises(ValueError, match="at least one"):
        Estimate.of([])


def test_95_of_100_intervals_hold_the_truth():
    rng = random.Random(1)
    held = 0
    for _ in range(2_000):
        estimate = Estimate.of([rng.gauss(5, 2) for _ in range(100)])
        held += estimate.low <= 5 <= estimate.high
    assert 0.93 < held / 2_000 < 0.97
