"""Every different deal of a climbing game for two, with its number of ways: for exact work on small decks."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, prod

from paiyou.games.climbing_family import CLIMBING
from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.game import Game

Hands = tuple[str, str]


def all_deals(game: Game) -> list[tuple[Hands, int]]:
    """Both hands of every deal that differs in ranks, and the number of ways to deal the cards themselves.

    Example: `len(all_deals(paiyou.game("mini-doudizhu")))` is 8832.
    """
    spec = CLIMBING.spec_of(game, "all deals are listed")
    if spec.seats != 2:
        raise ValueError(f"all deals are listed for games of two, such as mini-doudizhu, not for {game.name}")
    ranks = [spec.rank_of_card.count(rank) for rank in range(len(spec.symbols))]
    found = []
    for mine in _splits(ranks, spec.hand_size):
        left = [copies - number for copies, number in zip(ranks, mine, strict=True)]
        for theirs in _splits(left, spec.hand_size):
            ways = prod(comb(c, a) * comb(c - a, b) for c, a, b in zip(ranks, mine, theirs, strict=True))
            found.append(((_cards(spec, mine), _cards(spec, theirs)), ways))
    return found


def _cards(spec: ClimbingSpec, counts: Sequence[int]) -> str:
    return "".join(map(str.__mul__, spec.symbols, counts))


def _splits(copies: Sequence[int], size: int) -> list[tuple[int, ...]]:
    """All ways to take a number of cards, as counts by rank."""
    if not copies:
        return [()] if size == 0 else []
    return [
        (number, *rest) for number in range(min(copies[0], size) + 1) for rest in _splits(copies[1:], size - number)
    ]
