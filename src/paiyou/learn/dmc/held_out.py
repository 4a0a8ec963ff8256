"""Actions whose values are measured apart, so that a run can leave them out of learning and see what it knows of them.

DouZero (5.3.2) says that features of actions let knowledge about one action carry over to others never seen: 3KKK
teaches 3JJJ. So a share of all actions is never learnt from, though they stay legal and are played.
"""

from __future__ import annotations

from torch import Tensor


def is_held_out(action: Tensor, share: float) -> Tensor:
    """Which actions are among such a share of all, by their numbers alone; the first, a pass or the like, never is."""
    return (action * 40503 >> 6) % 1000 >= 1000 - round(1000 * share)
