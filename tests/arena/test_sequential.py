"""The sequential test: its statistic against the definition, its errors by simulation, its place in a match."""

import dataclasses
import json

import numpy as np
import pytest
from scipy.optimize import minimize

import paiyou
from commands import paiyou as command
from paiyou.arena.sequential import EVERY, FEWEST, SequentialTest, log_likelihood_ratio, share_of

RUNS = 2000


def test_elo_and_shares():
    assert share_of(0) == 0.5
    assert share_of(400) == pytest.approx(10 / 11)
    assert share_of(-100) == pytest.approx(1 - share_of(100))


@pytest.mark.parametrize("seed", range(5))
def test_no_distribution_with_the_mean_is_likelier(seed):
    """A general optimiser over all distributions with a mean finds the same likelihoods."""
    generator = np.random.default_rng(seed)
    values = np.array([0, 0.25, 0.5, 0.75, 1])
    counts = generator.integers(1, 60, size=5).astype(float)

    def sums_to_one(p):
        return p.sum() - 1

    def best(mean):
        found = minimize(
            lambda p: -counts @ np.log(np.maximum(p, 1e-12)), np.full(5, 0.2), bounds=[(1e-9, 1)] * 5, tol=1e-12,
            constraints=[{"type": "eq", "fun": sums_to_one}, {"type": "eq", "fun": lambda p: p @ values - mean}],
        )  # fmt: skip
        assert found.success
        return -found.fun

    expected = best(0.55) - best(0.5)
    assert log_likelihood_ratio(values, counts, 0.5, 0.55) == pytest.approx(expected, abs=2e-3)


def simulate(chances, values, test, seed):
    """How often each side is accepted over many tests of deals with given chances, and the mean number of deals."""
    generator = np.random.default_rng(seed)
    counts = generator.multinomial(FEWEST, chances, size=RUNS).astype(float)
    accepted, taken, open_still, deals = np.zeros(RUNS), np.zeros(RUNS), np.arange(RUNS), FEWEST
    while len(open_still):
        ratio = log_likelihood_ratio(values, counts[open_still], share_of(test.low), share_of(test.high))
        out = np.abs(ratio) >= test.bound
        accepted[open_still[out]], taken[open_still[out]] = np.sign(ratio[out]), deals
        open_still = open_still[~out]
        counts[open_still] += generator.multinomial(EVERY, chances, size=len(open_still))
        deals += EVERY
    return (accepted > 0).mean(), (accepted < 0).mean(), taken.mean()


def deals_with(mean, even, values):
    """Chances of the values with a mean, the middle one with chance `even`: both sides share the rest alike."""
    half = len(values) // 2
    chances = np.full(len(values), (1 - even) / (2 * half))
    chances[half] = even
    tilted = chances * np.exp(_tilt_for(chances, values, mean) * values)
    return tilted / tilted.sum()


def _tilt_for(chances, values, mean):
    low, high = -50.0, 50.0
    for _ in range(80):
        middle = (low + high) / 2
        weights = chances * np.exp(middle * values)
        low, high = (middle, high) if weights @ values / weights.sum() < mean else (low, middle)
    return low


@pytest.mark.parametrize("values", [np.array([0, 0.5, 1]), np.arange(5) / 4, np.arange(13) / 12])
@pytest.mark.parametrize(("low", "high", "error"), [(0, 40, 0.05), (-30, 10, 0.05), (0, 60, 0.1)])
@pytest.mark.parametrize("even", [0.35, 0.75])
def test_the_chance_to_be_wrong_is_what_it_says(values, low, high, error, even):
    """By simulation, at the two ratings themselves: 2,000 tests each, and three standard errors."""
    test = SequentialTest(low, high, error)
    most = error + 3 * np.sqrt(error * (1 - error) / RUNS)
    for_high, _, at_low = simulate(deals_with(share_of(low), even, values), values, test, 1)
    _, for_low, at_high = simulate(deals_with(share_of(high), even, values), values, test, 2)
    assert for_high <= most
    assert for_low <= most
    # And fewer deals are played on average than by a test of fixed length, unless that is short anyway.
    chances = deals_with(share_of(low), even, values)
    test.counts.update({float(value): round(1e6 * chance) for value, chance in zip(values, chances, strict=True)})
    if test.fixed_deals > 3 * FEWEST:
        assert max(at_low, at_high) < 0.75 * test.fixed_deals


def test_a_match_ends_when_it_is_decided_and_not_before():
    until = SequentialTest(0, 100)
    result = paiyou.match("doudizhu", "rules", "random", deals=5000, until=until, cores=1)
    assert result.deals == until.deals < 1000
    assert until.accepted == "high"
    told = result.to_json()["sequential"]
    assert (told["accepted"], told["deals"]) == (100, result.deals)
    again = SequentialTest(0, 100)
    other = paiyou.match("doudizhu", "rules", "random", deals=5000, until=again, cores=2)
    assert dataclasses.replace(other, seconds=0.0) == dataclasses.replace(result, seconds=0.0)
    # The statistic is that of the deals played, and those one look before did not decide it.
    before = paiyou.match("doudizhu", "rules", "random", deals=result.deals - EVERY, until=SequentialTest(0, 100))
    assert before.test.accepted is None or result.deals == FEWEST


def test_a_match_between_equals_is_decided_for_the_lower_rating():
    until = SequentialTest(0, 60)
    assert paiyou.match("mini-doudizhu", "random", "random:seed=9", deals=10**6, until=until).test.accepted == "low"


def test_a_match_without_end_takes_the_mean_worth_from_some_deals_all_the_same(monkeypatch):
    monkeypatch.setattr("paiyou.arena.match.MOST_REFERENCE", 100)
    words = {"deals": 10**12, "control": "isuct:iterations=5", "cores": 1}
    assert paiyou.match("mini-doudizhu", "rules", "random", until=SequentialTest(0, 200), **words).test.accepted


def test_a_test_is_for_one_match():
    until = SequentialTest(0, 200)
    paiyou.match("mini-doudizhu", "rules", "random", deals=20, until=until, cores=1)
    with pytest.raises(ValueError, match="make a new one"):
        paiyou.match("mini-doudizhu", "rules", "random", deals=20, seed=2, until=until, cores=1)


def test_a_kept_test_goes_on(tmp_path):
    file = tmp_path / "match.json"

    def play(deals, **more):
        return paiyou.match(
            "mini-doudizhu", "rules", "random", deals=deals, until=SequentialTest(0, 20), cores=1, **more
        )

    whole = play(4000)
    part = play(whole.deals // 2, keep=file)
    assert part.test.accepted is None
    rest = play(4000, keep=file)
    assert dataclasses.replace(rest, seconds=0.0) == dataclasses.replace(whole, seconds=0.0)
    assert play(4000, keep=file).deals == whole.deals  # decided: nothing more is played


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"low": 5, "high": 5}, "the lower first"),
        ({"low": float("nan")}, "the lower first"),
        ({"error": 0.5}, "error must be"),
        ({"error": 0.0}, "error must be"),
    ],
)
def test_bad_input(said, message):
    with pytest.raises(ValueError, match=message):
        SequentialTest(**said)


def test_it_is_for_two_with_as_many_seats():
    with pytest.raises(ValueError, match="two agents with as many seats"):
        paiyou.match("gongzhu", "random", "random", seating="1v3", until=SequentialTest())
    with pytest.raises(ValueError, match="two agents with as many seats"):
        paiyou.match("doudizhu", "random", "random", "random", until=SequentialTest())


def test_the_command():
    shown = command("match", "rules", "random", "--until-significant", "--elo", "0", "100", "--cores", "1")
    assert shown.returncode == 0
    assert "decided for +100" in shown.stdout
    assert "a test of fixed length" in shown.stdout
    words = ("match", "random", "random", "--until-significant", "--elo", "0", "5", "--deals", "20", "--json")
    assert json.loads(command(*words).stdout)["sequential"]["accepted"] is None
    wrong = command("match", "rules", "random", "--elo", "0", "5")
    assert wrong.returncode == 2
    assert "--until-significant" in wrong.stderr
