"""Puzzles, for people."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from paiyou.cli.show.solution import print_position, print_solution
from paiyou.endgames import Solution
from paiyou.puzzles.puzzle import Puzzle, puzzle_game, puzzles


def print_puzzles(console: Console) -> None:
    """Print the list of all puzzles."""
    table = Table()
    table.add_column("puzzle", justify="right")
    table.add_column("level")
    table.add_column("difficulty", justify="right")
    for heading in ("landlord", "next peasant", "last peasant", "to beat"):
        table.add_column(heading, overflow="fold")
    for puzzle in puzzles().values():
        to_beat = "" if puzzle.last is None else puzzle.last[1]
        table.add_row(str(puzzle.id), puzzle.level, f"{puzzle.difficulty:.1f}", *puzzle.hands, to_beat)
    console.print(table)


def print_puzzle(puzzle: Puzzle, solution: Solution | None, console: Console) -> None:
    """Print one puzzle, with its solution where that is given."""
    game, state = puzzle_game(), puzzle.start()
    console.print(Text(f"Puzzle {puzzle.id} ({puzzle.level})", style="bold"), highlight=False)
    if solution is None:
        print_position(game, state, console)
        console.print(Text("One move wins. Which?"), highlight=False)
    else:
        print_solution(game, state, solution, console)
