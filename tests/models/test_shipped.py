"""The shipped models are those that their cards tell of: small enough, chosen for their games, and players."""

import pytest

import paiyou
from paiyou.games.registry import game_info
from paiyou.models import default_model, find_model, models

ALONE = {"zhengshangyou": ("zhengshangyou-wp", 0.37), "paodekuai": ("paodekuai-wp", 0.355)}
"""Games in which everyone plays for himself: the model, and what was asked of it alone against two of `rules`."""


@pytest.mark.parametrize("game", ALONE)
def test_a_model_for_all_seats_is_the_games_master(game):
    name, asked = ALONE[game]
    assert default_model(game) == name
    assert game_info(game).strongest == "dmc"
    assert sum(file.stat().st_size for file in find_model(name).iterdir()) <= 4 * 1024 * 1024
    card = models()[name]
    assert card.shared
    measured = {result.opponent: result for result in card.results}
    assert measured["rules"].wp.low > asked
    assert "--seating 1v2" in measured["rules"].command
    assert measured["rave:iterations=5000"].wp.low > 0.5


@pytest.mark.parametrize("game", ALONE)
def test_it_beats_random_play_from_every_seat(game):
    result = paiyou.match(game, "dmc", "random", deals=8, seed=3, seating="1v2", cores=1)
    assert not result.forfeits
    assert result.wp.mean > 0.7


def test_the_duty_to_beat_is_no_other_game():
    assert default_model("paodekuai:must_beat=off") == "paodekuai-wp"
