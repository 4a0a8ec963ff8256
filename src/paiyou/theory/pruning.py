"""Alpha-beta on trees that are given whole, as the lecture draws it: what it leaves out, in which order.

A tree is a number (a leaf's value to MAX) or a sequence of trees; MAX moves at the root and then they take turns. The
searchers that play are in the core; this one is to be looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from random import Random
from typing import TypeAlias

Tree: TypeAlias = "float | Sequence[Tree]"
Order = Callable[[Sequence[Tree], bool], Sequence[Tree]]
"""The children of a node in the order in which they are searched; the flag says whether MAX moves there."""


@dataclass(frozen=True)
class Pruned:
    """What alpha-beta found."""

    value: float
    leaves: tuple[float, ...]
    """Those that were looked at, in that order."""


def minimax(tree: Tree, maximising: bool = True) -> float:
    """The value of a tree, every leaf looked at."""
    if isinstance(tree, int | float):
        return tree
    return (max if maximising else min)(minimax(child, not maximising) for child in tree)


def as_given(children: Sequence[Tree], maximising: bool) -> Sequence[Tree]:  # noqa: ARG001 - an Order
    """The order of the tree."""
    return children


def best_first(children: Sequence[Tree], maximising: bool) -> Sequence[Tree]:
    """Perfect order: by true values, the best for the player to move first."""
    return sorted(children, key=lambda child: minimax(child, not maximising), reverse=maximising)


def worst_first(children: Sequence[Tree], maximising: bool) -> Sequence[Tree]:
    """The opposite of it."""
    return best_first(children, not maximising)


def alphabeta(tree: Tree, order: Order = as_given) -> Pruned:
    """Minimax that leaves out what cannot matter (Knuth and Moore 1975)."""
    leaves: list[float] = []

    def value(node: Tree, alpha: float, beta: float, maximising: bool) -> float:
        if isinstance(node, int | float):
            leaves.append(node)
            return node
        best = -inf if maximising else inf
        for child in order(node, maximising):
            found = value(child, alpha, beta, not maximising)
            if maximising:
                best = max(best, found)
                alpha = max(alpha, found)
            else:
                best = min(best, found)
                beta = min(beta, found)
            if alpha >= beta:  # the player above has something at least as good: he will not come here
                break
        return best

    return Pruned(value(tree, -inf, inf, True), tuple(leaves))


def changed(tree: Tree, change: Callable[[float], float]) -> Tree:
    """The tree with every leaf changed."""
    return change(tree) if isinstance(tree, int | float) else [changed(child, change) for child in tree]


def fewest_leaves(branches: int, depth: int) -> int:
    """What perfect order leaves of branches ** depth leaves that all differ (Knuth and Moore 1975, theorem 2)."""
    return int(branches ** ((depth + 1) // 2) + branches ** (depth // 2) - 1)


def random_tree(branches: int, depth: int, random: Random) -> Tree:
    """A tree whose leaves all differ."""
    values = list(range(branches**depth))
    random.shuffle(values)
    leaves = iter(values)

    def grow(levels: int) -> Tree:
        return next(leaves) if levels == 0 else [grow(levels - 1) for _ in range(branches)]

    return grow(depth)
