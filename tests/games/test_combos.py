"""What combo tables are built from."""

from itertools import product

import pytest

from paiyou.games.combos import multisets
from paiyou.games.packing import pack


@pytest.mark.parametrize("available", [(), (0, 0), (2,), (1, 0, 3, 2), (4, 4, 1), (1, 1, 1, 1, 1)])
@pytest.mark.parametrize("size", range(6))
def test_multisets_are_all_choices_each_once_most_of_the_lowest_rank_first(available, size):
    choices = product(*(range(copies, -1, -1) for copies in available))
    expected = [pack(dict(enumerate(choice))) for choice in choices if sum(choice) == size]
    assert list(multisets(available, size)) == expected
