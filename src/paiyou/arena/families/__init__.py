"""What a game counts in a match, family by family; the default relies on payoffs alone."""

from paiyou.arena.families.default import DefaultArena
from paiyou.games.climbing_family import CLIMBING
from paiyou.games.family import ARENA, supply_default
from paiyou.games.trick_family import TRICK

supply_default(ARENA, DefaultArena())
CLIMBING.supply(ARENA, "paiyou.arena.families.climbing:ARENA")
TRICK.supply(ARENA, "paiyou.arena.families.trick:ARENA")
