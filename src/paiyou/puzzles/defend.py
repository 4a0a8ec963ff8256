"""The peasants' side of a puzzle: the solver's moves, until the landlord is to move again."""

from __future__ import annotations

from paiyou.endgames import MAX_NODES, solve
from paiyou.games.protocol import State


def defend(state: State, *, max_nodes: int = MAX_NODES, seconds: float | None = None) -> list[tuple[int, str]]:
    """Play the peasants' best moves, and say which: they win where they can, and else hold out as long as they can."""
    if state.over or state.turn == 0:
        return []
    replies: list[tuple[int, str]] = []
    for seat, move in solve(state, max_nodes=max_nodes, seconds=seconds).line:
        if seat == 0:
            break
        state.play(move)
        replies.append((seat, move))
    return replies
