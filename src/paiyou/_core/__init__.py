"""The compiled core: the build made for the widest instructions this processor has.

Set `PAIYOU_CORE=portable` in the environment to load the plain build instead, for instance to compare the two.
"""

import os

from paiyou._core import processor

if processor.has_x86_64_v3() and os.environ.get("PAIYOU_CORE") != "portable":
    from paiyou._core.x86_64_v3 import ClimbingEncoder, ClimbingGame, ClimbingState, ClimbingView
else:
    from paiyou._core.portable import ClimbingEncoder, ClimbingGame, ClimbingState, ClimbingView

__all__ = ["ClimbingEncoder", "ClimbingGame", "ClimbingState", "ClimbingView"]
