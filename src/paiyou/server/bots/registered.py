"""Games and agents that the running program has registered, sent to worker processes, which start without them.

They are pickled by reference: the worker has this program's `sys.path`. Where something is defined in the program's
main module, the worker imports that, as the workers of `multiprocessing` do; its `if __name__ == "__main__":` keeps it
from starting a server there.
"""

from __future__ import annotations

import base64
import logging
import pickle
from multiprocessing import spawn
from typing import Any

from paiyou.plugins import Registered, reason_of

REGISTER = "register"
"""The kind of a message that a worker does not answer."""

_unpacking = False
"""Whether this is a worker that is importing the program's main module."""

log = logging.getLogger("paiyou.server")


def number_registered() -> int:
    """How many there are."""
    return len(Registered().things)


def refuse_in_worker() -> None:
    """ValueError in a worker that imports the program's main module: a server started there would start its own."""
    if _unpacking:
        raise ValueError("a program that registers games or agents must serve under: if __name__ == '__main__'")


def pack_registered() -> dict[str, Any]:
    """All of them, as JSON for a worker; a warning where they cannot be pickled."""
    try:
        things = pickle.dumps(Registered())
    except Exception as error:  # other people's objects may refuse in any way
        log.warning("what was registered cannot be sent to the bots' processes: %s", reason_of(error))
        things = b""
    names = ("sys_path", *(("init_main_from_name", "init_main_from_path") if b"__main__" in things else ()))
    way = spawn.get_preparation_data("worker")
    needed = {name: way[name] for name in names if name in way}
    return {"way": needed, "things": base64.b64encode(things).decode()}


def unpack_registered(message: dict[str, Any]) -> None:
    """Register in a worker what the server has registered."""
    global _unpacking
    things = base64.b64decode(message["things"])
    _unpacking = True
    try:
        if things:
            spawn.prepare(message["way"])
            pickle.loads(things)
    except Exception as error:
        log.warning("what was registered could not be read by a bots' process: %s", reason_of(error))
    finally:
        _unpacking = False
