"""The programs of docs/other-worlds.md run as they stand."""

from pathlib import Path

import pytest

from pages import programs, run

PAGE = Path(__file__).parents[2] / "docs" / "other-worlds.md"


@pytest.mark.parametrize("number", range(4))
def test_the_programs_run(number: int) -> None:
    assert len(programs(PAGE)) == 4
    run(PAGE, programs(PAGE)[number], {"__name__": "page"})
