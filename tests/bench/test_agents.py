import pytest

from paiyou.bench.agents import FIGURES


@pytest.mark.parametrize("key", FIGURES)
def test_every_figure_works(key):
    assert FIGURES[key](0.01) > 0
