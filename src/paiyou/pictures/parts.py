"""What is seen of each family's positions, and of any other's."""

from paiyou.games.climbing_family import CLIMBING
from paiyou.games.family import PICTURES, Pictures, supply_default
from paiyou.games.trick_family import TRICK
from paiyou.pictures.plain import PlainPictures

_DEFAULT = PlainPictures()


def default_pictures() -> Pictures:
    """For positions that do not say which family they are of."""
    return _DEFAULT


supply_default(PICTURES, _DEFAULT)
CLIMBING.supply(PICTURES, "paiyou.pictures.climbing:PICTURES")
TRICK.supply(PICTURES, "paiyou.pictures.trick:PICTURES")
