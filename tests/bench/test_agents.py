import pytest

from paiyou.bench.agents import FIGURES, rules_decisions


@pytest.mark.parametrize("key", FIGURES)
def test_every_figure_works(key):
    assert FIGURES[key](0.01) > 0
    assert rules_decisions(key.partition("/")[2])() > 1_000  # decisions of one round
