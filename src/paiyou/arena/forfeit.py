"""What a game counts when an agent fails in it: the agent has lost, in every seat it fills.

- Games with a stake: its seats pay together what a landlord would lose now, bombs included, and all others share it.
- Games that pay for cards left: each of its seats pays each seat of the others one point for every card it holds.
- Trick games: each of its seats gets the worst that could still come with what is exposed by now; the others keep what
  their cards are worth, and at least nothing. Points for tricks all go to the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.game import Game
from paiyou.games.protocol import State
from paiyou.games.trick_spec import TrickSpec

if TYPE_CHECKING:
    from paiyou._core import ClimbingState, TrickGame, TrickState


def forfeit_payoffs(game: Game, state: State, seats: Sequence[int]) -> list[int]:
    """The payoffs of a game that ends here because the agent in these seats has failed."""
    if isinstance(game.spec, TrickSpec):
        return _of_tricks(game, game.spec, cast("TrickState", state), seats)
    if game.spec.score.kind == "cards":
        return _of_cards(game.seats, state, seats)
    return _of_stake(game.spec, cast("ClimbingState", state), seats)


def _of_cards(number: int, state: State, seats: Sequence[int]) -> list[int]:
    payoffs = [0] * number
    for loser in seats:
        for other in range(number):
            if other not in seats:
                payoffs[loser] -= len(state.hands[loser])
                payoffs[other] += len(state.hands[loser])
    return payoffs


def _of_stake(spec: ClimbingSpec, state: ClimbingState, seats: Sequence[int]) -> list[int]:
    lost = spec.score.landlord_factor * (state.stake << state.bombs)
    others = spec.seats - len(seats)
    return [-lost // len(seats) if seat in seats else lost // others for seat in range(spec.seats)]


def _of_tricks(game: Game, spec: TrickSpec, state: TrickState, seats: Sequence[int]) -> list[int]:
    for_tricks = spec.hand_size * spec.score.trick // (spec.seats - len(seats))
    cards = [cast("TrickGame", game.core).score(taken, state.exposed) for taken in state.taken]
    payoffs = [
        worst_score(game, state, seat) if seat in seats else max(0, cards[seat]) + for_tricks
        for seat in range(spec.seats)
    ]
    return [payoff - spec.score.par for payoff in payoffs]


def worst_score(game: Game, state: TrickState, seat: int) -> int:
    """The lowest score of cards that a seat can still end with: all bad cards that nobody else has taken."""
    spec, core = cast(TrickSpec, game.spec), cast("TrickGame", game.core)
    elsewhere = {card for other, cards in enumerate(state.taken) if other != seat for card in cards}
    own = set(state.taken[seat])
    bad = [card for card, points in zip(spec.cards, spec.score.points, strict=True) if points < 0]
    can_get = [card for card in bad if card not in elsewhere and card not in own]
    multiplier = [] if spec.score.multiplier is None else [spec.cards[spec.score.multiplier]]
    multiplier = [card for card in multiplier if card not in elsewhere]
    # A whole set is worth something, and then one card less is the worst.
    choices = [can_get, *([card for card in can_get if card != left_out] for left_out in can_get)]
    return min(
        core.score([*{*own, *choice, *extra}], state.exposed) for choice in choices for extra in ([], multiplier)
    )
