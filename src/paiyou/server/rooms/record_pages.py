"""Records of a room's finished games, in pages: replayed by a worker, and cached (least recently used).

Replaying a game takes milliseconds, and a room may have thousands: in the event loop, or in a thread, that would block
all other requests. A finished game never changes, so its record can be cached.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncGenerator

from paiyou.server.bots.pool import Bots
from paiyou.server.rooms.refusals import Refusal, RefusedError
from paiyou.server.rooms.store import Store

AT_ONCE = 10
"""Games that are read and replayed before the first of them is sent: what one request holds in memory."""
KEPT = 1_000
"""Some 2 KB each."""


class RecordPages:
    """Reads records through a cache."""

    def __init__(self, store: Store, bots: Bots) -> None:
        self._store, self._bots = store, bots
        self._kept: OrderedDict[tuple[str, int], str] = OrderedDict()

    async def read(self, room: str, first: int, most: int, *, client: str = "") -> AsyncGenerator[list[str], None]:
        """Records as lines of JSON from a game on, some at a time, the first part even where it is empty.

        `client` is who asks. RefusedError where there is no such room, BotError where no worker answers.
        """
        end = first + most
        while first < end:
            part = range(first, min(first + AT_ONCE, end))
            lines = await self._part(room, part, client)
            yield lines
            if len(lines) < len(part):
                return  # the next one is running, or not dealt
            first = part.stop

    async def _part(self, room: str, games: range, client: str) -> list[str]:
        if any((room, game) not in self._kept for game in games):
            await self._replay(room, games, client)
        lines = []
        for game in games:
            line = self._kept.get((room, game))
            if line is not None:
                self._kept.move_to_end((room, game))
                lines.append(line)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return lines

    async def _replay(self, room: str, games: range, client: str) -> None:
        stored = await self._store.load(room, games.start, len(games))
        if stored is None:
            raise RefusedError("no_room", "there is no such room; it may have been mistyped")
        if not stored.actions:
            return
        answer = await self._bots.run("records", vars(stored), client=client)
        if "refusal" in answer:
            refusal = Refusal(**answer["refusal"])
            raise RefusedError(refusal.code, refusal.message)
        self._kept.update({(room, game): line for game, line in answer["records"]})
