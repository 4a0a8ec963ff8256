"""Games and agents that the running program has registered, told to worker processes, which start without them.

They are sent as `pickle` sends them, by where they stand: the worker looks for modules where this program does. Where
something stands in the program's own file, the worker reads that too, as the workers of `multiprocessing` do; its
`if __name__ == "__main__":` keeps it from serving there.
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

_unpacking = False
"""Whether this is a worker that is about to read the program's file."""

log = logging.getLogger("paiyou.server")


def number_registered() -> int:
    """How many there are."""
    return len(Registered().things)


def require_no_worker() -> None:
    """ValueError in a worker that reads the program's file: to serve there, too, would never end."""
    if _unpacking:
        raise ValueError("a program that registers games or agents must serve under: if __name__ == '__main__'")


def packed() -> dict[str, Any]:
    """All of them, as JSON for a worker; what cannot be sent is said once."""
    try:
        things = pickle.dumps(Registered())
    except Exception as error:  # other people's objects may refuse in any way
        log.warning("what was registered cannot be sent to the bots' processes: %s", reason_of(error))
        things = b""
    names = ("sys_path", *(("init_main_from_name", "init_main_from_path") if b"__main__" in things else ()))
    way = spawn.get_preparation_data("worker")
    needed = {name: way[name] for name in names if name in way}
    return {"way": needed, "things": base64.b64encode(things).decode()}


def unpack(told: dict[str, Any]) -> None:
    """Register in a worker what the server has registered."""
    global _unpacking
    things = base64.b64decode(told["things"])
    _unpacking = True
    try:
        if things:
            spawn.prepare(told["way"])
            pickle.loads(things)
    except Exception as error:
        log.warning("what was registered could not be read by a bots' process: %s", reason_of(error))
    finally:
        _unpacking = False
