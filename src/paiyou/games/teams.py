"""Who plays with whom: the team of each seat, checked when a spec is made."""

from __future__ import annotations

from collections.abc import Sequence

MOST_SEATS = 4
"""Seats that the engine has room for."""


def check_seats_and_teams(seats: int, teams: Sequence[int]) -> None:
    """ValueError unless there are 2 to 4 seats, each in a team, and somebody to play against."""
    if not isinstance(seats, int) or not 2 <= seats <= MOST_SEATS:
        raise ValueError(f"seats must be 2 to {MOST_SEATS}, not {seats}")
    if len(teams) != seats:
        raise ValueError(
            f"teams must name a team for each of the {seats} seats, such as {tuple(range(seats))} where everyone "
            f"plays for himself, and not for {len(teams)}"
        )
    if not all(isinstance(team, int) and 0 <= team < seats for team in teams):
        raise ValueError(f"teams are numbered from 0 to {seats - 1}, one number for each seat, not {tuple(teams)}")
    if len(set(teams)) == 1:
        raise ValueError("teams must be two at least: with all seats in one nobody plays against them")


def has_partners(teams: Sequence[int]) -> bool:
    """Whether two seats or more play for one team."""
    return len(set(teams)) < len(teams)


def sides(teams: Sequence[int]) -> tuple[int, ...]:
    """Teams by the first seat of each, however they are numbered: `sides((1, 0, 1))` is `(0, 1, 0)`."""
    return tuple(teams.index(team) for team in teams)
