"""Alpha-beta gives minimax's value, looks at no fewer leaves than must be, and leaves out only what cannot matter."""

from random import Random

import pytest

from paiyou.theory.pruning import (
    alphabeta,
    as_given,
    best_first,
    changed,
    fewest_leaves,
    minimax,
    random_tree,
    worst_first,
)

TREES = [random_tree(branches, depth, Random(branches + 10 * depth)) for branches in (2, 3) for depth in range(6)]


def leaves(tree):
    return 1 if isinstance(tree, int) else sum(map(leaves, tree))


@pytest.mark.parametrize("order", [as_given, best_first, worst_first])
def test_the_value_is_that_of_minimax_in_any_order(order):
    for tree in TREES:
        assert alphabeta(tree, order).value == minimax(tree)


@pytest.mark.parametrize(("branches", "depth"), [(2, 0), (2, 5), (3, 1), (3, 4), (4, 3)])
def test_perfect_order_looks_at_the_fewest_leaves_there_are(branches, depth):
    """Knuth and Moore 1975; no order does with fewer."""
    for seed in range(5):
        tree = random_tree(branches, depth, Random(seed))
        looked = {order: len(alphabeta(tree, order).leaves) for order in (best_first, as_given, worst_first)}
        assert looked[best_first] == fewest_leaves(branches, depth)
        assert fewest_leaves(branches, depth) <= min(looked.values()) <= max(looked.values()) <= leaves(tree)


def test_what_was_left_out_may_be_anything():
    random = Random(3)
    for seed in range(30):
        tree = random_tree(3, 4, Random(seed))
        seen = set(alphabeta(tree).leaves)
        assert len(seen) < 81
        for value in (-1e9, 1e9, None, None):
            wild = random.uniform(-9, 99) if value is None else value
            other = changed(tree, lambda leaf, wild=wild, seen=seen: leaf if leaf in seen else wild)
            assert minimax(other) == minimax(tree)


def test_every_monotone_change_keeps_the_choice_of_minimax():
    """Exact values do not matter (lecture): the changed value is the value changed, so the best move is the same."""
    for tree in TREES[1:]:
        for change in (lambda v: v**3, lambda v: 2.0**v, lambda v: 5 * v - 7):
            assert minimax(changed(tree, change)) == change(minimax(tree))
