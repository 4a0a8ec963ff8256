"""The rooms in memory: who is connected, whose move is taken, when bots think, and what comes back after a restart.

An action goes one way: checked by the room, stored, played, acknowledged, shown to everybody. One lock per room keeps
that order. What is lost with the process is only what was never acknowledged.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import hmac
import itertools
import json
import logging
import secrets
import time
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from sqlalchemy.exc import IntegrityError

from paiyou.games.game import Game
from paiyou.games.registry import game as find_game
from paiyou.records.record import Record
from paiyou.server.bots.pool import BotError, Bots
from paiyou.server.rooms.levels import adviser, strongest
from paiyou.server.rooms.refusals import Refusal
from paiyou.server.rooms.room import BOT, OPEN, PERSON, Chair, Room
from paiyou.server.rooms.seat_view import table_for
from paiyou.server.rooms.store import DEALT, Store, StoredRoom
from paiyou.server.settings import Settings

STAND_IN = "rules"
"""Moves in place of a bot that fails."""

log = logging.getLogger("paiyou.server")
Answer = TypeVar("Answer")


class RefusedError(Exception):
    """A client asked for what cannot be; `refusal` says why."""

    def __init__(self, code: str, message: str, detail: dict[str, str] | None = None) -> None:
        super().__init__(message)
        self.refusal = Refusal(code, message, detail or {})


@dataclass(eq=False)
class Client:
    """A connection that looks at a room; `changed` wakes the one who writes to it."""

    chair: int | None
    changed: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(eq=False)
class LiveRoom:
    """A room in memory."""

    room: Room
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    clients: set[Client] = field(default_factory=set)
    thinking: asyncio.Task[None] | None = None
    asking: set[int] = field(default_factory=set)
    """Chairs that wait for a hint."""
    stand_ins: set[int] = field(default_factory=set)
    """Chairs of people who are away and for whom a bot plays; they end with the process, and with coming back."""
    left: dict[int, float] = field(default_factory=dict)
    """When a person was last here, by chair."""
    begun: float = field(default_factory=time.monotonic)
    looked_at: float = field(default_factory=time.monotonic)

    def away(self, chair: int) -> float:
        """For how many seconds nobody has looked from a chair."""
        here = any(client.chair == chair for client in self.clients)
        return 0.0 if here else time.monotonic() - self.left.get(chair, self.begun)

    @property
    def bot_is_to_move(self) -> bool:
        """Whether the turn is a bot's, or that of a person for whom one plays."""
        room = self.room
        if room.waiting or room.over:
            return False
        chair = room.chair_at(room.state.turn)
        return room.chairs[chair].kind == BOT or chair in self.stand_ins

    def table(self, chair: int | None) -> dict[str, Any]:
        """What a chair or a spectator sees."""
        connected = frozenset(client.chair for client in self.clients if client.chair is not None)
        return table_for(self.room, chair, connected, frozenset(self.stand_ins))

    def show(self) -> None:
        """Something has changed: let everybody see."""
        for client in self.clients:
            client.changed.set()


class Hub:
    """All rooms of a server."""

    def __init__(self, store: Store, bots: Bots, settings: Settings) -> None:
        self._store, self._bots, self._settings = store, bots, settings
        self._rooms: dict[str, LiveRoom] = {}
        self._loading: dict[str, asyncio.Future[LiveRoom]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def rooms_in_memory(self) -> int:
        """How many rooms are in memory."""
        return len(self._rooms)

    async def create(self, game_name: str, chairs: Sequence[Chair], seed: int | None = None) -> tuple[str, str]:
        """A new room with one person in it. Returns the room's id and the token of that person's chair."""
        game = await asyncio.to_thread(ready_game, game_name)
        token = secrets.token_urlsafe(24)
        secret = secrets.token_bytes(32) if seed is None else hashlib.sha256(f"seed {seed}".encode()).digest()
        sitting = [Chair(PERSON, chair.name, key=digest(token)) if chair.kind == PERSON else chair for chair in chairs]
        opened = any(chair.kind == OPEN for chair in sitting)
        room = Room(secrets.token_urlsafe(12), game, secret, sitting, secrets.token_urlsafe(12) if opened else None)
        await self._store.add_room(
            {"id": room.id, "game": game.name, "secret": secret.hex(), "invite": room.invite, "created": time.time()},
            [{"room": room.id, "chair": number, **vars(chair)} for number, chair in enumerate(sitting)],
        )
        live = self._rooms[room.id] = LiveRoom(room)
        self._let_bots_move(live)
        return room.id, token

    async def join(self, room_id: str, invite: str, name: str, wish: str | None = None) -> tuple[int, str]:
        """Take an open chair; returns it and its token. The same `wish` again gets the same chair and token again."""
        return await self._whole(self._join(await self.find(room_id), invite, name, wish))

    async def _join(self, live: LiveRoom, invite: str, name: str, wish: str | None) -> tuple[int, str]:
        async with live.lock:
            room = live.room
            if room.invite is None or not hmac.compare_digest(digest(room.invite), digest(invite)):
                raise RefusedError("bad_invite", "this invitation does not open a chair in this room; ask for its link")
            # An answer may be lost on its way: the token follows from the wish, so that asking again finds the chair.
            token = secrets.token_urlsafe(24) if wish is None else keyed(room.secret, f"join {wish}")
            taken = [number for number, chair in enumerate(room.chairs) if chair.key == digest(token)]
            if taken:
                return taken[0], token
            free = next((number for number, chair in enumerate(room.chairs) if chair.kind == OPEN), None)
            if free is None:
                raise RefusedError("full", "every chair of this room is taken; you may watch")
            await self._take(live, free, Chair(PERSON, name, key=digest(token)))
            live.left[free] = time.monotonic()  # on the way in, and not yet away
        live.show()
        self._let_bots_move(live)
        return free, token

    async def seat_bot(self, live: LiveRoom, asking: int | None, chair: int) -> None:
        """Let a bot take an open chair, or play for a person who is away until that person comes back."""
        await self._whole(self._seat_bot(live, asking, chair))

    async def _seat_bot(self, live: LiveRoom, asking: int | None, chair: int) -> None:
        async with live.lock:
            room = live.room
            if asking is None:
                raise RefusedError("spectator", "you are watching; join a room to play")
            if chair == asking or chair >= room.seats:
                raise RefusedError("bad_message", f"chair must be another one of 0 to {room.seats - 1}")
            sitting = room.chairs[chair]
            if sitting.kind == OPEN:
                level, agent = strongest(room.game.name)
                await self._take(live, chair, Chair(BOT, level=level, agent=agent))
            elif sitting.kind == PERSON:
                wait = self._settings.away_seconds
                if live.away(chair) < wait:
                    raise RefusedError(
                        "not_away", f"{sitting.name} is here, or has left less than {wait:.0f} seconds ago; wait"
                    )
                if chair in live.stand_ins:
                    return
                live.stand_ins.add(chair)
            else:
                return
        live.show()
        self._let_bots_move(live)

    async def _take(self, live: LiveRoom, chair: int, sitting: Chair) -> None:
        if not await self._store.take_chair(live.room.id, chair, vars(sitting)):
            await self._reload(live)
            raise RefusedError("full", "another server gave this chair away; look again")
        live.room.chairs[chair] = sitting

    async def find(self, room_id: str) -> LiveRoom:
        """A room, from memory or from the store."""
        if room_id not in self._rooms:
            if room_id not in self._loading:
                # It goes on even if the first who asked goes away, and those who come meanwhile wait for the same.
                self._loading[room_id] = asyncio.ensure_future(self._load(room_id))
                self._loading[room_id].add_done_callback(lambda done: self._loaded(room_id, done))
            await asyncio.shield(self._loading[room_id])
        live = self._rooms[room_id]
        live.looked_at = time.monotonic()
        return live

    def _loaded(self, room_id: str, done: asyncio.Future[LiveRoom]) -> None:
        self._loading.pop(room_id, None)
        if not done.cancelled():
            done.exception()  # looked at here, since nobody may be waiting any more

    async def _load(self, room_id: str) -> LiveRoom:
        stored = await self._store.load(room_id)
        if stored is None:
            raise RefusedError("no_room", "there is no such room; it may have been mistyped")
        live = self._rooms[room_id] = LiveRoom(await asyncio.to_thread(restored, stored))
        self._let_bots_move(live)
        return live

    def enter(self, live: LiveRoom, token: str | None) -> Client:
        """Connect a client to a room: with a token to its chair, without to watch."""
        chair = None
        if token is not None:
            key = digest(token)
            keys = [sitting.key for sitting in live.room.chairs]
            chair = next((at for at, own in enumerate(keys) if own and hmac.compare_digest(own, key)), None)
            if chair is None:
                raise RefusedError("bad_token", "this token opens no chair in this room; join by its invitation")
        client = Client(chair)
        if len(live.clients) >= self._settings.limits.sockets_per_room:
            raise RefusedError("too_many", "too many people look at this room; try again later")
        came = chair is not None and all(other.chair != chair for other in live.clients)
        live.clients.add(client)
        if came:
            assert chair is not None
            live.stand_ins.discard(chair)
            live.show()
        return client

    def leave(self, live: LiveRoom, client: Client) -> None:
        """Disconnect a client; its chair stays its own."""
        live.clients.discard(client)
        live.looked_at = time.monotonic()
        if client.chair is not None and all(other.chair != client.chair for other in live.clients):
            live.left[client.chair] = live.looked_at
            live.show()

    async def move(self, live: LiveRoom, chair: int | None, game: int, index: int, move: str) -> None:
        """A person's move; `AlreadyDone` for the same move at the same place again, which changes nothing."""
        # In a task of its own: a client who hangs up must not stop an action between the store and the room.
        await self._whole(self._move(live, chair, game, index, move))

    async def _move(self, live: LiveRoom, chair: int | None, game: int, index: int, move: str) -> None:
        async with live.lock:
            room = live.room
            if chair is None:
                raise RefusedError("spectator", "you are watching; join a room to play")
            await self._check_place(room, chair, game, index, move)
            refusal = room.refusal(room.seat_of(chair), move)
            if refusal is not None:
                raise RefusedError(refusal.code, refusal.message, refusal.detail)
            await self._act(live, room.written(move), None)
        self._let_bots_move(live)

    async def _check_place(self, room: Room, chair: int, game: int, index: int, move: str) -> None:
        if (game, index) == (room.number, room.index):
            return
        # An acknowledgement may have been lost on its way: who repeats himself is told again that it is done.
        if game <= room.number:
            done = await self._store.find_action(room.id, game, index)
            if done is not None and done["seat"] == (chair - game) % room.seats and same_cards(done["move"], move):
                raise AlreadyDone
        raise RefusedError(
            "late", f"the table is at action {room.index} of game {room.number}, not at {index} of game {game}"
        )

    async def next_game(self, live: LiveRoom, chair: int | None, game: int) -> None:
        """Deal the next game; the first person who asks starts it, `AlreadyDone` tells the others."""
        await self._whole(self._next_game(live, chair, game))

    async def _next_game(self, live: LiveRoom, chair: int | None, game: int) -> None:
        async with live.lock:
            room = live.room
            if chair is None:
                raise RefusedError("spectator", "you are watching; join a room to play")
            if game == room.number and game > 0:
                raise AlreadyDone
            if not room.over or game != room.number + 1:
                raise RefusedError("not_over", f"game {room.number} is not over; the next one comes after it")
            await self._keep(live, game, DEALT, room.seat_of(chair), "next", None)
            room.next_game()
        live.show()
        self._let_bots_move(live)

    async def hint(self, live: LiveRoom, chair: int | None, game: int, index: int) -> dict[str, Any]:
        """What the game's best player would do on a person's turn, from what that person sees."""
        room = live.room
        if chair is None:
            raise RefusedError("spectator", "you are watching; hints are for those who play")
        if (game, index) != (room.number, room.index):
            raise RefusedError("late", f"the table is at action {room.index} of game {room.number}")
        if room.waiting or room.over or room.state.turn != room.seat_of(chair):
            raise RefusedError("not_your_turn", "there is a hint for the one who is to move")
        if chair in live.asking:
            raise RefusedError("busy", "one hint at a time")
        # Put before anybody is asked: while one thinks, the turn may pass to another seat.
        questions = [(agent, room.question(agent)) for agent in (adviser(room.game.name), STAND_IN)]
        live.asking.add(chair)
        try:
            for agent, question in questions:
                with contextlib.suppress(BotError, ValueError):
                    answer = await self._bots.run("hint", question, self._settings.bot_seconds)
                    return {"moves": answer["moves"], "agent": agent}
        finally:
            live.asking.discard(chair)
        raise RefusedError("busy", "nobody has a hint at the moment; try again")

    async def records(self, room_id: str, first: int = 0, most: int = 100) -> list[dict[str, Any]]:
        """Finished games of a room as records, from a number on; a running one's cards are nobody's business."""
        stored = await self._store.load(room_id, first, most)
        if stored is None:
            raise RefusedError("no_room", "there is no such room; it may have been mistyped")
        return await asyncio.to_thread(finished_records, stored)

    def forget_idle_rooms(self) -> None:
        """Drop from memory the rooms that nobody looks at; they come back from the store."""
        now = time.monotonic()
        for room_id, live in list(self._rooms.items()):
            idle = not live.clients and not live.lock.locked() and live.thinking is None
            if idle and now - live.looked_at > self._settings.idle_seconds:
                del self._rooms[room_id]

    async def close(self) -> None:
        """Let nobody think any more."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _whole(self, action: Coroutine[Any, Any, Answer]) -> Answer:
        """Run an action to its end, whatever becomes of the one who asked for it."""
        task = asyncio.create_task(action)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def _act(self, live: LiveRoom, move: str, note: str | None) -> None:
        room = live.room
        await self._keep(live, room.number, room.index, room.state.turn, move, note)
        room.play(move, note)
        live.show()

    async def _keep(self, live: LiveRoom, game: int, number: int, seat: int, move: str, note: str | None) -> None:
        """Store an action, or find out that another server on the same database was quicker."""
        room_id = live.room.id
        try:
            await self._store.add_action(room_id, game, number, seat=seat, move=move, note=note)
        except IntegrityError:
            await self._reload(live)
            raise RefusedError("late", "the table has moved on; look again") from None

    async def _reload(self, live: LiveRoom) -> None:
        """Take a room from the store again: what is stored is what happened."""
        stored = await self._store.load(live.room.id)
        assert stored is not None
        live.room = await asyncio.to_thread(restored, stored)
        live.show()

    def _let_bots_move(self, live: LiveRoom) -> None:
        if live.thinking is not None or not live.bot_is_to_move:
            return
        live.thinking = asyncio.create_task(self._think(live))
        self._tasks.add(live.thinking)
        live.thinking.add_done_callback(self._tasks.discard)

    async def _think(self, live: LiveRoom) -> None:
        try:
            while live.bot_is_to_move:
                room = live.room
                place = (room.number, room.index)
                pause = asyncio.create_task(asyncio.sleep(self._settings.bot_pause))
                move, note = await self._bots_move(room)
                await pause
                async with live.lock:
                    # A person may have come back while another thought for him.
                    if live.room is room and (room.number, room.index) == place and live.bot_is_to_move:
                        with contextlib.suppress(RefusedError):
                            await self._act(live, move, note)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("a bot's move in room %s could not be made", live.room.id)
            # The store may be away for a moment; the table must not stand still for ever.
            await asyncio.sleep(1.0)
        finally:
            live.thinking = None
        self._let_bots_move(live)

    async def _bots_move(self, room: Room) -> tuple[str, str | None]:
        """A legal move for the bot to move, and who made it where that was not the one on the chair."""
        agent = room.player_at(room.state.turn).agent
        for mover in (agent or STAND_IN, STAND_IN):
            try:
                answer = await self._bots.run("choose", room.question(mover), self._settings.bot_seconds)
                move = str(answer["move"])
                refusal = room.refusal(room.state.turn, move)
                if refusal is None:
                    return room.written(move), None if mover == agent else mover
                log.warning("%s in room %s played %s: %s", mover, room.id, move, refusal.message)
            except (BotError, ValueError) as error:
                log.warning("%s in room %s failed: %s", mover, room.id, error)
        return room.state.moves()[0], "the first legal move"


class AlreadyDone(Exception):  # noqa: N818 - no error: what was asked for has happened before
    """The action was taken before; it is acknowledged again."""


def digest(token: str) -> str:
    """What is stored of a token: who reads the database cannot sit down with it."""
    # Half a surrogate pair is no text, but somebody may send it.
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


def keyed(secret: bytes, text: str) -> str:
    """A token that follows from a secret and a text."""
    return base64.urlsafe_b64encode(hmac.digest(secret, text.encode(errors="surrogatepass"), "sha256")[:24]).decode()


def same_cards(one: str, other: str) -> bool:
    """Whether two texts are the same move in any order of cards."""
    if " " in one:
        return sorted(one.split()) == sorted(other.split())
    return one == other or (len(one) > 2 and sorted(one) == sorted(other))


def ready_game(name: str) -> Game:
    """A game with all its tables made; the first time they take a second."""
    game = find_game(name)
    assert game.core is not None
    return game


def restored(stored: StoredRoom) -> Room:
    """A room as its actions left it."""
    row = stored.room
    chairs = [Chair(**{name: chair[name] for name in Chair.__dataclass_fields__}) for chair in stored.chairs]
    room = Room(row["id"], find_game(row["game"]), bytes.fromhex(row["secret"]), chairs, row["invite"])
    for action in stored.actions:
        if action["number"] == DEALT:
            room.next_game()
        else:
            room.play(action["move"], action["note"])
    return room


def finished_records(stored: StoredRoom) -> list[dict[str, Any]]:
    """The records of a room's finished games, agents and people by name, seat by seat."""
    records: list[dict[str, Any]] = []
    room = restored(StoredRoom(stored.room, stored.chairs, []))
    for number, made in itertools.groupby(stored.actions, key=lambda action: action["game"]):
        room = replace(room, number=number, index=0, redeals=0)
        for action in made:
            if action["number"] != DEALT:
                room.play(action["move"], action["note"])
        if room.over:
            records.append(json.loads(record_of(room).to_line()))
    return records


def record_of(room: Room) -> Record:
    """The record of a room's finished game; `stand_ins` in its notes are the places of moves that others made."""
    players = [room.player_at(seat) for seat in range(room.seats)]
    agents = [player.agent or f"person {player.name}" for player in players]
    replaced = [str(place) for place, played in enumerate(room.history) if played.note is not None]
    info = {"stand_ins": " ".join(replaced)} if replaced else {}
    return Record.of(room.game, room.state, seed=room.deal_seed, agents=agents, info=info)
