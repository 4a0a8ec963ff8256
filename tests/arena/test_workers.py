"""Work in other processes, as seen from outside."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from paiyou.arena.workers import AHEAD, _in_order, run_chunks, small_pieces
from patience import PATIENCE

PARENT = """
import os, sys, time
from paiyou.arena.workers import run_chunks

def work(chunk):
    os.write(1, f"{os.getpid()}\\n".encode())  # one write: lines of several processes must not mix
    time.sleep(0.2)

for _ in run_chunks(work, range(1000), cores=3):
    pass
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes under /proc")
def test_workers_do_not_outlive_a_parent_that_is_killed():
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    workers: set[int] = set()
    while len(workers) < 3:
        workers.add(int(parent.stdout.readline()))
    assert all(map(runs, workers))
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()
    until = time.monotonic() + PATIENCE
    while any(map(runs, workers)) and time.monotonic() < until:
        time.sleep(0.05)
    left = [worker for worker in workers if runs(worker)]
    for worker in left:
        os.kill(worker, signal.SIGKILL)
    parent.stdout.close()
    assert left == []


def runs(process):
    """Whether it is there and no zombie that nobody has waited for."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize("cores", [1, 2, 3])
def test_results_come_in_the_order_of_the_chunks(cores):
    assert list(run_chunks(str, range(20), cores=cores)) == [str(number) for number in range(20)]


@pytest.mark.parametrize("number", [1, 7, 25, 199, 200, 5001, 12_345])
def test_pieces_are_all_there_and_each_is_small(number):
    pieces = list(small_pieces(number))
    assert len(pieces) == len(small_pieces(number))
    assert [one for piece in pieces for one in piece] == list(range(number))
    assert max(map(len, pieces)) <= 25


@pytest.mark.parametrize("cores", [1, 2])
def test_nothing_is_made_before_it_is_needed(cores):
    """A match of 10^15 deals begins like any other; what it would be in a list no machine could hold."""
    results = run_chunks(len, small_pieces(10**15), cores=cores)
    assert [next(results) for _ in range(2 * AHEAD * cores)] == [25] * (2 * AHEAD * cores)
    results.close()


def test_who_is_interrupted_while_waiting_calls_everything_back():
    """On a cluster the piece that was waited for would else work on for nobody."""
    called_back = []

    class Sent:
        def __init__(self, number):
            self.number = number

        def result(self):
            raise KeyboardInterrupt

        def cancel(self):
            called_back.append(self.number)

    with pytest.raises(KeyboardInterrupt):
        next(_in_order(Sent, range(5), 3, lambda: None))
    assert called_back == [2, 1, 0]
