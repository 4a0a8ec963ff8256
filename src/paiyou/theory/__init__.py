"""The theory behind the players: what a game is worth, and what a policy can lose."""

from paiyou.theory.equilibrium import Equilibrium, find_equilibrium
from paiyou.theory.exploiting import Exploitability, exploitability

__all__ = ["Equilibrium", "Exploitability", "exploitability", "find_equilibrium"]
