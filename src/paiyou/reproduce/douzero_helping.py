"""Positions where a peasant has to let the other go out (DouZero, Fig. 10: a small solo for a partner with one card).

A position counts where a peasant with a choice is to move, the other peasant has one card left, and some moves, but not
all, win *for sure*: with open hands and best play they win against every deal that agrees with what the peasant has
seen. Since the partner holds a single card there are at most as many such deals as ranks, and all of them are
solved. And it must be the partner who goes out: in the solver's line after each of these moves, in every deal. So
nothing is asked that the peasant cannot know, and nothing that helps only itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from paiyou.endgames import solve
from paiyou.games.dealing import random_word
from paiyou.games.protocol import View
from paiyou.games.registry import game as find_game
from paiyou.reproduce.douzero import GAME, player

if TYPE_CHECKING:
    from paiyou._core import ClimbingState, ClimbingView

MAX_NODES = 200_000
"""A position that takes longer to solve is left out."""
KINDS = ("leads", "passes", "answers")


@dataclass(frozen=True)
class Position:
    """What a peasant sees, and the moves that surely let the other go out."""

    view: View
    sure: tuple[str, ...]

    @property
    def chance(self) -> float:
        """The share of such moves among the legal ones."""
        return len(self.sure) / len(self.view.moves())

    @property
    def kind(self) -> str:
        """What there is to do: lead the right combo, pass and nothing else, or answer rightly."""
        if self.view.last is None:
            return "leads"
        return "passes" if self.sure == ("pass",) else "answers"


def first_position(source: str, seed: int) -> Position | None:
    """The first such position in a game between players of one kind, if there is one."""
    players = [player(source, seat) for seat in range(3)]
    for seat, agent in enumerate(players):
        agent.begin(random_word(seed, seat))
    state = find_game(GAME).deal(seed)
    while not state.over:
        view = state.view(state.turn)
        sure = sure_moves(view)
        if sure:
            return Position(view, sure)
        state.play(players[state.turn].choose(view))
    return None


def sure_moves(view: View) -> tuple[str, ...]:
    """The moves that let the partner go out whatever the hidden cards are; none where the position does not count."""
    seat, moves = view.seat, view.moves()
    partner = 3 - seat
    if seat == 0 or view.counts[partner] != 1 or len(moves) < 2:
        return ()
    deals = [deal for deal, _ in cast("ClimbingView", view).deals()]
    try:
        winning = [set(solve(deal, max_nodes=MAX_NODES).moves) for deal in deals]
        sure = tuple(move for move in moves if all(move in some for some in winning))
        if len(sure) == len(moves) or any(_goes_out(deal, move) != partner for move in sure for deal in deals):
            return ()
    except ValueError:  # not solved within the limit
        return ()
    return sure


def _goes_out(deal: ClimbingState, move: str) -> int | None:
    """Who goes out in the end after a move."""
    after = deal.copy()
    after.play(move)
    return after.winner if after.over else solve(after, max_nodes=MAX_NODES).winner
