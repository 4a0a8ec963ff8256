"""Every shipped puzzle is what it says: one move wins, and with it the landlord wins whatever the peasants do."""

import json
import random
from collections import Counter

import pytest

from paiyou.endgames import solve
from paiyou.puzzles.puzzle import LEVELS, Puzzle, puzzle, puzzles

ALL = list(puzzles().values())


def test_twenty_of_each_level_numbered_from_one():
    assert [one.id for one in ALL] == list(range(1, 61))
    assert Counter(one.level for one in ALL) == dict.fromkeys(LEVELS, 20)
    assert [one.difficulty for one in ALL] == sorted(one.difficulty for one in ALL)
    assert {(one.id - 1) // 20: one.level for one in ALL} == dict(enumerate(LEVELS))


def test_no_two_are_alike():
    # The peasants may have changed places.
    assert len({(one.hands[0], frozenset(one.hands[1:]), one.last) for one in ALL}) == len(ALL)


@pytest.mark.parametrize("one", ALL, ids=lambda one: str(one.id))
def test_exactly_one_first_move_wins(one):
    cards = Counter("".join(one.hands) + ("" if one.last is None else one.last[1]))
    assert all(count <= (1 if card in "BR" else 4) for card, count in cards.items()), "one deck"
    assert all(3 <= len(hand) <= 12 for hand in one.hands)
    state = one.start()
    assert state.turn == 0
    assert len(state.moves()) >= 5
    solution = solve(state)
    assert (solution.winner, len(solution.moves)) == (0, 1)
    assert len(solution.line) >= 7
    for seat, move in solution.line:
        assert state.turn == seat
        state.play(move)
    assert state.over
    assert state.hands[0] == ""


@pytest.mark.parametrize("one", ALL, ids=lambda one: str(one.id))
def test_winning_moves_win_whatever_the_peasants_do(one):
    chance = random.Random(one.id)
    for _ in range(3):
        state = one.start()
        while not state.over:
            state.play(solve(state).moves[0] if state.turn == 0 else chance.choice(state.moves()))
        assert state.hands[0] == ""


def test_a_line_of_the_file_is_read_as_it_was_written():
    for one in ALL:
        assert Puzzle.from_json(json.loads(json.dumps(one.to_json()))) == one


def test_no_such_puzzle():
    assert puzzle(60) is ALL[-1]
    for number in (0, 61, -1):
        with pytest.raises(ValueError, match="numbered 1 to 60"):
            puzzle(number)
