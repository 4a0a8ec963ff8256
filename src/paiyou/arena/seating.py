"""Who sits where: the seatings in which two agents meet on one deal, and what each game counts for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from paiyou.games.game import Game

Seating = tuple[int, ...]
"""For each seat, 0 for agent A and 1 for agent B."""


def duplicate_seatings(game: Game) -> list[Seating]:
    """Every deal is played in all of these, so that neither side has the better cards.

    A fixed landlord: A as landlord against B twice, then the other way round (DouZero's protocol). Otherwise all ways
    to mix the two at the table (paper 001: AAB ABA ABB BAA BAB BBA), in which each fills half of the seats.
    """
    if _has_fixed_landlord(game):
        return [game.teams, tuple(1 - team for team in game.teams)]
    mixed = product((0, 1), repeat=game.seats)
    return [seating for seating in mixed if len(set(seating)) == 2]


def share_won(game: Game, seating: Seating, payoffs: Sequence[int], winner: int | None) -> float:
    """What a game counts for A, between 0 and 1; two equal agents average 0.5 over the seatings of a deal."""
    if winner is None:
        return 0.5
    if len(set(game.teams)) == game.seats:
        return 1.0 if seating[winner] == 0 else 0.0
    won = [payoff > 0 for payoff in payoffs]
    wins = [0.0, 0.0]
    for side in (0, 1):
        seats = [seat for seat, agent in enumerate(seating) if agent == side]
        wins[side] = sum(won[seat] for seat in seats) / len(seats)
    return 0.5 + (wins[0] - wins[1]) / 2


def points(seating: Seating, payoffs: Sequence[int]) -> float:
    """Payoffs of all of A's seats together."""
    return float(sum(payoff for payoff, agent in zip(payoffs, seating, strict=True) if agent == 0))


def _has_fixed_landlord(game: Game) -> bool:
    return game.spec.auction is None and len(set(game.teams)) == 2
