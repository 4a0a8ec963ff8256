"""Games as mathematics, after a lecture (docs/theory.md): matrix games, stochastic games, what hidden cards are worth.

And what a small game of two with hidden hands is worth, and what any policy can lose there.

SciPy, nashpy and Matplotlib (`pip install 'paiyou[experiments]'`) are asked for only by what needs them.
"""

from paiyou.theory.averaging import clairvoyance
from paiyou.theory.best_reply import walked_exploitability
from paiyou.theory.bimatrix import bimatrix_equilibria
from paiyou.theory.classics import prisoners_dilemma, repeated_prisoners_dilemma, rock_paper_scissors
from paiyou.theory.equilibrium import Equilibrium, find_equilibrium
from paiyou.theory.exploiting import Exploitability, exploitability
from paiyou.theory.normal_form import NormalFormGame
from paiyou.theory.stochastic import StochasticGame
from paiyou.theory.zero_sum import solve_zero_sum

__all__ = [
    "Equilibrium",
    "Exploitability",
    "NormalFormGame",
    "StochasticGame",
    "bimatrix_equilibria",
    "clairvoyance",
    "exploitability",
    "find_equilibrium",
    "prisoners_dilemma",
    "repeated_prisoners_dilemma",
    "rock_paper_scissors",
    "solve_zero_sum",
    "walked_exploitability",
]
