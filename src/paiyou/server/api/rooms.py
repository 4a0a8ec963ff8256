"""Rooms over HTTP: open one, join one, look at one, read the records of its finished games, or a review of one."""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, aclosing, contextmanager, suppress
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse
from pydantic import BaseModel
from starlette.datastructures import State

from paiyou.games.game import Game
from paiyou.records.position import Position
from paiyou.server.api.schemas.reviews import Reviewed
from paiyou.server.api.schemas.rooms import (
    AgentChair,
    CreateRoom,
    Joined,
    JoinRoom,
    LevelChair,
    OpenChair,
    Records,
    RoomCreated,
)
from paiyou.server.api.schemas.table import Table
from paiyou.server.bots.allowed import allowed_agent, allowed_game
from paiyou.server.bots.levels import agent_of
from paiyou.server.bots.pool import BotError
from paiyou.server.http.errors import BUSY, ApiError, error_responses
from paiyou.server.http.limits import client_address
from paiyou.server.rooms.hub import Hub, ready_game
from paiyou.server.rooms.record_pages import RecordPages
from paiyou.server.rooms.refusals import RefusedError
from paiyou.server.rooms.reviews import Reviews
from paiyou.server.rooms.room import BOT, OPEN, PERSON, Chair
from paiyou.server.sizes import MOST_INDEX, MOST_RECORDS, USUAL_RECORDS

log = logging.getLogger("paiyou.server")

STATUS = {
    "no_room": 404,
    "no_game": 404,
    "bad_invite": 403,
    "full": 409,
    "not_over": 409,
    "old_rules": 409,
    "damaged": 500,
    "no_profile": 404,
}
"""How a refusal is said over HTTP."""

router = APIRouter(prefix="/api/rooms", tags=["rooms"])


@router.post("", status_code=201, responses=error_responses(422, 429))
async def open_room(wanted: CreateRoom, request: Request) -> RoomCreated:
    """Open a room: a game, and who sits on which chair. The token is the key to your chair; keep it."""
    name = allowed_game(wanted.game)
    shared = any(isinstance(chair, OpenChair) for chair in wanted.chairs)
    if wanted.seed is not None and shared:
        raise ValueError("a seed tells who knows it every hand; leave it out where other people play")
    if wanted.position is not None and (shared or wanted.seed is not None or wanted.position.game != wanted.game):
        raise ValueError("a position is of the room's own game, and goes without open chairs and without a seed")
    state = request.app.state
    client = client_address(request.scope, state.settings.limits)
    # Before anything is built: a client over its quota must cost nothing more.
    wait = state.room_quota.take(client)
    if wait:
        raise ApiError(
            429, "you have opened many rooms: wait before the next", code="too_many_rooms",
            headers={"Retry-After": str(math.ceil(wait))},
        )  # fmt: skip
    # Building a game's tables for the first time may take a second.
    game = await asyncio.to_thread(ready_game, name)
    if len(wanted.chairs) != game.seats:
        raise ValueError(f"{game.name} has {game.seats} chairs, not {len(wanted.chairs)}")
    # Who knows the seed or the position knows hands: that is no game for a record.
    known = wanted.seed is not None or wanted.position is not None
    profile = None if known else await profile_of(request, wanted.profile)
    chairs = [_chair(chair, wanted.name, game, profile, shared=shared) for chair in wanted.chairs]
    await _make_agents(state, game, chairs, client)
    hub: Hub = state.hub
    opening = None if wanted.position is None else await _opening(request, wanted.position)
    room, token = await hub.create(game.name, chairs, wanted.seed, address=client, opening=opening)
    own = next(number for number, chair in enumerate(chairs) if chair.kind == PERSON)
    return RoomCreated(room=room, chair=own, token=token, invite=(await hub.find(room)).room.invite)


async def _opening(request: Request, position: BaseModel) -> Position:
    """The position in which a room begins, with hands for those who were not given any."""
    question = {"position": position.model_dump(), "seed": secrets.randbits(62)}
    return Position.from_json(await request.app.state.questions.ask(request, "lab_opening", question))


async def profile_of(request: Request, key: str | None) -> str | None:
    """The profile that a key opens; none for a key that opens nothing: one can play without a record."""
    with suppress(RefusedError):
        return None if key is None else await request.app.state.hub.profiles.find(key)
    return None


def _chair(wanted: object, name: str, game: Game, profile: str | None, *, shared: bool) -> Chair:
    """Who is to sit on a chair; agents that see all hands do not sit with people.

    A level is what the game says: where all hands lie open it may be one that looks at them.
    """
    if isinstance(wanted, LevelChair):
        agent = agent_of(wanted.level, game.info)
        return Chair(BOT, level=wanted.level, agent=allowed_agent(agent, game.name, clairvoyant=not shared))
    if isinstance(wanted, AgentChair):
        return Chair(BOT, agent=allowed_agent(wanted.agent, game.name))
    return Chair(OPEN) if isinstance(wanted, OpenChair) else Chair(PERSON, name, profile=profile)


async def _make_agents(state: State, game: Game, chairs: Sequence[Chair], client: str) -> None:
    """Let a worker make the agents that were named, once: ValueError where options do not fit each other."""
    for agent in dict.fromkeys(chair.agent for chair in chairs if chair.agent is not None and chair.level is None):
        # Where the workers are too busy to tell, it is found at the first move, and another moves instead.
        with suppress(BotError):
            question = {"game": game.name, "agent": agent}
            await state.bots.run("make", question, state.settings.bot_seconds, client=client)


@router.post("/{room}/join", responses=error_responses(403, 404, 409, 422))
async def join_room(room: str, wanted: JoinRoom, request: Request) -> Joined:
    """Take an open chair by invitation. The token is the key to your chair; keep it."""
    try:
        profile = await profile_of(request, wanted.profile)
        chair, token = await request.app.state.hub.join(room, wanted.invite, wanted.name, wanted.id, profile=profile)
    except RefusedError as error:
        raise http_error(error) from None
    return Joined(room=room, chair=chair, token=token)


@router.get("/{room}", responses=error_responses(404), response_model=Table)
async def look_at_room(room: str, request: Request) -> JSONResponse:
    """A room as a spectator sees it."""
    try:
        live = await request.app.state.hub.find(room)
    except RefusedError as error:
        raise http_error(error) from None
    return JSONResponse(live.table(None))


@router.get("/{room}/records", responses=error_responses(404, 409, 503), response_model=Records)
async def read_records(
    room: str,
    request: Request,
    first: Annotated[int, Query(ge=0, le=MOST_INDEX, description="The number of the first game wanted.")] = 0,
    most: Annotated[int, Query(ge=1, le=MOST_RECORDS, description="How many games at most.")] = USUAL_RECORDS,
) -> Response:
    """The finished games of a room from a number on; a running one is not among them."""
    records: RecordPages = request.app.state.records
    async with AsyncExitStack() as leaving:
        client = await leaving.enter_async_context(request.app.state.questions.place(request))
        parts = await leaving.enter_async_context(aclosing(records.read(room, first, most, client=client)))
        with refusals_over_http(f"records of room {room}"):
            begun = await anext(parts)
        # The place in the queue is held until all is sent: a slow reader uses up nobody else's.
        return StreamingResponse(_listed(begun, parts, leaving.pop_all()), media_type="application/json")


async def _listed(begun: list[str], parts: AsyncIterator[list[str]], leaving: AsyncExitStack) -> AsyncIterator[str]:
    """`{"records": [...]}` from its parts."""
    async with leaving:
        yield '{"records": [' + ", ".join(begun)
        async for lines in parts:
            yield "".join(f", {line}" for line in lines)
        yield "]}"


@router.get("/{room}/games/{number}/review", responses=error_responses(404, 409, 503), response_model=Reviewed)
async def review_game(
    room: str,
    number: Annotated[int, Path(ge=0, le=MOST_INDEX, description="The number of the game, 0 for the first.")],
    request: Request,
) -> Response:
    """A finished game step by step, all hands open, with what the game's best player thinks of every decision.

    That player judges from what the seat saw. Nothing is shown of a running game.
    """
    reviews: Reviews = request.app.state.reviews
    text = reviews.kept(room, number)
    if text is None:
        with refusals_over_http(f"the review of game {number} in room {room}"):
            async with request.app.state.questions.place(request) as client:
                text = await reviews.make(room, number, client=client)
    return Response(text, media_type="application/json")


@contextmanager
def refusals_over_http(wanted: str) -> Iterator[None]:
    """Turn refusals and busy workers into HTTP errors."""
    try:
        yield
    except RefusedError as error:
        raise http_error(error) from None
    except BotError as error:
        log.warning("%s failed: %s", wanted, error)
        raise ApiError(503, BUSY, headers={"Retry-After": "5"}) from None


def http_error(error: RefusedError) -> ApiError:
    """A refusal as an error over HTTP."""
    refusal = error.refusal
    return ApiError(STATUS.get(refusal.code, 422), refusal.message, code=refusal.code, detail=refusal.detail or None)
