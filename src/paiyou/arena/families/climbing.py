"""What climbing games count: a stake between a landlord and the rest, or the cards that losers are left with.

A failed agent has lost in every seat it fills. Games with a stake: its seats pay together what a landlord would lose
now, bombs included, and all others share it. Games that pay for cards left: each of its seats pays each seat of the
others one point for every card it holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from paiyou.arena.families.default import DefaultArena
from paiyou.arena.measures import Values
from paiyou.arena.outcome import Outcome
from paiyou.arena.seating import Seating, seats_of
from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.game import Game
from paiyou.games.protocol import State

if TYPE_CHECKING:
    from paiyou._core import ClimbingState


class ByStake(DefaultArena):
    """A landlord against the rest."""

    def measure(self, game: Game, seating: Seating, outcome: Outcome, player: int) -> Values:
        """The share of games won, and the points of the agent's side."""
        own, wins = seats_of(seating, player), self.win_shares(game, seating, outcome)
        share = _mean(wins, own)
        if len(set(seating)) == 2:
            # With an auction both agents may sit on one side; taken this way, equals still average a half.
            others = [seat for seat in range(game.seats) if seat not in own]
            share = 0.5 + (share - _mean(wins, others)) / 2
        return {"wp": (share, 1), "adp": (sum(outcome.payoffs[seat] for seat in own), 1)}

    def win_shares(self, game: Game, seating: Seating, outcome: Outcome) -> list[float]:  # noqa: ARG002
        """Both peasants win whole; after a redeal nobody has won or lost."""
        return [0.5 if payoff == 0 else float(payoff > 0) for payoff in outcome.payoffs]

    def unit(self, game: Game) -> str:
        """The unit of ADP."""
        if _spec(game).score.landlord_factor == 2:
            return "points per game of the agent's side, landlord's base 2"
        return "points per game, 1 for a win"

    def forfeit(self, game: Game, state: State, seats: Sequence[int]) -> list[int]:
        """What a landlord would lose now."""
        now = cast("ClimbingState", state)
        lost = _spec(game).score.landlord_factor * (now.stake << now.bombs)
        others = game.seats - len(seats)
        return [-lost // len(seats) if seat in seats else lost // others for seat in range(game.seats)]


class ByCards(DefaultArena):
    """Losers pay for the cards they are left with."""

    def measure(self, game: Game, seating: Seating, outcome: Outcome, player: int) -> Values:
        """Wins, points, and the cards left when another agent wins."""
        own = seats_of(seating, player)
        values = super().measure(game, seating, outcome, player)
        lost = len(own) if values["wp"][0] == 0 and outcome.forfeit is None else 0
        left = sum(len(outcome.state.hands[seat]) for seat in own) if lost else 0
        return values | {"cards_left": (left, lost)}

    def win_shares(self, game: Game, seating: Seating, outcome: Outcome) -> list[float]:
        """The first empty hand has won, and its partners with it; the shares make 1."""
        if outcome.forfeit is not None:
            return super().win_shares(game, seating, outcome)
        first = outcome.state.winner
        winners = [] if first is None else [
            seat for seat in range(game.seats) if game.family.allied(game.spec, seat, first)
        ]  # fmt: skip
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(game.seats)]

    def forfeit(self, game: Game, state: State, seats: Sequence[int]) -> list[int]:
        """One point for every card and seat of the others."""
        payoffs = [0] * game.seats
        for loser in seats:
            for other in range(game.seats):
                if other not in seats:
                    payoffs[loser] -= len(state.hands[loser])
                    payoffs[other] += len(state.hands[loser])
        return payoffs


class ClimbingArena:
    """Asks for the one or the other by how the game is paid."""

    _kinds = {"stake": ByStake(), "cards": ByCards()}  # noqa: RUF012 - never changed

    def _kind(self, game: Game) -> DefaultArena:
        return self._kinds[_spec(game).score.kind]

    def measure(self, game: Game, seating: Seating, outcome: Outcome, player: int) -> Values:
        """All measures of one game for one agent."""
        return self._kind(game).measure(game, seating, outcome, player)

    def win_shares(self, game: Game, seating: Seating, outcome: Outcome) -> list[float]:
        """What each seat has of the win."""
        return self._kind(game).win_shares(game, seating, outcome)

    def unit(self, game: Game) -> str:
        """What points are counted in."""
        return self._kind(game).unit(game)

    def forfeit(self, game: Game, state: State, seats: Sequence[int]) -> list[int]:
        """The payoffs of a game that an agent has broken off by failing."""
        return self._kind(game).forfeit(game, state, seats)


def _spec(game: Game) -> ClimbingSpec:
    return cast(ClimbingSpec, game.spec)


def _mean(values: list[float], seats: list[int]) -> float:
    return sum(values[seat] for seat in seats) / len(seats)


ARENA = ClimbingArena()
