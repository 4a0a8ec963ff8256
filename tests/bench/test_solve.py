from paiyou.bench.solve import random_endgames, solve_figures, solve_seconds


def test_endgames_are_drawn_from_the_seed():
    states = list(random_endgames("doudizhu", 5, seed=3))
    assert [len(hand) for state in states for hand in state.hands] == [8] * 15
    assert all(state.turn == 0 and state.last is None for state in states)
    assert states == list(random_endgames("doudizhu", 5, seed=3))
    assert states != list(random_endgames("doudizhu", 5, seed=4))


def test_figures():
    median, late = solve_seconds("zhengshangyou", 20, seed=1, cards=4)
    assert 0 < median <= late
    assert set(solve_figures(positions=5)) == {"solve_median_ms/doudizhu", "solve_p99_ms/doudizhu"}
