import pytest

from paiyou.bench.worlds import FIGURES, GAMES_AT_ONCE, PEERS, rlcard_steps, seat_steps, seats_steps, vector_steps


@pytest.mark.parametrize("key", FIGURES)
def test_every_figure_works(key: str) -> None:
    assert FIGURES[key](0.01) > 0


def test_what_counts_are_moves() -> None:
    assert 15 < seats_steps("doudizhu")() < 300  # of one game
    assert 5 < seat_steps("doudizhu")() < 100  # of one seat
    assert vector_steps("gongzhu")() == 10 * GAMES_AT_ONCE
    assert 15 < rlcard_steps()() < 300


def test_rlcard_is_measured_beside_every_dou_dizhu() -> None:
    assert set(PEERS) == {key for key in FIGURES if key.endswith("/doudizhu")}
