"""Any game by its payoffs: the most points win, and whoever fails gets no more than anybody else would."""

from __future__ import annotations

from collections.abc import Sequence

from paiyou.arena.measures import Values
from paiyou.arena.outcome import Outcome
from paiyou.arena.seating import Seating, seats_of
from paiyou.games.game import Game
from paiyou.games.protocol import State


class DefaultArena:
    """What a game counts where its family says nothing else."""

    def measure(self, game: Game, seating: Seating, outcome: Outcome, player: int) -> Values:
        """The share of the win and the points."""
        own = seats_of(seating, player)
        return {
            "wp": (sum(self.win_shares(game, seating, outcome)[seat] for seat in own), 1),
            "points": (sum(outcome.payoffs[seat] for seat in own), len(own)),
        }

    def win_shares(self, game: Game, seating: Seating, outcome: Outcome) -> list[float]:
        """The shares of those with the most points make 1; whoever forfeits has none, in any of its seats."""
        failed = None if outcome.forfeit is None else seating[outcome.forfeit.seat]
        others = [seat for seat in range(game.seats) if seating[seat] != failed]
        best = max(outcome.payoffs[seat] for seat in others)
        winners = [seat for seat in others if outcome.payoffs[seat] == best]
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(game.seats)]

    def unit(self, game: Game) -> str:  # noqa: ARG002 - the same for all
        """Plain points."""
        return "points per seat and game"

    def forfeit(self, game: Game, state: State, seats: Sequence[int]) -> list[int]:  # noqa: ARG002
        """Each seat that fails pays one point to each of the others."""
        payoffs = [0] * game.seats
        for loser in seats:
            for other in range(game.seats):
                if other not in seats:
                    payoffs[loser] -= 1
                    payoffs[other] += 1
        return payoffs
