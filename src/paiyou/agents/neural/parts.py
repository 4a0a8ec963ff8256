"""How networks play the games of each family, and the options of `dmc` that mean something in one family alone."""

from paiyou.agents.neural import climbing
from paiyou.games.climbing_family import CLIMBING
from paiyou.games.family import NEURAL
from paiyou.games.trick_family import TRICK

CLIMBING.supply(NEURAL, "paiyou.agents.neural.climbing:PART")
TRICK.supply(NEURAL, "paiyou.agents.neural.trick:PART")

OPTIONS = climbing.OPTIONS
"""Of all families, by name."""
