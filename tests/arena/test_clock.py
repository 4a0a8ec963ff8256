import contextlib
import signal
import sys
import threading
import time
from types import FrameType

import pytest

from paiyou.arena.clock import OutOfTime, time_limit


def test_a_loop_without_end_is_stopped():
    def loop():
        with time_limit(0.02):
            while True:
                with contextlib.suppress(Exception):  # as a careless agent would
                    time.sleep(0.001)

    with pytest.raises(OutOfTime):
        loop()


def test_nothing_is_left_behind():
    before = signal.getsignal(signal.SIGALRM)
    with time_limit(5):
        pass
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    with time_limit(None):
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_other_threads_are_left_alone():
    passed = []

    def work():
        with time_limit(0.001):
            time.sleep(0.02)
            passed.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert passed == [True]


@pytest.mark.parametrize("way", ["__enter__", "__exit__"])
def test_an_alarm_on_the_way_in_or_out_leaves_no_clock_running(way: str) -> None:
    before = signal.getsignal(signal.SIGALRM)

    def ring_on_the_way(frame: FrameType, event: str, _: object) -> None:
        if event == ("return" if way == "__enter__" else "call") and frame.f_code.co_name == way:
            signal.raise_signal(signal.SIGALRM)

    sys.setprofile(ring_on_the_way)
    try:
        with time_limit(60):
            pass
    finally:
        sys.setprofile(None)
        left, handler = signal.setitimer(signal.ITIMER_REAL, 0), signal.signal(signal.SIGALRM, before)
    assert left == (0.0, 0.0)
    assert handler is before
