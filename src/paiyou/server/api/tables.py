"""Several tables at once for the lobby, and finished games played again from one of their moves."""

from __future__ import annotations

import asyncio
import math
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import JSONResponse
from sqlalchemy import Connection, select

from paiyou.server.api.rooms import refusals_over_http
from paiyou.server.api.schemas.rooms import RoomCreated
from paiyou.server.api.schemas.tables import Again, BriefTable, Tables, TablesWanted
from paiyou.server.http.errors import ApiError, error_responses
from paiyou.server.http.limits import client_address
from paiyou.server.rooms.hub import Hub
from paiyou.server.rooms.play_again import finished_position
from paiyou.server.rooms.refusals import RefusedError
from paiyou.server.rooms.store import Store
from paiyou.server.rooms.tables import ends
from paiyou.server.sizes import MOST_INDEX

AT_ONCE = 8
"""Rooms that are loaded from the store concurrently."""


def tables_router(store: Store) -> APIRouter:
    """The routes."""
    router = APIRouter(prefix="/api", tags=["rooms"])

    @router.post("/tables", response_model=Tables, responses=error_responses(), summary="Several rooms in brief")
    async def look_at_tables(request: Request, wanted: TablesWanted) -> JSONResponse:
        """Rooms as a spectator sees them, in brief, with when their games ended."""
        rooms, few = list(dict.fromkeys(wanted.rooms)), asyncio.Semaphore(AT_ONCE)

        async def look(room: str) -> dict[str, Any]:
            async with few:
                try:
                    table = (await request.app.state.hub.find(room)).table(None)
                except RefusedError as error:
                    return {"room": room, "trouble": error.refusal.code}
            return {name: table.get(name) for name in BriefTable.model_fields}

        tables = await asyncio.gather(*map(look, rooms))
        ended = await store.read(lambda connection: _ends(connection, [one for one in rooms if one.isascii()]))
        for table in tables:
            if "trouble" not in table:
                table["ended"] = ended.get((table["room"], table["game"]))
        return JSONResponse({"tables": tables})

    @router.post(
        "/rooms/{room}/games/{number}/again", status_code=201, responses=error_responses(404, 409, 429),
        summary="A finished game, played again",
    )  # fmt: skip
    async def play_again(
        request: Request, room: str, number: Annotated[int, Path(ge=0, le=MOST_INDEX)], wanted: Again
    ) -> RoomCreated:
        """A new room that begins with a finished game before one of its moves: you on one seat, bots on the others."""
        state = request.app.state
        client = client_address(request.scope, state.settings.limits)
        wait = state.room_quota.take(client)
        if wait:
            raise ApiError(
                429, "you have opened many rooms: wait before the next", code="too_many_rooms",
                headers={"Retry-After": str(math.ceil(wait))},
            )  # fmt: skip
        with refusals_over_http(f"game {number} in room {room} again"):
            stored = await store.load(room, number, 1)
            if stored is None:
                raise RefusedError("no_room", "there is no such room; it may have been mistyped")
            opening, chairs = await asyncio.to_thread(
                finished_position, stored, number, wanted.move, wanted.seat, wanted.name
            )
            hub: Hub = state.hub
            made, token = await hub.create(opening.game, chairs, address=client, opening=opening)
        return RoomCreated(room=made, chair=wanted.seat, token=token, invite=None)

    return router


def _ends(connection: Connection, rooms: list[str]) -> dict[tuple[str, int], float]:
    query = select(ends.c.room, ends.c.game, ends.c.ended).where(ends.c.room.in_(rooms))
    return {(room, game): ended for room, game, ended in connection.execute(query)}
