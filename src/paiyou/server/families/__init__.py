"""What a game looks like to those around the table, family by family; the default relies on State and View alone."""

from paiyou.games.climbing_family import CLIMBING
from paiyou.games.family import SERVER, supply_default
from paiyou.games.trick_family import TRICK
from paiyou.server.families.display import Display

supply_default(SERVER, Display())
CLIMBING.supply(SERVER, "paiyou.server.families.climbing:DISPLAY")
TRICK.supply(SERVER, "paiyou.server.families.trick:DISPLAY")
