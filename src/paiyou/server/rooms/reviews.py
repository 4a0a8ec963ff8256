"""Reviews of finished games: every step with all hands open, and what the game's best player thinks of the moves.

What is shown is read from the store, and only of a game that has ended. The opinions come from a worker, whose judge
sees what the seat saw (`paiyou.review`). A review never changes, so the most recent ones are cached.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from contextlib import suppress
from dataclasses import replace
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from paiyou.games.registry import game_info
from paiyou.records.record import Record
from paiyou.server.bots.levels import stand_in
from paiyou.server.bots.pool import BotError, Bots
from paiyou.server.profiles.kinds import review_entry
from paiyou.server.profiles.profile_store import ProfileStore
from paiyou.server.rooms.records import record_of
from paiyou.server.rooms.refusals import RefusedError
from paiyou.server.rooms.restore import empty_room, refuse_damaged
from paiyou.server.rooms.room import Room
from paiyou.server.rooms.seat_view import table_for
from paiyou.server.rooms.store import Store
from paiyou.server.rooms.stored_room import DEALT, StoredRoom

KEPT = 64
"""Some 50 KB each."""


class Reviews:
    """Makes reviews and caches them."""

    def __init__(self, store: Store, bots: Bots, profiles: ProfileStore | None = None) -> None:
        """Reviews of people's moves are also written to their `profiles`."""
        self._store, self._bots, self._profiles = store, bots, profiles
        self._kept: OrderedDict[tuple[str, int], bytes] = OrderedDict()
        self._making: dict[tuple[str, int], asyncio.Future[bytes]] = {}

    def kept(self, room: str, number: int) -> bytes | None:
        """A review that was made before, as JSON."""
        text = self._kept.get((room, number))
        if text is not None:
            self._kept.move_to_end((room, number))
        return text

    async def make(self, room: str, number: int, *, client: str = "") -> bytes:
        """The review of a room's game as JSON; RefusedError where it has not ended, BotError where no judge answers.

        Concurrent requests share one review; `client` is whose request was first.
        """
        key = (room, number)
        if key not in self._making:
            self._making[key] = asyncio.ensure_future(self._make(room, number, client))
            self._making[key].add_done_callback(lambda made: self._made(key, made))
        return await asyncio.shield(self._making[key])

    def _made(self, key: tuple[str, int], made: asyncio.Future[bytes]) -> None:
        del self._making[key]
        if not made.cancelled():
            made.exception()  # retrieved here, since nobody may be waiting any more

    async def _make(self, room: str, number: int, client: str) -> bytes:
        stored = await self._store.load(room, number, 1)
        if stored is None:
            raise RefusedError("no_room", "there is no such room; it may have been mistyped")
        shown, record = await asyncio.to_thread(review_steps, stored, number)
        info = game_info(shown["game_name"])
        # Every game that ends at a table asks for its best and costliest move: a judge that thinks would keep people
        # waiting behind each other. The command `paiyou review` has the time to ask `info.reviewer`.
        best, busy = info.strongest, False
        for agent in dict.fromkeys((best, stand_in(info, best))):
            try:
                question = {"record": record.to_line(), "agent": agent}
                judged = await self._bots.run("review", question, client=client)
            except ValueError:
                continue  # an agent without values cannot judge
            except BotError:
                busy = True
            else:
                whole = {**shown, **{name: judged[name] for name in ("agent", "decisions", "summaries")}}
                text = json.dumps(whole).encode()
                # A stand-in's review is not cached: next time the best judge may be free.
                if agent == best:
                    self._keep((room, number), text)
                    await self._note(whole, record)
                return text
        if busy:
            raise BotError("nobody could judge the game")
        raise RefusedError("not_allowed", f"no player of {info.name} has an opinion of its moves")

    async def _note(self, review: dict[str, Any], record: Record) -> None:
        """Write it to the records of those who sat there."""
        if self._profiles is None:
            return
        info = game_info(review["game_name"])
        leads = await asyncio.to_thread(lambda: [step.state.last is None for step in record.replay().steps()])
        replaced = [made["note"] is not None for made in review["history"]]
        entries = {
            player["chair"]: review_entry(info, seat, review["decisions"], leads, replaced)
            for seat, player in enumerate(review["players"])
        }
        with suppress(BotError, SQLAlchemyError):  # the review itself is still good
            await self._profiles.keep_review(review["room"], review["game"], entries)

    def _keep(self, key: tuple[str, int], text: bytes) -> None:
        self._kept[key] = text
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)


def review_steps(stored: StoredRoom, number: int) -> tuple[dict[str, Any], Record]:
    """A finished game step by step and its record; RefusedError for any other. Of its deals it is the last."""
    if not stored.actions and number > 0:
        raise RefusedError("no_game", f"there is no game {number} in this room")
    room, steps = _begun(empty_room(stored), number)
    for action in stored.actions:
        if action["number"] == DEALT:
            continue
        deal = room.redeals
        with refuse_damaged(room.id):
            room.play(action["move"], action["note"])
        if room.redeals != deal:
            steps.clear()
        steps.append(step_of(room))
    if not room.over:
        raise RefusedError("not_over", f"game {number} is not over; a review comes after its end")
    table = table_for(room, None)
    kept = ("room", "game_name", "title", "family", "shape", "game", "history", "result", "redeals")
    players = [
        {name: player[name] for name in ("chair", "name", "kind", "level", "agent", "team", "payoff")}
        for player in table["players"]
    ]
    shown = {**{name: table[name] for name in kept}, "players": players, "steps": steps}
    return shown, record_of(room)


def _begun(room: Room, number: int) -> tuple[Room, list[dict[str, Any]]]:
    """A room at the beginning of a game, and the steps until there: those of a position that was set up."""
    opening = None if room.opening is None else replace(room.opening, moves=())
    begun = replace(room, number=number, index=0, redeals=0, opening=opening)
    steps = [step_of(begun)]
    for move in room.opening.moves if room.opening is not None and number == 0 else ():
        begun.play(move)
        steps.append(step_of(begun))
    return begun, steps


def step_of(room: Room) -> dict[str, Any]:
    """What everybody sees, and every hand."""
    table = table_for(room, None)
    kept = ("phase", "turn", "landlord", "bottom", "stake", "trick", "tricks_played")
    by_seat = {name: [player[name] for player in table["players"]] for name in ("role", "points", "taken", "exposed")}
    hands = [room.state.cards(seat) for seat in range(room.seats)]
    return {**{name: table[name] for name in kept}, **by_seat, "hands": hands}
