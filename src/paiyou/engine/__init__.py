"""The compiled core as the engine and searcher of each family; it is loaded with the first game, not before."""

from paiyou.games.climbing_family import CLIMBING
from paiyou.games.family import ENGINE, SEARCH
from paiyou.games.trick_family import TRICK

CLIMBING.supply(ENGINE, "paiyou.engine.climbing:ENGINE")
CLIMBING.supply(SEARCH, "paiyou.engine.climbing:SEARCH")
TRICK.supply(ENGINE, "paiyou.engine.trick:ENGINE")
TRICK.supply(SEARCH, "paiyou.engine.trick:SEARCH")
