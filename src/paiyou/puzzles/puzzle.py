"""A puzzle, and the ones that come with the package: `endgames.jsonl`, written by `paiyou make-puzzles`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from paiyou.endgames import endgame
from paiyou.games.game import Game
from paiyou.games.protocol import State
from paiyou.games.registry import game as find_game

GAME = "doudizhu"
LEVELS = ("easy", "medium", "hard")
FILE = "endgames.jsonl"


@dataclass(frozen=True)
class Puzzle:
    """An endgame of Dou Dizhu: the landlord, seat 0, is to move and has exactly one move that wins."""

    id: int
    level: str
    difficulty: float
    """See `difficulty.py`; more is harder."""
    hands: tuple[str, ...]
    last: tuple[int, str] | None
    """The combo to beat and who played it; None where the landlord leads."""

    def to_json(self) -> dict[str, Any]:
        """As a line of the file, and as the API tells it."""
        return {
            "id": self.id,
            "level": self.level,
            "difficulty": self.difficulty,
            "hands": list(self.hands),
            "last": None if self.last is None else list(self.last),
        }

    @staticmethod
    def from_json(content: Mapping[str, Any]) -> Puzzle:
        """What `to_json` wrote."""
        last = content["last"]
        return Puzzle(
            content["id"],
            content["level"],
            content["difficulty"],
            tuple(content["hands"]),
            None if last is None else (last[0], last[1]),
        )

    def start(self) -> State:
        """The position to solve."""
        return endgame(puzzle_game(), self.hands, turn=0, last=self.last)


def puzzle_game() -> Game:
    """The game that all puzzles are endgames of."""
    return find_game(GAME)


@cache
def puzzles() -> dict[int, Puzzle]:
    """The puzzles of the package by number, easy ones first."""
    text = (files("paiyou.puzzles") / FILE).read_text(encoding="utf-8")
    return {puzzle.id: puzzle for puzzle in map(Puzzle.from_json, map(json.loads, text.splitlines()))}


def puzzle(number: int) -> Puzzle:
    """The puzzle of a number; ValueError where there is none."""
    if number not in puzzles():
        raise ValueError(f"there is no puzzle {number}: they are numbered 1 to {len(puzzles())}")
    return puzzles()[number]
