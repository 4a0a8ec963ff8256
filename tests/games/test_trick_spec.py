"""A trick spec is checked when it is made."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from paiyou.games.registry import game_spec
from paiyou.games.trick_spec import TrickSpec


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"teams": (0, 1, 0)}, "teams must name a team for each of the 4 seats"),
        ({"teams": (0, 1, 0, 4)}, "teams are numbered from 0 to 3"),
        ({"teams": (2, 2, 2, 2)}, "nobody plays against them"),
        ({"seats": 5, "teams": (0, 1, 2, 3, 4), "hand_size": 10}, "seats must be 2 to 4, not 5"),
        ({"teams": None}, "a field has the wrong type"),
    ],
)
def test_what_cannot_be_played_is_refused(changed: dict[str, Any], sentence: str) -> None:
    spec = game_spec("gongzhu")
    assert isinstance(spec, TrickSpec)
    with pytest.raises(ValueError, match=sentence):
        replace(spec, **changed)
