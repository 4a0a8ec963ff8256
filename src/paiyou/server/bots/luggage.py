"""What a worker must know of the server's program before its first question: games, agents and models registered there.

It is the first line that a worker reads. What was defined in the program's own script is found as Python's
`multiprocessing` does it: the worker imports that script, whose `if __name__ == "__main__":` keeps it from serving.
"""

from __future__ import annotations

import base64
import json
import pickle
import sys
from multiprocessing import spawn

from paiyou.plugins import Registered, reason_of

SCRIPT = ("init_main_from_name", "init_main_from_path")

_unpacking = False


def pack() -> bytes:
    """The line; ValueError where something cannot be sent."""
    if _unpacking:
        raise ValueError("a script that registers games or agents must serve under: if __name__ == '__main__'")
    try:
        registered = pickle.dumps(Registered())
    except Exception as error:
        raise ValueError(
            f"a game or agent of yours cannot be sent to the server's workers ({reason_of(error)}): define it at the "
            "top of a module"
        ) from None
    line = {"path": sys.path, "script": {}, "registered": base64.b64encode(registered).decode()}
    if b"__main__" in registered:
        told = spawn.get_preparation_data("worker")
        line["script"] = {key: told[key] for key in SCRIPT if key in told}
    return json.dumps(line).encode() + b"\n"


def unpack(line: str) -> None:
    """Register here what is registered there."""
    global _unpacking
    if not line:
        return  # the server is gone already, and there will be no questions
    told = json.loads(line)
    sys.path[:] = told["path"]
    _unpacking = True
    try:
        spawn.prepare(told["script"])
        pickle.loads(base64.b64decode(told["registered"]))
    finally:
        _unpacking = False
