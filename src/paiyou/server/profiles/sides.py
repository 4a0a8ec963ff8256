"""Who played against whom in a finished game, and the score of it: 1, 0, or a half where nobody got more."""

from __future__ import annotations

from paiyou.games.game import Game
from paiyou.games.protocol import State
from paiyou.server.families.display import display_of


def teams_of(game: Game, state: State) -> list[int]:
    """The team of every seat in a finished game."""
    landlord = display_of(game).scene(game, state).landlord or 0
    return [game.teams[(seat - landlord) % game.seats] for seat in range(game.seats)]


def sides_of(game: Game, state: State, seat: int) -> tuple[list[int], list[tuple[list[int], float]]]:
    """The seat's partners, and every side against them with the score."""
    teams, payoffs = teams_of(game, state), state.payoffs
    assert payoffs is not None
    partners = [at for at in range(game.seats) if teams[at] == teams[seat] and at != seat]
    own = sum(payoffs[at] for at in (seat, *partners))
    sides = [[at for at in range(game.seats) if teams[at] == team] for team in dict.fromkeys(teams)]
    return partners, [(side, _score(own - sum(payoffs[at] for at in side))) for side in sides if seat not in side]


def winning_share(game: Game, state: State, seat: int) -> float:
    """1 for a seat that has won, 0 for one that has not, and a share where several sides have."""
    winners, teams = game.family.winners(game.spec, state), teams_of(game, state)
    return 1 / len({teams[one] for one in winners}) if seat in winners else 0.0


def mean_score(game: Game, state: State, seat: int) -> float:
    """The seat's score, over all sides against it."""
    scores = [score for _, score in sides_of(game, state, seat)[1]]
    return sum(scores) / len(scores)


def _score(difference: float) -> float:
    return 0.5 if difference == 0 else float(difference > 0)
