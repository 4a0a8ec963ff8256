"""Puzzles as they are asked for: those of the package, and others that are looked for and then remembered.

A hard one takes seconds to find, on a busy server many. Workers look for it a second at a time, so that others have
their turn and no deadline is missed; where it was not found while somebody waited, the next one who asks goes on there.
"""

from __future__ import annotations

from typing import Any

from fastapi import Request

from paiyou.puzzles.endless import is_puzzle
from paiyou.puzzles.puzzle import puzzles
from paiyou.server.api.question_queue import QuestionQueue
from paiyou.server.http.errors import BUSY, ApiError

MOST_LOOKS = 20
"""Seconds of looking that one request waits for."""
REMEMBERED = 2_000
"""Puzzles and searches, the newest: some 200 bytes each."""


class PosedPuzzles:
    """Poses the puzzle of any number; workers are asked through the queue of questions."""

    def __init__(self, questions: QuestionQueue) -> None:
        self._questions = questions
        self._found: dict[int, dict[str, Any]] = {}
        """By number: `puzzle`, None while it is looked for, and the `deals` that were looked through."""

    async def play(self, request: Request, number: int, moves: list[str]) -> dict[str, Any]:
        """A puzzle after some moves and the peasants' replies, as `puzzle_task` tells it; ApiError where it cannot."""
        if not is_puzzle(number):
            raise ApiError(404, f"there is no puzzle {number}: /api/puzzles lists them, besides days and nine digits")
        posed = puzzles()[number].to_json() if number in puzzles() else await self._find(request, number)
        answer = await self._questions.ask(request, "puzzle", {"puzzle": posed, "moves": moves})
        if "refusal" in answer:
            raise ApiError(422, answer["refusal"]["message"], code=answer["refusal"]["code"])
        return answer

    async def _find(self, request: Request, number: int) -> dict[str, Any]:
        for _ in range(MOST_LOOKS):
            known = self._found.get(number, {"puzzle": None, "deals": 0})
            if known["puzzle"] is None:
                asked = {"number": number, "begin": known["deals"]}
                known = await self._questions.ask(request, "find puzzle", asked)
            self._remember(number, known)
            if known["puzzle"] is not None:
                posed: dict[str, Any] = known["puzzle"]
                return posed
        raise ApiError(503, BUSY, headers={"Retry-After": "1"})

    def _remember(self, number: int, known: dict[str, Any]) -> None:
        # Two may look for the same; what is found, or further on, is kept, and as the newest.
        before = self._found.pop(number, known)
        further = before["puzzle"] is not None or (known["puzzle"] is None and before["deals"] > known["deals"])
        self._found[number] = before if further else known
        while len(self._found) > REMEMBERED:
            del self._found[next(iter(self._found))]
