"""What people may do in rooms: open one, come in, take a chair, move, ask for a hint, the next game or a bot.

Every action goes the same way: checked here and by the room, stored, played (`journal.py`), acknowledged, broadcast.
One lock per room keeps that order. What is lost with the process is only what was never acknowledged.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from paiyou.games.game import Game
from paiyou.games.registry import game as find_game
from paiyou.plugins import reason_of
from paiyou.records.position import Position
from paiyou.server.bots.levels import strongest
from paiyou.server.bots.pool import Bots
from paiyou.server.names import distinct
from paiyou.server.profiles.profile_store import ProfileStore
from paiyou.server.rooms.background import Background
from paiyou.server.rooms.bot_moves import BotMoves
from paiyou.server.rooms.greetings import greet
from paiyou.server.rooms.hints import Hints
from paiyou.server.rooms.journal import Journal
from paiyou.server.rooms.live_room import Client, LiveRoom
from paiyou.server.rooms.refusals import AlreadyDone, RefusedError
from paiyou.server.rooms.room import BOT, OPEN, PERSON, Chair, Room
from paiyou.server.rooms.room_cache import RoomCache
from paiyou.server.rooms.store import Store
from paiyou.server.rooms.tokens import digest, keyed_token, new_token, opens
from paiyou.server.settings import Settings

log = logging.getLogger("paiyou.server")


class Hub:
    """All rooms of a server."""

    def __init__(self, store: Store, bots: Bots, settings: Settings) -> None:
        self._store, self._settings = store, settings
        self._name = secrets.token_hex(8)
        """Identifies this server among those on the same database; a new one after every start."""
        self.profiles = ProfileStore(store, bots)
        self._background, self._journal = Background(), Journal(store, self._name, self._record_result)
        self._bot_moves = BotMoves(bots, settings, self._journal, self._background)
        self._hints = Hints(bots, settings)
        self._cache = RoomCache(store, self._bot_moves.go_on)

    @property
    def rooms_in_memory(self) -> int:
        """How many rooms are in memory."""
        return len(self._cache)

    async def close(self) -> None:
        """Cancel all tasks of bots."""
        await self._background.close()

    def forget_idle_rooms(self) -> None:
        """Drop from memory the rooms that nobody looks at; they come back from the store."""
        forgotten = self._cache.forget_idle(self._settings.idle_seconds)
        if forgotten:
            self._background.start(self._release(forgotten))

    async def _release(self, rooms: list[str]) -> None:
        with suppress(SQLAlchemyError):  # then the database still names this server as their owner
            await self._store.release_rooms(rooms, self._name)
            # A client may have come back meanwhile, while the room was still this server's.
            for back in {live.room.id for live in self._cache.owned()} & set(rooms):
                await self._store.take_room(back, self._name)

    async def drop_lost_rooms(self) -> None:
        """Disconnect the clients of rooms that another server on the same database has taken; they reconnect there.

        No room is dropped while the database does not answer.
        """
        owned = self._cache.owned()  # before the store is read: rooms that are taken meanwhile may not be in its answer
        if not owned:
            return
        with suppress(SQLAlchemyError):
            still = await self._store.rooms_of(self._name)
            for live in owned:
                if live.room.id not in still:
                    self._cache.forget(live)
                    live.mark_lost()

    def _record_result(self, live: LiveRoom) -> None:
        """Record a game that has ended for the profiles at its table."""
        wanted = [chair.profile for chair in live.room.chairs if chair.profile is not None]
        if wanted:
            self._background.start(self.profiles.record_games_quietly(wanted, live.asker))

    async def find(self, room_id: str) -> LiveRoom:
        """A room to look at, from the cache or from the store; this does not take it from another server."""
        live = await self._cache.find(room_id)
        # While it had no clients here, people may have played on at another server with the same database.
        return live if live.clients else await self._caught_up(live)

    async def find_to_enter(self, room_id: str, token: str | None = None) -> LiveRoom:
        """A room for a client that enters it: this server owns it from now on.

        A client that `enter` would refuse does not take it from another server.
        """
        live = await self._cache.find(room_id)
        return await self._caught_up(live, may_take=lambda: self._chair_of(live, token))

    async def _caught_up(self, live: LiveRoom, may_take: Callable[[], object] | None = None) -> LiveRoom:
        try:
            await self._journal.catch_up(live, may_take)
        finally:  # after a refusal, too: the room may have moved on
            self._bot_moves.go_on(live)
        return live

    # --- rooms and chairs

    async def create(
        self,
        game_name: str,
        chairs: Sequence[Chair],
        seed: int | None = None,
        *,
        address: str = "",
        opening: Position | None = None,
    ) -> tuple[str, str]:
        """A new room with one person in it, who connects from an address; its first game may begin from a position.

        Returns the room's id and the token of that person's chair.
        """
        game = await asyncio.to_thread(ready_game, game_name)
        token = new_token()
        secret = secrets.token_bytes(32) if seed is None else hashlib.sha256(f"seed {seed}".encode()).digest()
        sitting = [replace(chair, key=digest(token)) if chair.kind == PERSON else chair for chair in chairs]
        opened = any(chair.kind == OPEN for chair in sitting)
        invite = secrets.token_urlsafe(12) if opened else None
        room = Room(secrets.token_urlsafe(12), game, secret, sitting, invite, opening=opening)
        await self._store.add_room(
            {
                "id": room.id,
                "game": game.name,
                "version": game.spec.version,
                "secret": secret.hex(),
                "invite": room.invite,
                "created": time.time(),
                "owner": self._name,
                "opening": None if opening is None else json.dumps(opening.to_json()),
            },
            [{"room": room.id, "chair": number, **vars(chair)} for number, chair in enumerate(sitting)],
        )
        self._cache.add(LiveRoom(room, address=address, owned=True))
        return room.id, token

    async def join(
        self, room_id: str, invite: str, name: str, wish: str | None = None, *, profile: str | None = None
    ) -> tuple[int, str]:
        """Take an open chair; returns it and its token. The same `wish` again gets the same chair and token again.

        Games are written in a `profile` where they are in that of whoever opened the room: it is rated, or it is not.
        """
        return await self._background.run_to_end(self._join(await self.find(room_id), invite, name, wish, profile))

    async def _join(
        self, live: LiveRoom, invite: str, name: str, wish: str | None, profile: str | None
    ) -> tuple[int, str]:
        async with live.lock:
            room = live.room
            if room.invite is None or not hmac.compare_digest(digest(room.invite), digest(invite)):
                raise RefusedError("bad_invite", "this invitation does not open a chair in this room; ask for its link")
            # The response may be lost: the token is derived from the wish, so that a retry finds the chair.
            token = new_token() if wish is None else keyed_token(room.secret, f"join {wish}")
            taken = [number for number, chair in enumerate(room.chairs) if chair.key == digest(token)]
            if taken:
                return taken[0], token
            free = next((number for number, chair in enumerate(room.chairs) if chair.kind == OPEN), None)
            if free is None:
                raise RefusedError("full", "every chair of this room is taken; you may watch")
            name = distinct(name, [chair.name for chair in room.chairs if chair.name is not None])
            taken_by = {chair.profile for chair in room.chairs}
            counts = profile if room.rated and profile not in taken_by else None
            await self._journal.take_chair(live, free, Chair(PERSON, name, key=digest(token), profile=counts))
            live.left[free] = time.monotonic()  # connecting, and so not away yet
        live.notify()
        self._bot_moves.go_on(live)
        return free, token

    async def seat_bot(self, live: LiveRoom, asking: int | None, chair: int) -> None:
        """Let a bot take an open chair, or play for a person who is away until that person comes back."""
        await self._background.run_to_end(self._seat_bot(live, asking, chair))

    async def _seat_bot(self, live: LiveRoom, asking: int | None, chair: int) -> None:
        async with live.lock:
            room = live.room
            if asking is None:
                raise RefusedError("spectator", "you are watching; join a room to play")
            if chair == asking or chair >= room.seats:
                raise RefusedError("bad_message", f"chair must be another one of 0 to {room.seats - 1}")
            sitting = room.chairs[chair]
            if sitting.kind == OPEN:
                level, agent = strongest(room.game.info)
                await self._journal.take_chair(live, chair, Chair(BOT, level=level, agent=agent))
            elif sitting.kind == PERSON:
                wait = self._settings.away_seconds
                if live.seconds_away(chair) < wait:
                    raise RefusedError(
                        "not_away", f"{sitting.name} is here, or has left less than {wait:.0f} seconds ago; wait"
                    )
                if chair in live.stand_ins:
                    return
                live.stand_ins.add(chair)
            else:
                return
        live.notify()
        self._bot_moves.go_on(live)

    def greet(self, live: LiveRoom, chair: int | None, greeting: str) -> None:
        """Broadcast one of the preset greetings to the table; it is not stored."""
        greet(live, chair, greeting)

    # --- connections

    def enter(self, live: LiveRoom, token: str | None, address: str = "") -> Client:
        """Connect a client to a room: with a token to its chair, without to watch."""
        chair = self._chair_of(live, token)
        if chair is not None and not live.address:
            live.address = address
        client = Client(chair)
        live.enter(client)
        return client

    def _chair_of(self, live: LiveRoom, token: str | None) -> int | None:
        """The chair that a token opens, None for a spectator; RefusedError where there are too many clients."""
        chair = None
        if token is not None:
            chair = next((at for at, sitting in enumerate(live.room.chairs) if opens(token, sitting.key)), None)
            if chair is None:
                raise RefusedError("bad_token", "this token opens no chair in this room; join by its invitation")
        limits = self._settings.limits
        there = sum(client.chair == chair for client in live.clients)
        if there >= (limits.spectators_per_room if chair is None else limits.sockets_per_chair):
            watching = "too many people look at this room; try again later"
            raise RefusedError("too_many", watching if chair is None else "your chair is open in too many places")
        return chair

    def leave(self, live: LiveRoom, client: Client) -> None:
        """Disconnect a client; its chair stays its own."""
        live.leave(client)

    # --- the game

    async def move(self, live: LiveRoom, chair: int | None, game: int, index: int, move: str) -> None:
        """A person's move; `AlreadyDone` for the same move at the same place again, which changes nothing."""
        # In a task of its own: a client that disconnects must not stop an action between the store and the room.
        await self._background.run_to_end(self._move(live, chair, game, index, move))

    async def _move(self, live: LiveRoom, chair: int | None, game: int, index: int, move: str) -> None:
        try:
            async with live.lock:
                room = live.room
                if chair is None:
                    raise RefusedError("spectator", "you are watching; join a room to play")
                await self._check_place(room, chair, game, index, move)
                refusal = room.refusal(room.seat_of(chair), move)
                if refusal is not None:
                    raise RefusedError(refusal.code, refusal.message, refusal.detail)
                await self._journal.play(live, room.written(move))
        finally:  # after a refusal, too: the room may have been reloaded from the store, and have moved on
            self._bot_moves.go_on(live)

    async def _check_place(self, room: Room, chair: int, game: int, index: int, move: str) -> None:
        if (game, index) == (room.number, room.index):
            return
        # The acknowledgement may have been lost: a repeated action is acknowledged again.
        if game <= room.number:
            done = await self._store.find_action(room.id, game, index)
            if done is not None and done["seat"] == (chair - game) % room.seats and same_cards(done["move"], move):
                raise AlreadyDone
        raise RefusedError(
            "late", f"the table is at action {room.index} of game {room.number}, not at {index} of game {game}"
        )

    async def next_game(self, live: LiveRoom, chair: int | None, game: int) -> None:
        """Deal the next game; the first request starts it, later ones raise `AlreadyDone`."""
        await self._background.run_to_end(self._next_game(live, chair, game))

    async def _next_game(self, live: LiveRoom, chair: int | None, game: int) -> None:
        try:
            async with live.lock:
                room = live.room
                if chair is None:
                    raise RefusedError("spectator", "you are watching; join a room to play")
                if game == room.number and game > 0:
                    raise AlreadyDone
                if not room.over or game != room.number + 1:
                    raise RefusedError("not_over", f"game {room.number} is not over; the next one comes after it")
                await self._journal.deal_next(live, room.seat_of(chair))
        finally:
            self._bot_moves.go_on(live)

    async def hint(self, live: LiveRoom, chair: int | None, game: int, index: int) -> dict[str, Any]:
        """What the game's best player would do on a person's turn, from what that person sees."""
        return await self._hints.find(live, chair, game, index)


def ready_game(name: str) -> Game:
    """A game with all its tables built, which takes a second the first time."""
    try:
        game = find_game(name)
        assert game.core is not None
    except ValueError:
        raise
    except Exception as error:  # other people's games may be wrong in any way
        log.exception("the game %s could not be made", name)
        raise ValueError(f"the game {name} cannot be played: {reason_of(error)}") from None
    return game


def same_cards(one: str, other: str) -> bool:
    """Whether two strings are the same move in any order of cards."""
    if " " in one:
        return sorted(one.split()) == sorted(other.split())
    return one == other or (len(one) > 2 and sorted(one) == sorted(other))
