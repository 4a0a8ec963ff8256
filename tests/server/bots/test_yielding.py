"""Long work goes behind short work: threads by their own priority, and questions of the API from the beginning."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
import time

import pytest

from paiyou.server.bots.pool import Bots
from paiyou.server.bots.yielding import STEP, THREADS, run_yielding
from patience import PATIENCE

on_linux = pytest.mark.skipif(not THREADS.exists(), reason="only Linux gives threads priorities of their own")
LEAST = 19
"""The system's lowest priority."""


def own_nice() -> int:
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


def behind(usual: int) -> int:
    """One step behind; the tests themselves may run as `nice make test`."""
    if usual == LEAST:
        pytest.skip("nothing can go behind the lowest priority")
    return min(LEAST, usual + STEP)


def nice_once_raised(usual: int) -> int:
    """This thread's, after it was raised; it works until then."""
    end = time.monotonic() + PATIENCE
    while own_nice() == usual and time.monotonic() < end:
        pass
    return own_nice()


def test_answers_and_errors_come_through() -> None:
    assert run_yielding(lambda: "33") == "33"
    with pytest.raises(ZeroDivisionError):
        run_yielding(lambda: 1 // 0)


@on_linux
def test_long_work_yields_with_all_its_threads_and_the_next_does_not_pay_for_it() -> None:
    usual = own_nice()
    lower = behind(usual)
    seen: dict[str, int] = {}

    def search() -> None:
        helper = threading.Thread(target=lambda: seen.update(helper=nice_once_raised(usual)))
        helper.start()
        seen["own"] = nice_once_raised(usual)
        helper.join()

    run_yielding(search)
    assert seen == {"own": lower, "helper": lower}
    assert own_nice() == usual
    assert run_yielding(own_nice) == usual


@on_linux
def test_what_is_behind_already_does_not_go_further() -> None:
    program = (
        "import os, time; from paiyou.server.bots.yielding import SHORT_SECONDS, lower_priority, run_yielding; "
        "lower_priority(1);"
        "run_yielding(lambda: time.sleep(3 * SHORT_SECONDS)); before = os.getpriority(os.PRIO_PROCESS, 0);"
        "print(run_yielding(lambda: (time.sleep(3 * SHORT_SECONDS), "
        "os.getpriority(os.PRIO_PROCESS, __import__('threading').get_native_id()))[1]) - before)"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True).stdout == "0\n"


@on_linux
def test_questions_of_the_api_go_behind_games_from_the_beginning() -> None:
    async def test() -> None:
        bots = Bots()
        try:
            with pytest.raises(ValueError, match="nothing"):
                await bots.run("moves", {"game": "nothing"}, PATIENCE)
            await bots.start()
            playing, asked = (bots._lanes[lane]._workers[0]._process for lane in ("quick", "questions"))
            assert playing is not None
            assert asked is not None
            # By its answer the one has started; the other has nothing to change.
            nice = [os.getpriority(os.PRIO_PROCESS, process.pid) for process in (playing, asked)]
            assert nice == [own_nice(), behind(own_nice())]
        finally:
            await bots.close()

    asyncio.run(test())
