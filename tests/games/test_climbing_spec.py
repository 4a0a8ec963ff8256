"""A climbing spec is checked when it is made: one sentence that says what would be right."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from paiyou.games.climbing_spec import ClimbingSpec, Score
from paiyou.games.combos import build_table, sets
from paiyou.games.registry import game_spec


def small(**changed: Any) -> ClimbingSpec:
    """Four ranks, four seats, solos and pairs."""
    fields: dict[str, Any] = {
        "name": "small", "title": "Small", "symbols": "3456", "deck": tuple(range(16)), "seats": 4, "hand_size": 4,
        "teams": (0, 1, 2, 3), "table": build_table([*sets("solo", range(4), 1), *sets("pair", range(4), 2)]),
        "score": Score(kind="cards"),
    }  # fmt: skip
    return ClimbingSpec(**(fields | changed))


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"teams": (0, 1)}, r"teams must name a team for each of the 4 seats, such as \(0, 1, 2, 3\)"),
        ({"teams": (0, 1, 0, 1, 0)}, "teams must name a team for each of the 4 seats"),
        ({"teams": (0, 1, 4, 1)}, "teams are numbered from 0 to 3"),
        ({"teams": (0, -1, 0, 1)}, "teams are numbered from 0 to 3"),
        ({"teams": (0, 0, 0, 0)}, "nobody plays against them"),
        ({"seats": 5, "teams": (0, 1, 2, 3, 4), "hand_size": 3}, "seats must be 2 to 4, not 5"),
        ({"seats": 1, "teams": (0,)}, "seats must be 2 to 4, not 1"),
        ({"score": Score(), "teams": (0, 1, 1, 1)}, "landlord_factor must be 3 with 4 seats, not 2"),
        ({"score": Score(landlord_factor=3), "teams": (0, 1, 0, 1)}, r"plays alone: teams must be like \(0, 1, 1, 1\)"),
        ({"score": Score(landlord_factor=3)}, r"plays alone: teams must be like \(0, 1, 1, 1\)"),
        ({"hand_size": 5}, "4 hands of 5 cards are more than the deck's 16"),
        ({"score": None}, "a field has the wrong type"),
        ({"teams": None}, "a field has the wrong type"),
    ],
)
def test_what_cannot_be_played_is_refused(changed: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        small(**changed)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_stake_is_zero_sum(seats: int) -> None:
    """With the factor that is asked for, every result sums to nothing."""
    from paiyou.games.game import Game

    game = Game(
        small(seats=seats, teams=(0, *[1] * (seats - 1)), score=Score(landlord_factor=seats - 1), hand_size=16 // seats)
    )
    for seed in range(10):
        state = game.deal(seed)
        while not state.over:
            state.play(state.moves()[-1])
        assert sum(state.payoffs or []) == 0
        assert state.payoffs is not None
        assert abs(state.payoffs[0]) == seats - 1


def test_too_many_ranks_or_cards_of_a_rank() -> None:
    """What does not fit into a packed hand is refused before it overflows anything, in the table and in the deck."""
    for make in (
        lambda: build_table([*sets("solo", range(17), 1)]),
        lambda: build_table([*sets("solo", range(16), 1)]),
        lambda: build_table([*sets("eight", range(3), 8)]),
    ):
        with pytest.raises(
            ValueError, match="a hand has room for 15 ranks, numbered from 0 to 14, and 7 cards of each"
        ):
            make()
    symbols = "3456789TJQKA2BRX"
    with pytest.raises(ValueError, match="a deck has 1 to 15 ranks"):
        small(symbols=symbols, deck=tuple(range(16)), rank_of_card=tuple(range(16)))
    with pytest.raises(ValueError, match="at most 7 cards of a rank, and there are 8 of rank 0"):
        small(symbols="34", deck=tuple(range(16)), rank_of_card=(0,) * 8 + (1,) * 8)
    with pytest.raises(ValueError, match="a deck has at most 63 cards, not 64"):
        small(symbols=symbols[:15], deck=tuple(range(64)), rank_of_card=tuple(card % 15 for card in range(64)))


def test_the_games_there_are_stay_as_they_are() -> None:
    for name in ("doudizhu", "mini-doudizhu", "zhengshangyou", "paodekuai"):
        spec = game_spec(name)
        assert isinstance(spec, ClimbingSpec)
        assert replace(spec).teams == spec.teams
