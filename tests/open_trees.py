"""Hand-made trees as open games, and the plainest searches over them, for tests of the searchers in the core."""

import math


class Node:
    """A position that knows all that follows. Nodes may be shared: a tree may have the same node in several places."""

    def __init__(self, seats, children=(), turn=0, payoffs=None, probabilities=None, estimates=None, quiet=True):
        self.seats, self.children, self.turn = seats, list(children), turn
        self.payoffs, self.probabilities = payoffs, probabilities
        self.estimates, self.quiet = estimates, quiet

    @property
    def over(self):
        return not self.children

    def moves(self):
        assert self.turn is not None, "asked for moves where chance moves"
        return list(range(len(self.children)))

    def chances(self):
        assert self.turn is None, "asked for chances where a seat moves"
        return list(enumerate(self.probabilities))

    def play(self, move):
        return self.children[move]

    def evaluate(self):
        return self.estimates

    def key(self):
        return id(self)


class Team(Node):
    """The same with seats 0 and 2, 1 and 3 as partners."""

    def allied(self, seat, other):
        return seat % 2 == other % 2


def random_tree(rng, seats, *, chance, kind=Node, levels=5, restless=0.3):
    """A random tree whose levels share nodes; the root has a seat to move. Few different payoffs, so that many tie."""

    def numbers():
        return [rng.randint(-3, 3) for _ in range(seats)]

    below = [kind(seats, payoffs=numbers()) for _ in range(6)]
    for level in range(levels):
        pool = [*below, kind(seats, payoffs=numbers())]
        here = []
        for _ in range(1 if level == levels - 1 else 5):
            children = [rng.choice(pool) for _ in range(rng.randint(1, 4))]
            turn, shares = rng.randrange(seats), None
            if chance and level < levels - 1 and rng.random() < 0.3:
                weights = [rng.randint(1, 4) for _ in children]
                turn, shares = None, [weight / sum(weights) for weight in weights]
            here.append(kind(seats, children, turn, None, shares, numbers(), rng.random() >= restless))
        below = here
    return below[0]


def stops(node, depth, quiescence, most=8):
    return depth <= 0 and (not quiescence or node.quiet or depth <= -most)


def brute_value(node, depth, root, quiescence=False):
    """Expectiminimax, paranoid: allies of the root take the greatest value, everyone else the least."""
    if node.over:
        return node.payoffs[root]
    if stops(node, depth, quiescence):
        return node.estimates[root]
    if node.turn is None:
        pairs = zip(node.probabilities, node.children, strict=True)
        return sum(share * brute_value(child, depth, root, quiescence) for share, child in pairs)
    ally = node.allied(root, node.turn) if isinstance(node, Team) else node.turn == root
    return (max if ally else min)(brute_value(child, depth - 1, root, quiescence) for child in node.children)


def brute_values(node, depth, quiescence=False):
    """Max-n: every seat for itself, the first of equal moves."""
    if node.over:
        return node.payoffs
    if stops(node, depth, quiescence):
        return node.estimates
    if node.turn is None:
        found = [brute_values(child, depth, quiescence) for child in node.children]
        return [
            sum(share * each[seat] for share, each in zip(node.probabilities, found, strict=True))
            for seat in range(node.seats)
        ]
    return max(
        (brute_values(child, depth - 1, quiescence) for child in node.children), key=lambda each: each[node.turn]
    )


def same(one, other):
    return math.isclose(one, other, rel_tol=1e-12, abs_tol=1e-12)
