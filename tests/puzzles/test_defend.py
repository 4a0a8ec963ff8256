from paiyou.endgames import solve
from paiyou.puzzles.defend import defend
from paiyou.puzzles.puzzle import puzzle_game, puzzles


def test_peasants_win_after_every_wrong_first_move():
    for number in (1, 30, 50):
        start = puzzles()[number].start()
        (right,) = solve(start).moves
        for move in start.moves():
            state = start.copy()
            state.play(move)
            replies = defend(state)
            assert [seat for seat, _ in replies][:2] == [1, 2][: len(replies)]
            assert state.over or state.turn == 0
            winner = 0 if not state.over and solve(state).winner == 0 else replies[-1][0]
            assert (winner == 0) == (move == right), move


def test_peasants_go_out_where_they_can():
    state = puzzle_game().start(["34", "5", "66"])
    state.play("3")
    assert defend(state) == [(1, "5")]
    assert state.over


def test_nothing_to_do_on_the_landlords_turn():
    state = puzzles()[1].start()
    assert defend(state) == []
    assert state.turn == 0
