"""Why a move is refused, as a code that the page puts into words and a sentence for programs."""

from __future__ import annotations

from dataclasses import dataclass, field

from paiyou.games.game import Game
from paiyou.games.protocol import State
from paiyou.server.families.display import display_of


@dataclass(frozen=True)
class Refusal:
    """A code, a sentence, and what the page needs to say it in its own words."""

    code: str
    message: str
    detail: dict[str, str] = field(default_factory=dict)


class RefusedError(Exception):
    """A client asked for what cannot be; `refusal` says why."""

    def __init__(self, code: str, message: str, detail: dict[str, str] | None = None) -> None:
        super().__init__(message)
        self.refusal = Refusal(code, message, detail or {})


class AlreadyDone(Exception):  # noqa: N818 - no error: what was asked for has happened before
    """The action was taken before; it is acknowledged again."""


def why_refused(game: Game, state: State, move: str) -> Refusal | None:
    """Why the seat to move may not make a move; None where it may. The engine decides, the family names its reason."""
    try:
        state.copy().play(move)
    except ValueError as error:
        code, detail = display_of(game).reason(game, state, move)
        return Refusal(code, str(error), detail)
    return None
