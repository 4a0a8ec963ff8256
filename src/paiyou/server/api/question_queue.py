"""Questions of the API that wait for a worker process: bounded in all, and for each client.

Nothing is computed in the event loop: building a game's tables alone may take seconds.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import Request

from paiyou.server.bots.pool import BotError
from paiyou.server.http.errors import BUSY, ApiError
from paiyou.server.http.limits import Limits, client_address

log = logging.getLogger("paiyou.server")


class QuestionQueue:
    """Counts the questions under way; workers are the application's `state.bots`."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._waiting: Counter[str] = Counter()

    async def ask(self, request: Request, kind: str, payload: dict[str, Any]) -> dict[str, Any]:
        """A worker's answer to a question; ApiError where the queue is full, or there is no answer in time."""
        async with self.place(request) as client:
            try:
                answer: dict[str, Any] = await request.app.state.bots.run(kind, payload, client=client)
            except BotError as error:
                log.warning("%s failed: %s", kind, error)
                raise ApiError(503, BUSY, headers={"Retry-After": "5"}) from None
        return answer

    @asynccontextmanager
    async def place(self, request: Request) -> AsyncIterator[str]:
        """A place in the queue for a request's client, whose address is yielded; ApiError where the queue is full."""
        client = client_address(request.scope, self._limits)
        if self._waiting[client] >= self._limits.questions_per_client:
            raise ApiError(429, "you have asked enough at once: wait for an answer", headers={"Retry-After": "1"})
        if self._waiting.total() >= self._limits.questions:
            raise ApiError(503, BUSY, headers={"Retry-After": "5"})
        self._waiting[client] += 1
        try:
            yield client
        finally:
            self._waiting[client] -= 1
            if not self._waiting[client]:
                del self._waiting[client]
