"""The rule player of each family."""

from paiyou.games.climbing_family import CLIMBING
from paiyou.games.family import RULES
from paiyou.games.trick_family import TRICK

CLIMBING.supply(RULES, "paiyou.agents.rules.climbing.player:ClimbingRules")
TRICK.supply(RULES, "paiyou.agents.rules.trick.player:TrickRules")
