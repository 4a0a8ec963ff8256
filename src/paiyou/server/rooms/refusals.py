"""Why a move is refused, as a code that the page puts into words and a sentence for programs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.game import Game
from paiyou.games.protocol import State


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
    """Why the seat to move may not make a move; None where it may. The engine decides, this only names its reason."""
    try:
        state.copy().play(move)
    except ValueError as error:
        climbing = isinstance(game.spec, ClimbingSpec)
        code, detail = _climbing_reason(game, state, move) if climbing else _trick_reason(state, move)
        return Refusal(code, str(error), detail)
    return None


def _climbing_reason(game: Game, state: State, move: str) -> tuple[str, dict[str, str]]:
    spec = game.spec
    assert isinstance(spec, ClimbingSpec)
    view = state.view(state.turn)
    if not (set(view.moves()) & _actions(game)):
        return "not_allowed", {}  # the auction is on
    if move == "pass":
        return ("must_lead" if state.last is None else "must_beat"), {}
    ordered = "".join(sorted(move, key=spec.symbols.find)) if set(move) <= set(spec.symbols) else ""
    if not ordered:
        return "not_allowed", {}
    if Counter(ordered) - Counter(str(view.hand)):
        return "not_in_hand", {}
    if ordered not in _actions(game):
        return "not_a_combo", {}
    if bool(spec.table.last_only[spec.actions.index(ordered)]) and len(ordered) < len(view.hand):
        return "last_cards_only", {}
    return "does_not_beat", {}


def _trick_reason(state: State, move: str) -> tuple[str, dict[str, str]]:
    view = state.view(state.turn)
    legal = view.moves()
    if move.startswith("expose") or legal[0].startswith("expose"):
        return "not_allowed", {}
    if move not in view.hand:
        return "not_in_hand", {}
    if state.last is None:
        return ("must_lead_card", {"card": legal[0]}) if len(legal) == 1 else ("exposed_waits", {})
    led = state.last[1][0]
    if move[0] != led:
        return "follow_suit", {"suit": led}
    return "exposed_waits", {}


@lru_cache(maxsize=16)
def _actions(game: Game) -> frozenset[str]:
    return frozenset(game.actions)
