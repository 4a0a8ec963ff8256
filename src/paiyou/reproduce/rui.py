"""What the experiments of Rui and Wang 2012 share.

The game is Zheng Shangyou for three. Two kinds of players meet in the six mixed seatings of the paper's Table 1; every
deal is played in all six.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from paiyou.arena.seating import seatings_for, seats_of
from paiyou.arena.statistics import Estimate
from paiyou.games.registry import game as find_game
from paiyou.reproduce.games import Cell, Games

GAME = "zhengshangyou"


def rave(simulations: int = 5_000, k: int = 100, more: str = "", c: float = 0.44) -> str:
    """UCT-RAVE as the paper sets it; k = 0 is its UCT."""
    return f"rave:iterations={simulations},c={c:g},k={k}{more}"


@dataclass(frozen=True)
class Score:
    """How one kind of player did against another."""

    won: Estimate
    """Its share of the games; equals have a half."""
    won_by_deal: tuple[float, ...]
    left: Estimate
    """Cards in one of its seats at the end, over all games."""
    left_when_lost: Estimate
    """The same over the games that the other kind has won."""


@dataclass(frozen=True)
class Meeting:
    """Two kinds of players in all mixed seatings."""

    a: str
    b: str
    game: str = GAME

    def cells(self) -> list[tuple[Cell, list[int]]]:
        """A table for each seating, with the seats of A."""
        return [
            (Cell(self.game, tuple((self.a, self.b)[kind] for kind in seating)), seats_of(seating, 0))
            for seating in seatings_for(find_game(self.game), 2)
        ]

    def tasks(self, deals: int, seed: int) -> list[Games]:
        """All games, deals together."""
        return [task for cell, _ in self.cells() for task in cell.tasks(deals, seed)]

    def score(self, results: dict[str, Any], deals: int, seed: int) -> Score:
        """How A did."""
        won, left, left_when_lost, seats_lost = ([0.0] * deals for _ in range(4))
        seatings = self.cells()
        for cell, seats in seatings:
            for number, (end,) in enumerate(cell.ends(results, deals, seed)):
                cards = sum(end.left[seat] for seat in seats)
                left[number] += cards / sum(len(seats) for _, seats in seatings)
                if end.winner in seats:
                    won[number] += 1 / len(seatings)
                else:
                    left_when_lost[number] += cards
                    seats_lost[number] += len(seats)
        when_lost = Estimate.of_ratio(left_when_lost, seats_lost)
        return Score(Estimate.of(won).as_share(), tuple(won), Estimate.of(left), when_lost)
