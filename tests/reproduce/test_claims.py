from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiyou.arena.statistics import Estimate
from paiyou.reproduce.claims import Claim, Row, exact


def test_a_printed_figure_is_all_that_rounds_to_it():
    claim = Claim.percent(67.2)
    assert claim.text == "67.2%"
    assert claim.verdict(exact(0.6724)) == "agrees"
    assert claim.verdict(exact(0.6726)) == "differs"
    assert Claim.percent(96.23, 2).verdict(exact(0.9624)) == "differs"
    assert Claim.percent(48, 0).verdict(exact(0.4846)) == "agrees"
    assert Claim.figure(2.9, 1).verdict(exact(2.94)) == "agrees"
    assert Claim.figure(2.9, 1).verdict(exact(2.96)) == "differs"
    assert Claim.about(40, 5).verdict(exact(0.36)) == "agrees"
    assert Claim.about(40, 5).verdict(exact(0.34)) == "differs"


def test_a_difference_of_printed_figures_was_rounded_twice():
    claim = Claim.difference(67.2, 62.7)
    assert claim.text == "4.5%"
    assert claim.verdict(exact(0.6724 - 0.6266)) == "agrees"
    assert claim.verdict(exact(0.0461)) == "differs"
    assert Claim.difference(40.8, 42.4).text == "-1.6%"


def test_an_interval_agrees_with_a_figure_it_reaches():
    claim = Claim.percent(50)
    assert claim.verdict(Estimate(0.4, 0.3, 0.5)) == "agrees"
    assert claim.verdict(Estimate(0.4, 0.3, 0.499)) == "differs"


def test_a_one_sided_statement_needs_the_whole_interval():
    claim = Claim.above("more")
    assert claim.verdict(Estimate(0.1, 0.01, 0.2)) == "agrees"
    assert claim.verdict(Estimate(0.1, -0.01, 0.2)) == "open"
    assert claim.verdict(Estimate(-0.1, -0.2, -0.01)) == "differs"
    assert Claim.below("less").verdict(Estimate(-0.1, -0.2, -0.01)) == "agrees"
    assert Claim.below("less", 0.5).verdict(Estimate(0.6, 0.55, 0.7)) == "differs"


def test_rows_are_shown_as_what_they_are():
    assert Row("x", exact(0.7617), exact=True).shown() == "76.2%"
    assert Row("x", Estimate(0.5, 0.45, 0.55)).shown() == "50.0% [45.0, 55.0]"
    assert Row("x", Estimate(1.871, 1.5, 2.25), percent=False).shown() == "1.87 [1.50, 2.25]"
    assert Row("x", Estimate(0.5, -inf, inf)).shown() == "50.0% [too few]"


def test_nothing_follows_from_deals_that_all_ended_alike():
    row = Row("x", Estimate.of([1.0, 1.0, 1.0]), Claim.percent(100))
    assert row.verdict == "open"
    assert row.shown() == "100.0% [too few]"
    assert Row("x", exact(1.0), Claim.percent(100), exact=True).verdict == "agrees"
    assert Row("x", exact(1.0)).verdict == ""


def test_nothing_follows_from_one_deal_or_none():
    for ours in (Estimate.of([0.4]), Estimate.of_ratio([0.0, 0.0], [0.0, 0.0])):
        row = Row("x", ours, Claim.percent(50))
        assert row.verdict == "open"
        assert row.shown().endswith("[too few]")


numbers = st.floats(-10, 10)


@given(numbers, numbers, numbers, st.sampled_from([None, Claim.percent(3), Claim.above("a"), Claim.below("b", 2)]))
def test_rows_survive_json(mean, low, high, claim):
    for ours in (Estimate(mean, low, high), Estimate(mean, -inf, inf)):
        row = Row("what", ours, claim, percent=False, exact=low > high)
        again = Row.from_json(row.to_json())
        assert again == row
        assert row.to_json()["verdict"] == again.verdict


def test_what_is_not_known_is_null():
    assert Row("x", Estimate(nan, -inf, inf)).to_json()["ours"] == {"mean": None, "low": None, "high": None}


def test_the_verdict_is_one_of_few():
    for ours in (exact(0.0), Estimate(0, -1, 1), Estimate(5, 4, 6)):
        assert Row("x", ours, Claim.percent(0)).verdict in ("agrees", "differs", "open")
    with pytest.raises(KeyError):
        Row.from_json({})


def test_nothing_follows_from_an_interval_that_nearly_any_share_would_agree_with():
    wide = Estimate.of([0.05, 0.9, 0.95])
    assert wide.low < 0
    assert wide.high > 1
    row = Row("x", wide.as_share(), Claim.percent(44.9))
    assert row.verdict == "open"
    assert Row("x", Estimate(0.5, 0.3, 0.7), Claim.percent(44.9)).verdict == "agrees"
