"""Who sits where: the seatings in which agents meet on one deal, so that nobody has the better cards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product

from paiyou.games.game import Game
from paiyou.options import shown

Seating = tuple[int, ...]
"""For each seat, the number of the agent in it."""


def seatings_for(game: Game, players: int, how: str | None = None) -> list[Seating]:
    """Every deal is played in all of these.

    Two agents with fixed sides: A as landlord against B twice, or pair against pair, then the other way round
    (DouZero's protocol). Two agents at a table of four: two against two, in all six ways. Otherwise two agents: all
    ways to mix them (Rui and Wang: AAB ABA ABB BAA BAB BBA), in which each fills half of the seats. As many agents as
    seats: all orders.

    `how` asks for another mix of two agents: `"1v3"` is A alone in each seat against three of B.
    """
    if players == 2:
        return _mixes(game, how) if how is not None else _duplicates(game)
    if how is not None:
        raise ValueError(f"{shown(how)} is for two agents; {players} sit down in every order")
    if players != game.seats:
        raise ValueError(f"{game.name} has {game.seats} seats: it takes 2 or {game.seats} agents, not {players}")
    return list(permutations(range(players)))


def _duplicates(game: Game) -> list[Seating]:
    if has_fixed_sides(game):
        first = tuple(int(team != game.teams[0]) for team in game.teams)
        return [first, tuple(1 - side for side in first)]
    if game.seats == 4:
        return _mixes(game, "2v2")
    return [seating for seating in product((0, 1), repeat=game.seats) if len(set(seating)) == 2]


def _mixes(game: Game, how: str) -> list[Seating]:
    mixes = [f"{number}v{game.seats - number}" for number in range(1, game.seats)]
    if how not in mixes:
        raise ValueError(f"seating in {game.name} must be one of {', '.join(mixes)}, not {shown(how)}")
    if has_fixed_sides(game) and game.seats > 2:
        raise ValueError(f"the sides of {game.name} are fixed: leave the seating out")
    of_a = int(how.partition("v")[0])
    return [seating for seating in product((0, 1), repeat=game.seats) if seating.count(0) == of_a]


def name_of(seating: Seating) -> str:
    """A seating as letters: `"ABB"`."""
    return "".join("ABCD"[player] for player in seating)


def has_fixed_sides(game: Game) -> bool:
    """Whether there are two sides whatever is dealt: seat 0 against the rest, or pairs."""
    return game.spec.auction is None and len(set(game.teams)) == 2


def seats_of(seating: Sequence[int], player: int) -> list[int]:
    """The seats a player fills."""
    return [seat for seat, other in enumerate(seating) if other == player]
