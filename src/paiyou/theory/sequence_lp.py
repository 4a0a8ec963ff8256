"""The value of a small game by a linear program over its sequence form (Koller, Megiddo and von Stengel 1996).

Exact up to rounding, and far too slow for anything but small games: it checks what CFR+ finds.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from paiyou.theory.inputs import need
from paiyou.theory.tree import Plan, Tree


def lp_value(tree: Tree) -> tuple[float, Plan]:
    """The value of a game for player 0, and a plan that guarantees it.

    Player 0's plan x maximizes what a best response leaves: q of player 1's empty sequence, where for every sequence s
    of player 1, q(the information set of s) <= payoffs(s, x) + the sum of q over the information sets behind s.
    """
    linprog, sparse = need("scipy.optimize").linprog, need("scipy.sparse")
    coo_matrix, hstack = sparse.coo_matrix, sparse.hstack
    form = tree.form
    first, second, payoff = form.ends()
    mine, theirs = form.sequences(0), form.sequences(1)
    payoffs = coo_matrix((payoff, (second, first)), shape=(theirs, mine))

    def constraints(player: int) -> Any:
        """One row for the empty sequence and one for each information set: what leads there, against its sequences."""
        sets, parents, firsts = form.information_sets(player), form.parents(player), form.firsts(player)
        rows = np.arange(1, sets + 1)
        sequences = form.sequences(player)
        owner = np.concatenate([[0], np.repeat(rows, np.diff(firsts))])
        own = coo_matrix((np.ones(sequences), (owner, np.arange(sequences))), shape=(sets + 1, sequences))
        return own - coo_matrix((np.ones(sets), (rows, parents)), shape=(sets + 1, sequences))

    plan_rows, reply_rows = constraints(0), constraints(1)
    replies = reply_rows.shape[0]
    beginning = np.zeros(plan_rows.shape[0])
    beginning[0] = 1
    solution = linprog(
        np.concatenate([np.zeros(mine), [-1.0], np.zeros(replies - 1)]),
        A_ub=hstack([-payoffs, reply_rows.T]).tocsr(),
        b_ub=np.zeros(theirs),
        A_eq=hstack([plan_rows, coo_matrix((plan_rows.shape[0], replies))]).tocsr(),
        b_eq=beginning,
        bounds=[(0, None)] * mine + [(None, None)] * replies,
        method="highs",
    )
    if solution.status != 0:
        raise ValueError(f"the linear program of {tree.name} was not solved: {solution.message}")
    return -float(solution.fun), solution.x[:mine]
