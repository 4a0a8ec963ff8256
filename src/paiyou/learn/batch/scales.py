"""How long a game can last, and what its points are measured in."""

from __future__ import annotations

from paiyou.games.climbing_spec import ClimbingSpec


def points_unit(spec: ClimbingSpec, seat: int) -> float:
    """What a seat's points are measured in: its share of the stake, or the cards of half a hand."""
    if spec.score.kind == "stake":
        return float(spec.score.landlord_factor if seat == 0 else 1)
    return spec.hand_size / 2


def longest_game(spec: ClimbingSpec) -> int:
    """Steps after which every game must be over: each card played alone and passed by all others, and one round."""
    return spec.seats * (spec.seats * spec.hand_size + spec.pile_size + 1)
