"""Why a move is refused, as a code that the page puts into words and a sentence for programs."""

from __future__ import annotations

from dataclasses import dataclass, field

from paiyou.games.protocol import State


@dataclass(frozen=True)
class Refusal:
    """A code, a sentence, and the details for a page that has its own words."""

    code: str
    message: str
    detail: dict[str, str] = field(default_factory=dict)


class RefusedError(Exception):
    """A client's request is refused; `refusal` says why."""

    def __init__(self, code: str, message: str, detail: dict[str, str] | None = None) -> None:
        super().__init__(message)
        self.refusal = Refusal(code, message, detail or {})


class AlreadyDone(Exception):  # noqa: N818 - no error: what was asked for has happened before
    """The action was taken before; it is acknowledged again."""


def why_refused(state: State, move: str) -> Refusal | None:
    """Why the seat to move may not make a move, as the engine says; None where it may.

    An engine that names no reasons (`state.refusal`) still says in one sentence what is wrong.
    """
    asked = getattr(state, "refusal", None)
    if asked is not None:
        reason = asked(move)
        return None if reason is None else Refusal(*reason)
    try:
        state.copy().play(move)
    except ValueError as error:
        return Refusal("not_allowed", str(error))
    return None
