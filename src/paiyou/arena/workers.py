"""Where work runs: in processes on this machine, or on a Ray cluster. Results come back in order either way."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import threading
from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol, TypeVar

from paiyou.plugins import Registered, reason_of

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)

PLACES = ("local", "ray")
AHEAD = 32
"""Chunks for each core that are sent before they are needed: enough that nobody waits for a slow one before it."""
AHEAD_ON_RAY = 4
"""The same on a cluster, which may have thousands of cores: what was done out of order has to be kept here."""
RETRIES = 5
"""How often a chunk is sent again when its worker or its machine dies."""


def require_place(on: str) -> None:
    """ValueError where work cannot run."""
    if on not in PLACES:
        raise ValueError(f"on must be {' or '.join(PLACES)}, not {on!r}")


def require_cores(cores: int | None) -> None:
    """ValueError where a number of cores is none; None is all there are."""
    if cores is not None and (not isinstance(cores, int) or cores < 1):
        raise ValueError(f"cores must be 1 or more, not {cores}")


def small_pieces(number: int, first: int = 0) -> Pieces:
    """`first` to a number of deals in pieces small enough for the progress bar, an even load, and saving often."""
    return Pieces(number, size=max(1, min(25, (number - first) // 200)), first=first)


@dataclass(frozen=True)
class Pieces(Collection[range]):
    """The numbers from one to another in pieces of a size; none is made before it is needed: there may be millions."""

    number: int
    size: int
    first: int = 0

    def __len__(self) -> int:
        return max(0, -(-(self.number - self.first) // self.size))

    def __iter__(self) -> Iterator[range]:
        firsts = range(self.first, self.number, self.size)
        return (range(first, min(first + self.size, self.number)) for first in firsts)

    def __contains__(self, piece: object) -> bool:
        return any(piece == one for one in self)


def run_chunks(
    work: Callable[[Chunk], Result],
    chunks: Collection[Chunk],
    *,
    on: str = "local",
    cores: int | None = None,
    started: Callable[[], None] = lambda: None,
) -> Generator[Result]:
    """`work` of every chunk, in the order of the chunks; `work` is sent to each worker once.

    `started` is called when all workers have been started: only then may there be threads beside them.
    """
    require_place(on)
    require_cores(cores)
    if on == "ray":
        return _on_ray(work, chunks, cores, started)
    return _on_this_machine(work, chunks, max(1, min(cores or os.cpu_count() or 1, len(chunks))), started)


def _on_this_machine(
    work: Callable[[Chunk], Result], chunks: Collection[Chunk], cores: int, started: Callable[[], None]
) -> Generator[Result]:
    if cores == 1:
        started()
        yield from map(work, chunks)
        return
    # Forked workers inherit the work as it is: nothing to import, compile or send.
    method = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
    context = multiprocessing.get_context(method)
    if method == "spawn":
        _require_pickle(work)
    # The registered games and agents go first: the work may name them.
    with ProcessPoolExecutor(cores, mp_context=context, initializer=_set_work, initargs=(Registered(), work)) as pool:
        try:
            yield from _in_order(lambda chunk: pool.submit(_do_work, chunk), chunks, cores * AHEAD, started)
        except BrokenProcessPool:
            raise ValueError("a worker process died: an agent must have ended or crashed the whole process") from None


class _UnderWay(Protocol[Result_co]):
    """A chunk that was sent: as much of a `Future` as is needed."""

    def result(self) -> Result_co: ...

    def cancel(self) -> object: ...


def _in_order(
    submit: Callable[[Chunk], _UnderWay[Result]], chunks: Iterable[Chunk], most: int, started: Callable[[], None]
) -> Generator[Result]:
    """The results of chunks, of which so many at most are under way or waiting to be fetched.

    Those that nobody asks for any more are called back.
    """
    coming = iter(chunks)
    waiting = deque(submit(chunk) for chunk in islice(coming, most))
    started()
    try:
        while waiting:
            result = waiting[0].result()  # it stays there until then: who is interrupted calls it back as well
            waiting.popleft()
            waiting.extend(submit(chunk) for chunk in islice(coming, 1))
            yield result
    finally:
        for sent in reversed(waiting):  # the last first, so that none begins because one before it has ended
            sent.cancel()


_work: Callable[[Any], Any] | None = None


def _require_pickle(work: Callable[[Any], Any]) -> None:
    try:
        pickle.dumps((Registered(), work))
    except Exception as error:
        raise ValueError(
            f"this cannot be sent to worker processes ({reason_of(error)}): games and agents of your own must be "
            "defined at the top of a module; with cores=1 none are started"
        ) from None


def _set_work(_: Registered, work: Callable[[Any], Any]) -> None:
    global _work
    _work = work
    threading.Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    """A parent that is killed cannot end its workers: without this they would wait for work for ever."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _do_work(chunk: Any) -> Any:
    assert _work is not None
    return _work(chunk)


def _on_ray(
    work: Callable[[Chunk], Result], chunks: Collection[Chunk], cores: int | None, started: Callable[[], None]
) -> Generator[Result]:
    """A chunk whose worker or node dies is sent to another, and only its last result is ever seen."""
    try:
        import ray
    except ModuleNotFoundError:
        raise ValueError("on ray needs the package ray: pip install 'paiyou[cluster]'") from None

    started_here = not ray.is_initialized()
    if started_here:
        try:
            ray.init(num_cpus=cores, include_dashboard=False, log_to_driver=False, configure_logging=False)
        except ValueError:  # it has found a cluster that runs, and its cores are what they are
            raise ValueError("the cores of a Ray cluster that runs already are its own: leave --cores out") from None
    try:
        task: Any = ray.remote(max_retries=RETRIES)(_do_sent_work)
        sent = [ray.put((Registered(), work))]  # in a list, so that it is fetched when it is asked for
        resources: Any = ray.cluster_resources
        most = AHEAD_ON_RAY * max(1, int(resources().get("CPU", 1)))
        yield from _in_order(lambda chunk: _RayTask(task.remote(sent, chunk)), chunks, most, started)
    except ray.exceptions.WorkerCrashedError:
        raise ValueError(
            f"the workers of one piece of work died {RETRIES + 1} times: an agent must have ended or crashed them"
        ) from None
    finally:
        if started_here:
            ray.shutdown()


@dataclass(frozen=True)
class _RayTask:
    """A chunk on its way through a cluster."""

    reference: Any

    def result(self) -> Any:
        import ray

        return ray.get(self.reference)

    def cancel(self) -> None:
        """Take it back: one that waits does not begin, one that runs is interrupted, and its core is free."""
        import ray

        ray.cancel(self.reference)


_sent: dict[Any, Callable[[Any], Any]] = {}
"""In a worker of Ray: the work it was last sent. Making agents and loading networks for every chunk would be slow."""


def _do_sent_work(sent: list[Any], chunk: Any) -> Any:
    import ray

    (kept,) = sent
    if kept not in _sent:
        _sent.clear()
        _sent[kept] = ray.get(kept)[1]
    return _sent[kept](chunk)
