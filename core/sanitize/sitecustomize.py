"""Puts a core that watches itself in the place of the installed one, where this folder is on PYTHONPATH.

For `core/sanitize/run`: Python runs it at its start, after the editable installation has said where its modules are.
"""

import os
import sys
from pathlib import Path

folder = Path(os.environ["PAIYOU_SANITIZED"]).resolve()
built = {f"paiyou._core.{path.name.partition('.')[0]}": str(path) for path in folder.glob("*.so")}
for finder in sys.meta_path:
    if "paiyou._core.processor" in getattr(finder, "known_wheel_files", {}):
        finder.known_wheel_files |= built
        break
else:
    sys.exit("make sanitize needs the editable installation that make test makes")
