"""Errors over HTTP: always `{"code": ..., "message": one sentence}`, never a traceback.

Whatever is raised comes here: our own `ApiError`, a `ValueError` (bad input by the contract: 422), a body that does not
fit its schema, Starlette's 404 and 405, and unexpected exceptions, which are logged and answered with 500 without any
details.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import OperationalError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from paiyou.options import shown
from paiyou.server.api.schemas.errors import ErrorBody
from paiyou.server.api.schemas.fields import TAGS

log = logging.getLogger("paiyou.server")

MOST_MESSAGE = 500
"""Characters of a message; what a user sent may be quoted in it."""

CODES = {
    400: "bad_request",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    409: "conflict",
    413: "too_large",
    422: "invalid",
    429: "too_fast",
    500: "internal",
    503: "busy",
}
"""The usual code of a status."""

BUSY = "the server could not finish this in time: ask again later, or for less"
INTERNAL = "something went wrong on the server; it has been written down there"


def error_responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """What a route's documentation says about errors: those that any request may meet, and the route's own."""
    meanings = {
        400: "The body is no JSON, or the host is not this server",
        403: "Not allowed: a wrong invitation, or a page of another site asks",
        404: "There is no such thing",
        409: "It does not fit the state things are in",
        413: "The body is too large",
        422: "The body does not fit the schema or the rules; the message says what is wrong",
        429: "Too many requests; Retry-After says how many seconds to wait",
        503: "The work took too long or too much is going on; ask again later",
    }
    always = (400, 403, 413, 422, 429)
    return {status: {"model": ErrorBody, "description": meanings[status]} for status in sorted({*always, *statuses})}


class ApiError(HTTPException):
    """An error for the client: status, code, one sentence, and details for a page that has its own words."""

    def __init__(
        self,
        status: int,
        message: str,
        *,
        code: str | None = None,
        detail: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(status, message, None if headers is None else dict(headers))
        self.code = code or CODES.get(status, "error")
        self.more = dict(detail) if detail else None


def error_response(
    status: int,
    message: str,
    *,
    code: str | None = None,
    detail: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """An error as a response."""
    said: dict[str, Any] = {"code": code or CODES.get(status, "error"), "message": _one_line(message)}
    if detail:
        said["detail"] = dict(detail)
    # Escaped to ASCII: a lone surrogate that a client sent and a message quotes could not be encoded as UTF-8.
    return Response(json.dumps(said), status, headers, media_type="application/json")


def install_error_handlers(app: FastAPI) -> None:
    """Let an application answer every error this way. Middleware added later is around it, and sees those answers."""
    app.add_exception_handler(RequestValidationError, _of_schema)
    app.add_exception_handler(HTTPException, _over_http(_of_http))
    app.add_exception_handler(ValueError, _over_http(_of_value))
    app.add_exception_handler(TimeoutError, _over_http(_of_time))
    app.add_exception_handler(OperationalError, _over_http(_of_store))
    app.add_middleware(UnexpectedErrorMiddleware)


Handler = Callable[[Request, Exception], Awaitable[Response]]


def _over_http(handler: Handler) -> Handler:
    """Starlette asks handlers about WebSockets, too, and drops their answers: there an error is raised on."""

    async def handle(request: Request, error: Exception) -> Response:
        if request.scope["type"] != "http":
            raise error
        return await handler(request, error)

    return handle


class UnexpectedErrorMiddleware:
    """Middleware that logs unexpected exceptions and answers with a plain 500."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request; 500 where that raises."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = False

        async def note(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, note)
        except Exception:
            log.exception("%s %s failed", scope["method"], shown(scope["path"]))
            if begun:
                raise  # half a response is out: all that is left is to break the connection
            await error_response(500, INTERNAL)(scope, receive, send)


async def _of_schema(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return error_response(422, first_problem(error.errors()))


async def _of_http(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code, detail = (error.code, error.more) if isinstance(error, ApiError) else (None, None)
    message = _SAID.get(error.detail, error.detail) if isinstance(error.detail, str) else ""
    message = message or HTTPStatus(error.status_code).phrase
    return error_response(error.status_code, message, code=code, detail=detail, headers=error.headers)


_SAID = {
    "Not Found": "there is nothing at this address; /api/docs lists what there is",
    "Method Not Allowed": "this address does not take this method; /api/docs lists what there is",
    "There was an error parsing the body": "the body must be a JSON object in UTF-8",
}
"""Messages of Starlette and FastAPI in our words."""


async def _of_value(request: Request, error: Exception) -> Response:
    if type(error) is not ValueError:  # a subclass, such as UnicodeDecodeError, is a bug of ours
        log.error("%s %s failed", request.method, shown(request.url.path), exc_info=error)
        return error_response(500, INTERNAL)
    return error_response(422, str(error))


async def _of_time(_: Request, error: Exception) -> Response:
    return error_response(503, str(error) or BUSY, headers={"Retry-After": "5"})


async def _of_store(request: Request, error: Exception) -> Response:
    """The disk is full, or the database locked or unreachable: neither our bug nor the client's mistake."""
    log.error("%s %s could not be stored: %s", request.method, shown(request.url.path), error)
    return error_response(503, "that could not be stored; try again later", headers={"Retry-After": "5"})


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= MOST_MESSAGE else line[: MOST_MESSAGE - 3] + "..."


def first_problem(problems: Sequence[Any]) -> str:
    """The first of the problems pydantic found, as a sentence."""
    problem: Mapping[str, Any] = problems[0]
    kind, place = problem["type"], _place(problem["loc"])
    context: Mapping[str, Any] = problem.get("ctx") or {}
    if kind == "json_invalid":
        return "the body must be a JSON object in UTF-8"
    if kind == "missing":
        return f"{place} is missing"
    if kind == "extra_forbidden":
        return f"there is no field {place} here; leave it out"
    if kind in ("model_attributes_type", "model_type", "dict_type"):
        return f"{place} must be a JSON object, sent as application/json"
    if kind == "value_error":
        return str(context.get("error", problem["msg"]))
    words = _WANTED.get(kind)
    wanted = words.format(**context) if words else problem["msg"].replace("Input should be ", "", 1)
    return f"{place} must be {wanted}"


_WANTED = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing_size": "a whole number of at most 64 bits",
    "string_type": "a string",
    "string_too_short": "a string of at least {min_length} characters",
    "string_too_long": "a string of at most {max_length} characters",
    "string_unicode": "a string in Unicode, without half a surrogate pair",
    "string_pattern_mismatch": "a string like {pattern}",
    "list_type": "a list",
    "tuple_type": "a list",
    "too_short": "a list of at least {min_length} items",
    "too_long": "a list of at most {max_length} items",
    "greater_than_equal": "at least {ge}",
    "less_than_equal": "at most {le}",
    "literal_error": "{expected}",
    "bool_type": "true or false",
}
"""What would be right, by pydantic's kind of problem."""


def _place(where: Sequence[int | str]) -> str:
    """A place in a body as one writes it: `history[3][1]`."""
    inside = where[1:] if where and where[0] in ("body", "path", "query", "header") else where
    parts = [part for part in inside if part not in TAGS]
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in parts).lstrip(".")
    if not text:
        return "the body"
    # A field that is not ours may be named anything.
    return text if len(text) <= 60 and text.isascii() and text.isprintable() else shown(text)
