"""How the games of each family are laid out as trees: the core does climbing games, all others are walked through."""

from paiyou.games.climbing_family import CLIMBING
from paiyou.games.family import THEORY, supply_default
from paiyou.theory.dealt_tree import DealtTree

CLIMBING.supply(THEORY, "paiyou.theory.climbing_tree:ClimbingTree")
supply_default(THEORY, DealtTree)
