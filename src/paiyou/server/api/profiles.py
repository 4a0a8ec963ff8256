"""A person's record over HTTP. No account: whoever has the key has the record, and it comes in a header."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request
from fastapi.responses import JSONResponse

from paiyou.server.api.posed_puzzles import PosedPuzzles
from paiyou.server.api.question_queue import QuestionQueue
from paiyou.server.api.rooms import refusals_over_http
from paiyou.server.api.schemas.profiles import (
    Export,
    GameLine,
    Import,
    Imported,
    Profile,
    ProfileOpened,
    PuzzleLine,
    PuzzleRated,
    PuzzleTried,
)
from paiyou.server.http.errors import error_responses
from paiyou.server.profiles.entries import GameEntry, PuzzleEntry, ReviewEntry
from paiyou.server.profiles.profile_store import ProfileStore
from paiyou.server.profiles.summary import summary_of
from paiyou.server.sizes import LONGEST_TOKEN

Key = Annotated[
    str, Header(alias="Profile-Key", min_length=1, max_length=LONGEST_TOKEN, description="The key of a record.")
]


def profiles_router(questions: QuestionQueue, posed: PosedPuzzles) -> APIRouter:
    """The routes."""
    router = APIRouter(prefix="/api", tags=["Records of people"])

    @router.post("/profiles", status_code=201, responses=error_responses(429), summary="Begin a record")
    async def open_profile(request: Request) -> ProfileOpened:
        """A new record with its key, of which the server keeps a digest only."""
        return ProfileOpened(key=await profiles_of(request).open())

    @router.get("/profile", response_model=Profile, responses=error_responses(404, 503), summary="A record in numbers")
    async def read_profile(request: Request, key: Key) -> JSONResponse:
        """Games, ratings, luck, accuracy and puzzles of whoever has the key."""
        profiles = profiles_of(request)
        with refusals_over_http("a record"):
            profile = await profiles.find(key)
            async with questions.place(request) as client:
                left = await profiles.record_games(profile, client=client)
            summary = summary_of(await profiles.games(profile), await profiles.puzzles(profile), left=left)
        return JSONResponse(summary)

    @router.post(
        "/profile/puzzles", response_model=PuzzleRated, responses=error_responses(404, 503), summary="A puzzle"
    )
    async def keep_puzzle(request: Request, key: Key, tried: PuzzleTried) -> JSONResponse:
        """Write down the first try at a puzzle, which is rated like a game against it; later ones change nothing."""
        profiles = profiles_of(request)
        with refusals_over_http("a puzzle's record"):
            profile = await profiles.find(key)
            position = await posed.play(request, tried.puzzle, tried.moves)
            over = position.get("turn", 0) is None
            solved = not tried.helped and over and position["winner"] == 0
            entry = await profiles.keep_puzzle(profile, tried.puzzle, position["difficulty"], solved=solved)
        return JSONResponse({name: getattr(entry, name) for name in PuzzleRated.model_fields})

    @router.get("/profile/export", response_model=Export, responses=error_responses(404), summary="A record, exported")
    async def export_profile(request: Request, key: Key) -> JSONResponse:
        """All lines of a record, to be imported elsewhere."""
        profiles = profiles_of(request)
        with refusals_over_http("an export"):
            profile = await profiles.find(key)
        games = [
            {**_place(row, "room", "game"), **asdict(entry), "review": None if review is None else asdict(review)}
            for row, entry, review in await profiles.games(profile)
        ]
        puzzles = [{**_place(row, "puzzle"), **asdict(entry)} for row, entry in await profiles.puzzles(profile)]
        return JSONResponse({"games": games, "puzzles": puzzles})

    @router.post("/profile/import", responses=error_responses(404, 413), summary="A record, imported")
    async def import_profile(request: Request, key: Key, lines: Import) -> Imported:
        """Lines of a record from another server; what is there already stays. They say nothing to other people."""
        profiles = profiles_of(request)
        with refusals_over_http("an import"):
            profile = await profiles.find(key)
            games = [(_place_of(line, "room", "game"), _game(line), _review(line)) for line in lines.games]
            puzzles = [(_place_of(line, "puzzle"), _puzzle(line)) for line in lines.puzzles]
            return Imported(new=await profiles.import_lines(profile, games, puzzles))

    return router


def profiles_of(request: Request) -> ProfileStore:
    """The records of this server."""
    profiles: ProfileStore = request.app.state.hub.profiles
    return profiles


def _place(row: Any, *names: str) -> dict[str, Any]:
    return {name: row[name] for name in (*names, "ended")}


def _place_of(line: GameLine | PuzzleLine, *names: str) -> dict[str, Any]:
    return {name: getattr(line, name) for name in (*names, "ended")}


def _game(line: GameLine) -> GameEntry:
    return GameEntry(**line.model_dump(exclude={"room", "game", "ended", "review"}))


def _puzzle(line: PuzzleLine) -> PuzzleEntry:
    return PuzzleEntry(**line.model_dump(exclude={"puzzle", "ended"}))


def _review(line: GameLine) -> ReviewEntry | None:
    return None if line.review is None else ReviewEntry(**line.review.model_dump())
