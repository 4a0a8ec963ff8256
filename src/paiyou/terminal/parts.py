"""The screen of each family, and a plain one for any other."""

from typing import cast

from paiyou.games.climbing_family import CLIMBING
from paiyou.games.family import TERMINAL, Terminal, supply_default
from paiyou.games.trick_family import TRICK
from paiyou.terminal.plain import PlainScreen

supply_default(TERMINAL, cast(Terminal, PlainScreen))
CLIMBING.supply(TERMINAL, "paiyou.terminal.climbing:ClimbingScreen")
TRICK.supply(TERMINAL, "paiyou.terminal.trick:TrickScreen")
