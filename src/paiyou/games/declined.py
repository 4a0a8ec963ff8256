"""What a seat has passed on, as networks are told of it: few numbers that tell much about what it may hold.

For each kind of combo the lowest key that the seat let go by, apart for what its opponents had put down and for what
its own side had: passing on a partner's cards says something else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from paiyou.games.climbing_spec import ComboTable

KINDS = 3
"""Single cards, pairs without power, and all other combos."""
DECLINED = 2 * KINDS
"""Numbers for each seat: for every kind the opponents' combos, then those of its own side."""


def kinds_of_combos(table: ComboTable) -> npt.NDArray[np.int64]:
    """The kind that each action counts as where it is passed on; that of the pass means nothing."""
    return np.where(table.size == 1, 0, np.where((table.size == 2) & (table.power == 0), 1, 2)).astype(np.int64)
