"""Fair shares in made-up time: nothing is measured, every order is exact."""

from __future__ import annotations

import heapq
from collections import Counter
from random import Random

import pytest

from paiyou.server.bots.fair_queue import FairQueue, Ticket


def order(queue: FairQueue[str], seconds: float = 1.0) -> list[str]:
    """All that waits, served by one worker."""
    served = []
    while (ticket := queue.take()) is not None:
        served.append(ticket.item)
        queue.done(ticket, seconds)
    return served


def test_clients_take_turns() -> None:
    queue: FairQueue[str] = FairQueue(1)
    for number in range(4):
        queue.add("greedy", 1.0, f"g{number}")
    first = queue.take()
    assert first is not None
    for client in "ab":
        for number in range(2):
            queue.add(client, 1.0, f"{client}{number}")
    queue.done(first, 1.0)
    assert order(queue) == ["a0", "b0", "g1", "a1", "b1", "g2", "g3"]
    assert len(queue) == 0


def test_cheaper_work_goes_first_among_equals() -> None:
    queue: FairQueue[str] = FairQueue(1)
    for name, cost in (("solve", 1.0), ("moves", 0.01), ("puzzle", 0.1), ("moves again", 0.01)):
        queue.add("a", cost, name)
    assert order(queue, 0.0) == ["moves", "moves again", "puzzle", "solve"]
    queue.add("a", 1.0, "a's")
    queue.add("b", 0.1, "b's")
    assert order(queue) == ["b's", "a's"]


def test_what_was_really_spent_counts() -> None:
    """A question that looked cheap and was not is paid for."""
    queue: FairQueue[str] = FairQueue(1)
    for number in range(3):
        queue.add("liar", 0.01, f"l{number}")
        queue.add("honest", 1.0, f"h{number}")
    assert order(queue, 5.0) == ["l0", "h0", "l1", "h1", "l2", "h2"]


def test_the_last_worker_is_left_to_others() -> None:
    queue: FairQueue[str] = FairQueue(3)
    for number in range(9):
        queue.add("greedy", 1.0, f"g{number}")
    running = [queue.take(), queue.take()]
    assert queue.take() is None, "a third worker is free, and stays so"
    queue.add("other", 1.0, "o")
    other = queue.take()
    assert other is not None
    assert other.item == "o"
    queue.done(other, 1.0)
    assert queue.take() is None
    assert running[0] is not None
    queue.done(running[0], 1.0)
    assert queue.take() is not None


def test_who_gives_up_or_is_done_is_forgotten() -> None:
    queue: FairQueue[str] = FairQueue(1)
    waiting = [queue.add("a", 1.0, "x"), queue.add("a", 1.0, "y"), queue.add("b", 1.0, "z")]
    queue.drop(waiting[0])
    queue.drop(waiting[0])
    assert order(queue) == ["y", "z"]
    queue.drop(waiting[2])
    assert queue._accounts == {}


@pytest.mark.parametrize("seed", range(20))
def test_with_a_greedy_client_nobody_waits_for_more_than_a_question_under_way(seed: int) -> None:
    """However long the greedy one's questions are, with two workers each other client is served as if he were alone."""
    random = Random(seed)
    queue: FairQueue[tuple[float, float]] = FairQueue(2)
    events: list[tuple[float, int, Ticket[tuple[float, float]]]] = []
    now, free, number, waits = 0.0, 2, 0, []
    asking = [("greedy", 0.0, random.uniform(1, 10)) for _ in range(50)]
    asking += [("other", float(at), random.uniform(0.1, 0.9)) for at in range(60)]
    asking.sort(key=lambda one: one[1])
    served: Counter[str] = Counter()
    while asking or events:
        if asking and (not events or asking[0][1] <= events[0][0]):
            client, now, seconds = asking.pop(0)
            queue.add(client, 1.0, (now, seconds))
        else:
            now, _, done = heapq.heappop(events)
            queue.done(done, done.item[1])
            free += 1
        while free and (ticket := queue.take()) is not None:
            free -= 1
            number += 1
            served[ticket.client] += 1
            heapq.heappush(events, (now + ticket.item[1], number, ticket))
            if ticket.client == "other":
                waits.append(now - ticket.item[0])
    assert served == {"greedy": 50, "other": 60}
    assert max(waits) == 0.0
