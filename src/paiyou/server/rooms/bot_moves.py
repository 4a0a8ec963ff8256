"""Bots' moves: they move as long as it is their turn, and a stand-in moves for one that fails."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Iterator

from paiyou.games.info import GameInfo
from paiyou.server.bots.choosing import answers_instantly, choose_move
from paiyou.server.bots.levels import stand_in
from paiyou.server.bots.pool import BotError, Bots
from paiyou.server.rooms.background import Background
from paiyou.server.rooms.journal import Journal
from paiyou.server.rooms.live_room import LiveRoom
from paiyou.server.rooms.refusals import AlreadyDone, RefusedError
from paiyou.server.rooms.room import Room
from paiyou.server.settings import Settings

log = logging.getLogger("paiyou.server")


class BotMoves:
    """Runs the bots of all rooms."""

    def __init__(self, bots: Bots, settings: Settings, journal: Journal, background: Background) -> None:
        self._bots, self._settings, self._journal, self._background = bots, settings, journal, background

    def go_on(self, live: LiveRoom) -> None:
        """Start the bots of a room where it is their turn, unless they run already."""
        if live.thinking is None and live.bot_is_to_move:
            live.thinking = self._background.start(self._think(live))

    async def _think(self, live: LiveRoom) -> None:
        try:
            while live.bot_is_to_move:
                room = live.room
                place = (room.number, room.index)
                shown = time.monotonic() + self._settings.bot_pause
                move, note = await self._choose(room, live.asker)
                await asyncio.sleep(max(0.0, shown - time.monotonic()))
                async with live.lock:
                    # A person may have come back while a bot was thinking for them.
                    if live.room is room and (room.number, room.index) == place and live.bot_is_to_move:
                        with contextlib.suppress(AlreadyDone, RefusedError):
                            await self._journal.play(live, move, note)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("a bot's move in room %s could not be made", live.room.id)
            # The store may be unavailable for a moment; the table must not stand still for ever.
            await asyncio.sleep(1.0)
        finally:
            live.thinking = None
        self.go_on(live)

    async def _choose(self, room: Room, client: str) -> tuple[str, str | None]:
        """A legal move of the bot to move, and the agent that chose it where that was a stand-in."""
        agent = room.player_at(room.state.turn).agent
        for mover in _movers(room.game.info, agent):
            try:
                move = await self._ask(room, mover, client)
                refusal = room.refusal(room.state.turn, move)
                if refusal is None:
                    return room.written(move), None if mover == agent else mover
                log.warning("%s in room %s played %s: %s", mover, room.id, move, refusal.message)
            except (BotError, ValueError) as error:
                log.warning("%s in room %s failed: %s", mover, room.id, error)
        return room.state.moves()[0], "the first legal move"

    async def _ask(self, room: Room, mover: str, client: str) -> str:
        """What a bot would play; ValueError or BotError where it fails."""
        if answers_instantly(mover, room.game, room.state):
            return choose_move(mover, room.game, room.state, room.word)
        answer = await self._bots.run("choose", room.question(mover), self._settings.bot_seconds, client=client)
        return str(answer["move"])


def _movers(game: GameInfo, agent: str | None) -> Iterator[str]:
    """The agents to ask in turn: the one on the chair, then its stand-in, looked up only when needed."""
    if agent is not None:
        yield agent
    yield stand_in(game, agent)
