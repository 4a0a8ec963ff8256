import pytest

from paiyou.puzzles.make import Found, category, choose, find, make_puzzles, puzzling
from paiyou.puzzles.puzzle import puzzle_game, puzzles


def test_the_same_seed_finds_the_same_puzzles():
    steps = []
    some = list(find(7, 500, steps.append))
    assert len(some) >= 2
    assert sum(steps) == 500
    fewer = list(find(7, 200))
    assert fewer == some[: len(fewer)]
    assert list(find(8, 500)) != some


def test_what_is_no_puzzle():
    game = puzzle_game()
    assert puzzling(puzzles()[1].start()) is not None
    for hands, why in (
        (["34567", "3399", "4488"], "out at once"),
        (["3334", "2222", "5555"], "too few cards"),
        (["34679", "22BR4", "AAAA5"], "lost"),
        (["3579JKA2", "444", "666"], "many ways"),
    ):
        assert puzzling(game.start(hands)) is None, why


def test_kinds_of_first_moves():
    game = puzzle_game()
    kinds = [category(game, move) for move in ("pass", "3", "33344", "34567", "BR")]
    assert kinds == ["pass", "solo", "trio+pair", "solo chain", "rocket"]


def test_kinds_take_turns_and_shapes_come_once():
    def found(kind, hand):
        return Found((hand, "", ""), None, 5.0, kind)

    a, same_shape, b, c = found("a", "334"), found("a", "556"), found("a", "344"), found("b", "334")
    assert choose([a, same_shape, b, c], 3) == [a, c, b]
    assert choose([a, same_shape, b, c], 2) == [a, c]


def test_too_few_deals():
    with pytest.raises(ValueError, match="allow more deals"):
        make_puzzles(seed=1, deals=3, each=1)


@pytest.mark.long
def test_the_command_makes_the_shipped_puzzles():
    assert make_puzzles(seed=7, deals=70_000, each=20) == list(puzzles().values())
