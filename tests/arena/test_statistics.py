import random

import pytest
from scipy import stats

from paiyou.arena.statistics import Estimate, t95


def test_mean_and_interval():
    estimate = Estimate.of([1.0, 0.0, 1.0, 1.0])
    assert estimate.mean == 0.75
    # The standard error of these four is 0.25, and Student's t for three degrees of freedom 3.182.
    assert estimate.high - estimate.mean == pytest.approx(3.182 * 0.25, rel=0.01)
    assert estimate.low == pytest.approx(0.75 - 0.796, abs=0.01)
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


def test_groups_of_different_sizes():
    """The mean of all values; the same as of one value per group where all groups have one."""
    values = [3.0, 1.0, 4.0, 1.0, 5.0]
    assert Estimate.of_ratio(values, [1] * 5) == Estimate.of(values)
    assert Estimate.of_ratio([6.0, 0.0, 2.0], [2, 0, 1]).mean == pytest.approx(8 / 3)
    nothing = Estimate.of_ratio([0.0, 0.0], [0, 0])
    assert nothing.to_json() == {"mean": None, "low": None, "high": None}


def test_95_of_100_intervals_of_ratios_hold_the_truth():
    """Groups share a shift of their own, and the larger ones are more common where it is high."""
    rng = random.Random(2)
    held = 0
    for _ in range(1_000):
        sums, counts = [], []
        for _ in range(200):
            shift, size = rng.choice([(0.0, rng.randrange(3)), (1.0, rng.randrange(6))])
            sums.append(sum(rng.gauss(shift, 1) for _ in range(size)))
            counts.append(size)
        estimate = Estimate.of_ratio(sums, counts)
        held += estimate.low <= 2.5 / 3.5 <= estimate.high  # mean sizes are 1 and 2.5
    assert 0.93 < held / 1_000 < 0.97


def test_few_values_make_a_wide_interval():
    for degrees in range(1, 60):
        assert t95(degrees) == pytest.approx(stats.t.ppf(0.975, degrees), rel=0.01)
    rng = random.Random(3)
    for number in (2, 3, 5, 10):
        held = 0
        for _ in range(2_000):
            estimate = Estimate.of([rng.gauss(5, 2) for _ in range(number)])
            held += estimate.low <= 5 <= estimate.high
        assert 0.93 < held / 2_000 < 0.97


def test_a_share_is_inside_its_interval():
    for number in range(1, 200):
        for hits in {0, 1, number // 2, number}:
            estimate = Estimate.of_share([True] * hits + [False] * (number - hits))
            assert estimate.low <= estimate.mean <= estimate.high


def test_shares_have_wilsons_interval():
    from scipy.stats import binomtest

    for hits, number in ((0, 10), (10, 10), (3, 17), (500, 1000)):
        estimate = Estimate.of_share([True] * hits + [False] * (number - hits))
        expected = binomtest(hits, number).proportion_ci(method="wilson")
        assert estimate.mean == hits / number
        assert (estimate.low, estimate.high) == pytest.approx((expected.low, expected.high), abs=1e-12)
    with pytest.raises(ValueError, match="at least one"):
        Estimate.of_share([])


def test_a_share_of_none_or_all_is_within_its_interval():
    """To the last bit: a whisker of negative length cannot be drawn."""
    for number in range(1, 300):
        for answer in (False, True):
            estimate = Estimate.of_share([answer] * number)
            assert estimate.low <= estimate.mean <= estimate.high


def test_strata_leave_only_the_chance_within():
    groups = [[1.0, 1.0], [0.0, 0.0], [1.0, 1.0]]
    assert Estimate.of_strata([1, 2, 1], groups) == Estimate(0.5, 0.5, 0.5)
    estimate = Estimate.of_strata([1, 3], [[0.0, 1.0], [1.0, 1.0]])
    assert estimate.mean == 0.875
    # variance (1/4)^2 x 0.5 / 2
    assert estimate.high - estimate.mean == pytest.approx(1.959964 * (1 / 16 * 0.25) ** 0.5)
    with pytest.raises(ValueError, match="two values of each"):
        Estimate.of_strata([1, 1], [[1.0, 0.0], [1.0]])


def test_a_share_keeps_its_interval_within_0_and_1():
    answers = [True] * 97 + [False] * 3
    plain = Estimate.of([float(answer) for answer in answers])
    assert plain.high > 1
    inside = plain.as_share()
    assert inside.mean == plain.mean
    assert 0 < inside.low < inside.mean < inside.high < 1
    # Independent answers of yes or no have the interval of `of_share`, but for Student's t and n - 1 in the error.
    wilson = Estimate.of_share(answers)
    assert inside.low == pytest.approx(wilson.low, abs=2e-3)
    assert inside.high == pytest.approx(wilson.high, abs=2e-3)


@pytest.mark.parametrize("values", [[0.0, 0.0], [1.0, 1.0, 1.0], [0.5]])
def test_a_share_without_an_error_stays_as_it_is(values):
    assert Estimate.of(values).as_share() == Estimate.of(values)
