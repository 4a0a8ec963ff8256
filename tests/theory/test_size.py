"""The size of a game that was counted is that of the tree where the tree can be made."""

import pytest

import paiyou
from paiyou.theory.dealt_tree import tree_of
from paiyou.theory.size import size_of


@pytest.mark.parametrize("hand", [2, 3])
def test_the_ends_are_those_of_the_tree(hand):
    game = paiyou.game(f"mini-doudizhu:hand={hand}")
    tree, size = tree_of(game.name), size_of(game)
    assert (size.deals, size.ends) == (tree.deals, len(tree.form.ends()[0]))
    assert size.positions > 0
