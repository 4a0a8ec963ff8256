"""Why alpha-beta may leave leaves out: `python examples/why_pruning_is_right.py`.

Take a leaf and the path from the root to it. At every MAX node of the path the other moves are worth some floor to MAX,
at every MIN node some ceiling, and the root's value, written out along the path, is

    max(floor 1, min(ceiling 1, max(floor 2, min(ceiling 2, ... leaf ...)))).

A floor above some ceiling further down, or a ceiling below some floor further down, decides without the leaf: it shows
at the root only while it is above every floor and below every ceiling. Moves searched before it give a part of each
floor and ceiling; those still to come can only raise the floors and lower the ceilings, and never help it. Alpha is the
highest floor known on the path and beta the lowest ceiling: once alpha reaches beta, nothing below that node can show.
(After exercise 5.13 of Russell and Norvig's "Artificial intelligence", third edition.)

Here it is tried: leaves that were left out get other values, as wild as you like, and the root never changes.
"""

from random import Random

from paiyou.theory.pruning import Tree, alphabeta, changed, minimax, random_tree


def wild(tree: Tree, random: Random, share: float) -> Tree:
    """The tree with a share of the leaves that alpha-beta left out given any other values."""
    seen = set(alphabeta(tree).leaves)
    return changed(tree, lambda leaf: leaf if leaf in seen or random.random() > share else random.uniform(-1e6, 1e6))


if __name__ == "__main__":
    random = Random(1)
    trees = [random_tree(3, 4, random) for _ in range(1_000)]
    left_out = sum(81 - len(alphabeta(tree).leaves) for tree in trees)
    kept = sum(minimax(wild(tree, random, share)) == minimax(tree) for tree in trees for share in (0.5, 1))
    print(f"{left_out:,} of 81,000 leaves were left out; the root was the same in {kept:,} of 2,000 changed trees")
