"""How large a small climbing game is, counted without making its tree: for games that are too large to make.

The number of games on a deal follows from the positions that it leads to, and the same positions come up on many deals:
`python -m paiyou.theory.size mini-doudizhu:hand=6`.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any, cast

from paiyou.games.all_deals import all_deals
from paiyou.games.game import Game
from paiyou.games.protocol import State
from paiyou.games.registry import game as find_game


@dataclass(frozen=True)
class Size:
    """What a tree of all games on all deals would hold, deal by deal."""

    deals: int
    ends: int
    positions: int
    """Different ones, on all deals together: what the count itself had to look at."""


def size_of(game: Game) -> Size:
    """Count all games on all deals that differ in ranks.

    Example: `size_of(paiyou.game("mini-doudizhu:hand=4")).ends` is 1450280.
    """
    known: dict[Any, int] = {}
    deals = all_deals(game)
    return Size(len(deals), sum(_ends(game.start(list(hands)), known) for hands, _ in deals), len(known))


def _ends(state: State, known: dict[Any, int]) -> int:
    if state.over:
        return 1
    last = cast(Any, state).last
    key = (*state.hands, state.turn, last and last[1])
    found = known.get(key)
    if found is None:
        found = 0
        for move in state.moves():
            after = state.copy()
            after.play(move)
            found += _ends(after, known)
        known[key] = found
    return found


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m paiyou.theory.size GAME")
    size = size_of(find_game(sys.argv[1]))
    print(f"{size.deals:,} deals, {size.ends:,} ends; {size.positions:,} different positions")
