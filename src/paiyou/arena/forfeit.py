"""What a game counts when an agent fails in it: the seat, and with it its side, has lost.

- Games with a stake: its side loses the stake as it stands, bombs included. Before there is a landlord, and where there
  is none, the seat pays each other seat the stake.
- Games that pay for cards left: the seat pays each other seat one point for every card it holds.
- Trick games: the seat gets the worst that single cards can do (every card with negative points), the others share the
  points for tricks, if there are any, and have nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from paiyou.games.game import Game
from paiyou.games.protocol import State
from paiyou.games.spec import ClimbingSpec
from paiyou.games.trick_spec import TrickSpec

if TYPE_CHECKING:
    from paiyou._core import ClimbingState


def forfeit_payoffs(game: Game, state: State, seat: int) -> list[int]:
    """The payoffs of a game that ends here because of one seat."""
    if isinstance(game.spec, TrickSpec):
        return _of_tricks(game.spec, seat)
    if game.spec.score.kind == "cards":
        return _one_pays_all(game.seats, seat, len(state.hands[seat]))
    return _of_stake(game.spec, cast("ClimbingState", state), seat)


def _one_pays_all(seats: int, payer: int, amount: int) -> list[int]:
    return [-amount * (seats - 1) if seat == payer else amount for seat in range(seats)]


def _of_stake(spec: ClimbingSpec, state: ClimbingState, loser: int) -> list[int]:
    stake = state.stake << state.bombs
    landlord = state.landlord
    if landlord is None:
        return _one_pays_all(spec.seats, loser, stake)
    sign = -1 if loser == landlord else 1
    return [sign * (spec.score.landlord_factor if seat == landlord else -1) * stake for seat in range(spec.seats)]


def _of_tricks(spec: TrickSpec, loser: int) -> list[int]:
    worst = sum(points for points in spec.score.points if points < 0)
    for_tricks = spec.hand_size * spec.score.trick // (spec.seats - 1)
    return [(worst if seat == loser else for_tricks) - spec.score.par for seat in range(spec.seats)]
