import pytest

from paiyou.bench.report import BENCHMARKS
from paiyou.bench.solve import FIGURES, random_endgames, share_within, spent


def test_endgames_are_drawn_from_the_seed():
    states = list(random_endgames("doudizhu", 5, seed=3))
    assert [len(hand) for state in states for hand in state.hands] == [8] * 15
    assert all(state.turn == 0 and state.last is None for state in states)
    assert states == list(random_endgames("doudizhu", 5, seed=3))
    assert states != list(random_endgames("doudizhu", 5, seed=4))


def test_shares_are_in_order():
    times = [share_within(share, "paodekuai", positions=20) for share in (0.0, 0.5, 0.99, 1.0)]
    assert 0 < times[0] <= times[1] <= times[2] == times[3]


def test_a_search_that_sees_what_is_alike_needs_fewer_positions_than_a_plain_one():
    merged, plain = spent("doudizhu", 15, seed=1), spent("doudizhu", 15, seed=1, plain=True)
    assert all(one.solved for one in merged + plain)
    assert 2 * sum(one.nodes for one in merged) < sum(one.nodes for one in plain)
    [limited] = spent("doudizhu", 1, seed=1, max_nodes=1)
    assert (limited.nodes, limited.solved) == (1, False)


@pytest.mark.parametrize("key", FIGURES)
def test_every_figure_works(key):
    assert FIGURES[key](0.02) > 0
    assert key in BENCHMARKS["search"][0]
