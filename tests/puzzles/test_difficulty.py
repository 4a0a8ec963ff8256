import pytest

import paiyou
from paiyou.endgames import solve
from paiyou.puzzles.difficulty import Difficulty, greedy_move, measure
from paiyou.puzzles.make import SCORES
from paiyou.puzzles.puzzle import puzzle_game, puzzles


class First:
    """Plays its first legal move."""

    def choose(self, view):
        return view.moves()[0]


def test_the_greedy_move_sheds_most_and_low_cards_first():
    assert greedy_move(["3", "33", "pass", "44"]) == "33"
    assert greedy_move(["pass", "2"]) == "2"
    assert greedy_move(["pass"]) == "pass"


def test_what_the_parts_count():
    # Both aces keep the lead, and the three goes last; led first it is beaten by the last card of a peasant.
    state = puzzle_game().start(["3AA", "5", "6"])
    solution = solve(state, plain=True)
    assert "3" not in solution.moves
    measured = measure(state, solution, First())
    assert state.hands[0] == "3AA", "the position stays as it is"
    assert measured.greedy_traps == 0
    assert measured.habit_traps >= 1
    assert measured.positions == solution.nodes


def test_habits_mislead_most():
    base = Difficulty(only_moves=2, greedy_traps=1, habit_traps=0, positions=99)
    assert base.score == pytest.approx(5.0)
    assert Difficulty(2, 1, 1, 99).score == pytest.approx(7.0)
    assert Difficulty(2, 1, 0, 999).score == pytest.approx(6.0)


@pytest.mark.parametrize("number", [1, 17, 25, 40, 41, 59])
def test_the_file_says_what_is_measured(number):
    one = puzzles()[number]
    rules = paiyou.agent("rules", puzzle_game())
    state = one.start()
    assert measure(state, solve(state, plain=True), rules).score == pytest.approx(one.difficulty)
    low, high = SCORES[one.level]
    assert low <= one.difficulty <= high
