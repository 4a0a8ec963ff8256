"""Games and agents that the running program has registered, told to worker processes, which start without them.

They are sent as `pickle` sends them, by where they stand: the worker looks for modules where this program does, and
reads the program's own file too, as the workers of `multiprocessing` do.
"""

from __future__ import annotations

import base64
import logging
import pickle
from multiprocessing import spawn
from typing import Any

from paiyou.plugins import Registered, reason_of

LEARN = "learn"
"""The kind of a message that a worker does not answer."""

log = logging.getLogger("paiyou.server")


def number_registered() -> int:
    """How many there are."""
    return len(Registered().things)


def packed() -> dict[str, Any]:
    """All of them, as JSON for a worker; what cannot be sent is said once."""
    way = spawn.get_preparation_data("worker")
    needed = {name: way[name] for name in ("sys_path", "init_main_from_name", "init_main_from_path") if name in way}
    try:
        things = pickle.dumps(Registered())
    except Exception as error:  # other people's objects may refuse in any way
        log.warning("what was registered cannot be sent to the bots' processes: %s", reason_of(error))
        things = b""
    return {"way": needed, "things": base64.b64encode(things).decode()}


def unpack(told: dict[str, Any]) -> None:
    """Register in a worker what the server has registered."""
    things = base64.b64decode(told["things"])
    try:
        if things:
            spawn.prepare(told["way"])
            pickle.loads(things)
    except Exception as error:
        log.warning("what was registered could not be read by a bots' process: %s", reason_of(error))
