"""What learning needs of a family of games, loaded when it is first asked for."""

from paiyou.games.climbing_family import CLIMBING
from paiyou.games.family import LEARN
from paiyou.games.trick_family import TRICK

CLIMBING.supply(LEARN, "paiyou.learn.climbing.part:LEARNING")
TRICK.supply(LEARN, "paiyou.learn.trick.part:LEARNING")
