import pytest

from paiyou.bench.agents import FIGURES


@pytest.mark.parametrize("key", FIGURES)
def test_every_figure_works(key):
    make, name = FIGURES[key]
    assert make(name)() > 1_000
