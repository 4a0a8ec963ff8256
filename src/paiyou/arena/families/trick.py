"""What trick games count: points, and what Wu et al. 2022 make of them where the game asks for it.

A failed agent gets in each of its seats the worst that could still come with what is exposed by now; the others keep
what their cards are worth, and at least nothing. Points for tricks all go to the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from paiyou.arena.families.default import DefaultArena
from paiyou.arena.measures import Values
from paiyou.arena.outcome import Outcome
from paiyou.arena.seating import Seating, seats_of
from paiyou.games.game import Game
from paiyou.games.protocol import State
from paiyou.games.teams import has_partners
from paiyou.games.trick_spec import TrickSpec

if TYPE_CHECKING:
    from paiyou._core import TrickState


class TrickArena(DefaultArena):
    """Points; the top score wins, ties shared."""

    def measure(self, game: Game, seating: Seating, outcome: Outcome, player: int) -> Values:
        """Wins and points, and those of Wu et al. 2022 that the game names."""
        own, payoffs = seats_of(seating, player), outcome.payoffs
        rewards = [(game.seats * payoff - sum(payoffs)) / 100 for payoff in payoffs]
        more: Values = {
            "positive": (sum(payoffs[seat] > 0 for seat in own), len(own)),
            "reward": (sum(rewards[seat] for seat in own), len(own)),
            "positive_reward": (sum(rewards[seat] > 0 for seat in own), len(own)),
        }
        values = super().measure(game, seating, outcome, player)
        if has_partners(game.teams):
            pairs = [sum(payoffs[other] for other in partners_of(game, seat)) for seat in range(game.seats)]
            differences = [2 * pair - sum(payoffs) for pair in pairs]
            values["difference"] = (sum(differences[seat] for seat in own), len(own))
        return values | {name: value for name, value in more.items() if name in game.info.measures}

    def win_shares(self, game: Game, seating: Seating, outcome: Outcome) -> list[float]:
        """The top score has it all, ties shared; with partners the pair with more points together."""
        if not has_partners(game.teams):
            return super().win_shares(game, seating, outcome)
        failed = None if outcome.forfeit is None else seating[outcome.forfeit.seat]
        pairs = {tuple(partners_of(game, seat)) for seat in range(game.seats)}
        standing = [pair for pair in pairs if all(seating[seat] != failed for seat in pair)] or list(pairs)
        totals = {pair: sum(outcome.payoffs[seat] for seat in pair) for pair in standing}
        best = max(totals.values())
        winners = [seat for pair, total in totals.items() if total == best for seat in pair]
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(game.seats)]

    def forfeit(self, game: Game, state: State, seats: Sequence[int]) -> list[int]:
        """The worst for the one, what they have for the others."""
        spec, now = cast(TrickSpec, game.spec), cast("TrickState", state)
        for_tricks = spec.hand_size * spec.score.trick // (spec.seats - len(seats))
        cards = [game.core.score(taken, now.exposed) for taken in now.taken]
        payoffs = [
            worst_score(game, now, seat) if seat in seats else max(0, cards[seat]) + for_tricks
            for seat in range(spec.seats)
        ]
        return [payoff - spec.score.par for payoff in payoffs]


def partners_of(game: Game, seat: int) -> list[int]:
    """The seats of a team, this one among them."""
    return [other for other in range(game.seats) if game.family.allied(game.spec, seat, other)]


def worst_score(game: Game, state: TrickState, seat: int) -> int:
    """The lowest score of cards that a seat can still end with: all bad cards that nobody else has taken."""
    spec = cast(TrickSpec, game.spec)
    elsewhere = {card for other, cards in enumerate(state.taken) if other != seat for card in cards}
    own = set(state.taken[seat])
    bad = [card for card, points in zip(spec.cards, spec.score.points, strict=True) if points < 0]
    can_get = [card for card in bad if card not in elsewhere and card not in own]
    multiplier = [] if spec.score.multiplier is None else [spec.cards[spec.score.multiplier]]
    multiplier = [card for card in multiplier if card not in elsewhere]
    # A whole set is worth something, and then one card less is the worst.
    choices = [can_get, *([card for card in can_get if card != left_out] for left_out in can_get)]
    return min(
        int(game.core.score([*{*own, *choice, *extra}], state.exposed))
        for choice in choices
        for extra in ([], multiplier)
    )


ARENA = TrickArena()
