"""The control variate: unbiased, intervals that hold, the factor that theory promises; and a real network's worth."""

import dataclasses

import numpy as np
import pytest

import paiyou
from paiyou.arena.control import ControlVariate, DealWorth
from paiyou.arena.series import Deal


def deals_of(worth, results):
    return [
        Deal([{"wp": [2 * result, 2.0]}, {}], [], [0, 0], [], tuple(one))
        for one, result in zip(worth, results, strict=True)
    ]


def controlled(generator, number, reference, noise):
    """Results that depend on the worth, not even linearly; their true mean is 0.25 + 1/3."""

    def worth(size):
        value = generator.uniform(-1, 1, size)
        return np.stack([value, value**2], axis=1)

    variate = ControlVariate(worth(reference))
    seen = worth(number)
    results = 0.25 + np.sin(3 * seen[:, 0]) + seen[:, 1] + noise * generator.standard_normal(number)
    for deal in deals_of(seen, results):
        variate.count(deal)
    return variate.controlled("wp"), results.mean()


def test_it_is_unbiased_and_its_intervals_hold():
    """Over many small matches: the mean of the estimates is the truth, and 95% of the intervals have it."""
    truth = 0.25 + 1 / 3
    generator = np.random.default_rng(3)
    found = [controlled(generator, 200, 2000, 0.5) for _ in range(400)]
    means = np.array([one.estimate.mean for one, _ in found])
    plain = np.array([mean for _, mean in found])
    assert abs(means.mean() - truth) < 3 * means.std() / np.sqrt(len(means))
    assert means.std() < 0.9 * plain.std()
    inside = sum(one.estimate.low < truth < one.estimate.high for one, _ in found)
    assert 0.91 < inside / len(found) < 0.985


def test_the_factor_is_what_theory_promises():
    """With a share r of the spread explained and n deals against N for reference: 1 / (1 - r + r n / N)."""
    generator = np.random.default_rng(4)
    number, reference, noise = 4000, 8000, 0.5
    value = np.random.default_rng(5).uniform(-1, 1, 10**6)
    worth = np.stack([np.ones_like(value), value, value**2], axis=1)
    results = np.sin(3 * value) + value**2
    rest = results - worth @ np.linalg.lstsq(worth, results, rcond=None)[0]
    share = 1 - (rest.var() + noise**2) / (results.var() + noise**2)
    found, _ = controlled(generator, number, reference, noise)
    promised = 1 / (1 - share + share * number / reference)
    assert found.factor.mean == pytest.approx(promised, rel=0.08)
    assert found.factor.low < promised < found.factor.high


def test_a_worth_that_tells_nothing_does_no_harm():
    generator = np.random.default_rng(6)
    variate = ControlVariate(generator.uniform(size=(4000, 2)))
    results = generator.uniform(size=1000)
    for deal in deals_of(generator.uniform(size=(1000, 2)), results):
        variate.count(deal)
    found = variate.controlled("wp")
    assert found.estimate.mean == pytest.approx(results.mean(), abs=0.005)
    assert 0.97 < found.factor.mean < 1.03


def test_measures_without_a_value_in_every_deal_are_left_alone():
    variate = ControlVariate([[0.0, 0.0], [1.0, 1.0]])
    for number in range(400):
        variate.count(Deal([{"cards_left": [1.0, float(number % 2)]}, {}], [], [0, 0], [], (0.5, 0.25)))
    assert variate.controlled("cards_left") is None
    assert variate.controlled("wp") is None


def test_measures_with_differing_numbers_of_values_are_left_alone():
    """The mean of the deals' means is not the mean of all values there."""
    variate = ControlVariate([[0.0, 0.0], [1.0, 1.0]])
    for number in range(400):
        sums = {"cards_left": [float(number % 5), 1.0 + number % 2], "wp": [number % 3, 2.0]}
        variate.count(Deal([sums, {}], [], [0, 0], [], (number % 7, number % 11)))
    assert variate.controlled("cards_left") is None
    assert variate.controlled("wp") is not None


@pytest.mark.parametrize("odd_one", [False, True])
def test_results_that_are_all_the_same_leave_nothing_to_control(odd_one):
    """Two equal players on swapped seats; or all but one deal alike, so that without its fold there is no spread."""
    generator = np.random.default_rng(8)
    variate = ControlVariate(generator.uniform(size=(100, 2)))
    for deal in deals_of(generator.uniform(size=(400, 2)), [0.3 if odd_one else 0.5, *[0.5] * 399]):
        variate.count(deal)
    assert variate.controlled("wp") is None


def test_a_kept_match_goes_on_with_another_reference(tmp_path):
    """Longer matches take the mean worth from more deals; what was counted before must not depend on it."""

    def play(deals, **more):
        result = paiyou.match(
            "mini-doudizhu", "rules", "random", deals=deals, control="isuct:iterations=5", cores=1, **more
        )
        return dataclasses.replace(result, seconds=0.0)

    play(100, keep=tmp_path / "match.json")
    assert play(240, keep=tmp_path / "match.json") == play(240)


def test_a_match_with_the_networks_worth(tmp_path):
    def play(deals, **more):
        result = paiyou.match("doudizhu", "rules", "random", deals=deals, control="dmc", reference=50, **more)
        return dataclasses.replace(result, seconds=0.0)

    plain = paiyou.match("doudizhu", "rules", "random", deals=240, cores=1)
    whole = play(240, cores=1)
    assert set(whole.controlled) == {"wp", "adp"}
    assert whole.wp == plain.wp  # the plain figures stay as they are
    assert play(240, cores=2) == whole
    play(100, keep=tmp_path / "match.json")
    assert play(240, keep=tmp_path / "match.json") == whole
    assert whole.to_json()["controlled"]["wp"]["variance_factor"]["mean"] > 0


def test_the_worth_is_the_value_of_the_first_decision():
    game = paiyou.game("doudizhu")
    value, square = DealWorth(game, "dmc").of(7)
    state = game.deal(7)
    assert value == paiyou.agent("dmc", game).evaluate(state.view(state.turn))[0][1]
    assert square == value**2
    with pytest.raises(ValueError, match="such as dmc"):
        DealWorth(game, "random")
