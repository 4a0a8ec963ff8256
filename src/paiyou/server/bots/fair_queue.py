"""Who is served next: clients have equal shares of the workers' time, and cheaper work goes first.

Fair queueing by virtual time: every client has an account of the seconds that were spent on it, and the next question
is that of the client whose account would stand lowest after it. So one who asks a hundred questions waits behind
himself, and between two who had as much the cheaper question goes first. A question that runs cannot be interrupted;
so that nobody waits for another's long one, the last worker of several is left to other clients.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Generic, TypeVar

Item = TypeVar("Item")


@dataclass(eq=False)
class Ticket(Generic[Item]):
    """A question in the queue."""

    client: str
    cost: float
    """Estimated seconds."""
    item: Item
    number: int
    waits: bool = True

    def __lt__(self, other: Ticket[Item]) -> bool:
        """Cheaper first; of two that cost the same, who came first."""
        return (self.cost, self.number) < (other.cost, other.number)


@dataclass(eq=False)
class _Account(Generic[Item]):
    spent: float
    """Seconds; estimated for questions under way."""
    served: int = -1
    """When it was last served, counted in questions."""
    waiting: list[Ticket[Item]] = field(default_factory=list)
    """A heap; dropped tickets stay in it until they come to the top."""
    running: int = 0

    def cheapest(self) -> Ticket[Item] | None:
        """The next question of this client; None where none waits."""
        while self.waiting and not self.waiting[0].waits:
            heappop(self.waiting)
        return self.waiting[0] if self.waiting else None


class FairQueue(Generic[Item]):
    """A queue for some workers, which take from it whenever one is free.

    Example: `ticket = queue.add("192.0.2.1", 0.1, question)`, then `queue.take()`, and `queue.done(ticket, 0.12)`.
    """

    def __init__(self, workers: int) -> None:
        self._most = max(1, workers - 1)
        """Questions of one client that run at once."""
        self._accounts: dict[str, _Account[Item]] = {}
        self._numbers = itertools.count()

    def __len__(self) -> int:
        """How many wait."""
        return sum(ticket.waits for account in self._accounts.values() for ticket in account.waiting)

    def add(self, client: str, cost: float, item: Item) -> Ticket[Item]:
        """Enqueue a question."""
        ticket = Ticket(client, cost, item, next(self._numbers))
        if client not in self._accounts:
            # An idle client saves up no credit, and a new one starts level with the others.
            spent = min((account.spent for account in self._accounts.values()), default=0.0)
            self._accounts[client] = _Account(spent)
        heappush(self._accounts[client].waiting, ticket)
        return ticket

    def take(self) -> Ticket[Item] | None:
        """The next question for a free worker; None where none may begin."""
        able = [
            (account.spent + ticket.cost, account.served, ticket.number, account)
            for account in self._accounts.values()
            if account.running < self._most and (ticket := account.cheapest()) is not None
        ]
        if not able:
            return None
        account = min(able)[-1]
        chosen = heappop(account.waiting)
        chosen.waits = False
        account.running += 1
        account.spent += chosen.cost
        account.served = next(self._numbers)
        return chosen

    def done(self, ticket: Ticket[Item], seconds: float) -> None:
        """A question that was taken has been answered, or has failed, after so many seconds."""
        account = self._accounts[ticket.client]
        account.running -= 1
        account.spent += seconds - ticket.cost
        self._forget(ticket.client)

    def drop(self, ticket: Ticket[Item]) -> None:
        """Cancel a question that waits; no effect on one that was taken or dropped before."""
        if ticket.waits:
            ticket.waits = False
            self._forget(ticket.client)

    def _forget(self, client: str) -> None:
        account = self._accounts[client]
        if account.cheapest() is None and not account.running:
            del self._accounts[client]
