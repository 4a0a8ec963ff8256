"""Endgames with open hands (残局): who can force the win, by which moves, and how the game then goes.

A solver for every climbing game. A side wins when any of its seats goes out first, and to force that it must hold out
against all others together. With two sides, a landlord and the rest or two pairs of partners, one or the other can
always force it. With more, as where everyone plays for himself, at most one side can, and often nobody.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from paiyou.games.climbing_family import CLIMBING
from paiyou.games.game import Game
from paiyou.games.protocol import Hand, State
from paiyou.options import shown

MAX_NODES = 10_000_000


@dataclass(frozen=True)
class Solution:
    """The result of an endgame with best play."""

    winner: int | None
    """The seat that goes out in `line`, for its side: the landlord, a peasant, one of two partners, or the seat that
    can force it alone; None where there are more than two sides and none of them can."""
    moves: list[str]
    """Every move by which the side of the seat to move wins; none where it loses, or where nobody can force a win."""
    line: list[tuple[int, str]]
    """Seat and move to the end of the game: the winners play winning moves, and the losers hold out as long as those
    let them. Empty where nobody can force a win."""
    nodes: int
    """Positions searched."""
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """As `paiyou solve --json` writes it."""
        return {
            "winner": self.winner,
            "moves": self.moves,
            "line": [[seat, move] for seat, move in self.line],
            "nodes": self.nodes,
            "seconds": self.seconds,
        }


def solve(state: State, *, max_nodes: int = MAX_NODES, seconds: float | None = None, plain: bool = False) -> Solution:
    """Who wins from here with open hands and best play, all winning moves, and a line to the end.

    A ValueError says so where `max_nodes` positions (up to 250 bytes of memory each) or `seconds` were not enough. A
    `plain` search takes every position by itself and so needs more of them: a measure that does not change as the
    solver learns to see that positions are alike.

    Example::

        game = paiyou.game("doudizhu")
        print(paiyou.solve(game.start(["3334", "2", "55"])).moves)
    """
    from paiyou._core import ClimbingState, solve_endgame

    if not isinstance(state, ClimbingState):
        raise ValueError(
            "only a State of a climbing game can be solved, such as paiyou.game('doudizhu').start(hands), "
            f"not a {type(state).__name__}"
        )
    if state.over:
        raise ValueError("the game is over: there is nothing left to solve")
    if state.bidding:
        raise ValueError("the auction is not finished: only card play can be solved")
    if not isinstance(max_nodes, int) or not 1 <= max_nodes < 2**63:
        raise ValueError(f"max_nodes must be a whole number, 1 or more, not {max_nodes}")
    if seconds is not None and not 0 < seconds < float("inf"):
        raise ValueError(f"seconds must be more than 0, not {seconds}; leave it out for no limit")
    begun = time.perf_counter()
    winner, moves, line, nodes, stopped = solve_endgame(state, max_nodes, seconds, plain)
    passed = time.perf_counter() - begun
    if stopped:
        limit = f"max_nodes={max_nodes}" if stopped == "max_nodes" else f"seconds={seconds}"
        raise ValueError(
            f"not solved within {limit} ({nodes:,} positions in {passed:.1f} s): allow more, "
            "or begin with fewer cards in the hands"
        )
    return Solution(winner, moves, line, nodes, passed)


def endgame(
    game: Game, hands: Sequence[Hand], *, turn: int = 0, last: tuple[int, str] | None = None, bottom: Hand = ""
) -> State:
    """The state to solve, from what `Game.start` takes; ValueError for a game without a solver."""
    CLIMBING.spec_of(game, "endgames are solved")
    return game.start(hands, turn=turn, last=last, bottom=bottom)


def read_last(text: str) -> tuple[int, str]:
    """The combo to beat as `SEAT:MOVE`, such as `2:44`."""
    seat, colon, move = text.partition(":")
    if not colon or not seat.isascii() or not seat.isdigit() or len(seat) > 2:
        raise ValueError(f"last must be SEAT:MOVE such as 2:44, not {shown(text)}")
    return int(seat), move
