"""The compiled core: the build made for the widest instructions this processor has.

Set `PAIYOU_CORE=portable` in the environment to load the plain build instead, for instance to compare the two. What the
core offers is in `__init__.pyi`, which is made from the core itself: `make stub`.
"""

import os

from paiyou._core import processor

if processor.has_avx2_and_bmi2() and os.environ.get("PAIYOU_CORE") != "portable":
    from paiyou._core.avx2 import *  # noqa: F403
else:
    from paiyou._core.portable import *  # noqa: F403

del os, processor
