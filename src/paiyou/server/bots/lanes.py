"""Which queue a question waits in, and how long its answer usually takes.

There are three lanes with workers of their own: moves of players that answer at once do not wait behind those of
searchers, and no game waits behind questions of the API.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paiyou.server.bots.levels import is_quick

QUICK, SLOW, QUESTIONS = "quick", "slow", "questions"

USUAL_SECONDS = {
    "choose": 0.005, "hint": 0.01, "make": 0.01, "moves": 0.005, "records": 0.05, "result": 0.01, "puzzle": 0.2,
    "advise": 0.5, "puzzle book": 0.3, "lesson": 0.02, "review": 0.5, "solve": 1.0, "lab_game": 0.01, "lab_look": 0.01,
    "lab_opening": 0.01, "lab_ask": 0.5, "lab_move": 0.5, "lab_belief": 0.3, "lab_solve": 1.0,
    "find puzzle": 1.0,
}  # fmt: skip
"""Estimates by the kind of a question; only their order matters, since the actual time is known afterwards."""
SLOW_SECONDS = 1.0
"""Of a searcher's move."""


def lane_of(kind: str, payload: Mapping[str, Any]) -> str:
    """The lane that a question waits in."""
    if kind not in ("choose", "hint", "make"):
        return QUESTIONS
    return QUICK if is_quick(str(payload["agent"])) else SLOW


def usual_seconds(kind: str, payload: Mapping[str, Any]) -> float:
    """An estimate of how long an answer takes."""
    return SLOW_SECONDS if kind != "make" and lane_of(kind, payload) == SLOW else USUAL_SECONDS[kind]
