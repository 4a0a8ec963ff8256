"""The result of a room's finished game for one chair, computed by a worker from the stored actions."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from paiyou.games.game import Game
from paiyou.games.protocol import State
from paiyou.server.families.display import display_of
from paiyou.server.profiles.luck import luck_of
from paiyou.server.rooms.refusals import RefusedError
from paiyou.server.rooms.restore import empty_room, refuse_damaged
from paiyou.server.rooms.room import PERSON, Room
from paiyou.server.rooms.seat_view import table_for
from paiyou.server.rooms.stored_room import DEALT, StoredRoom

PEOPLE, MIXED = "people", "mixed"


def facts_of(stored: StoredRoom, number: int, chair: int) -> dict[str, Any]:
    """A room's finished game as a chair's record has it; RefusedError where there is none.

    `sides` are the chairs of each side against it and the score against them, `partners` those on its own.
    """
    room = replace(empty_room(stored), number=number, index=0, redeals=0)
    first_deal = room.deal_seed
    with refuse_damaged(room.id):
        for action in stored.actions:
            if action["number"] != DEALT and action["game"] == number:
                room.play(action["move"], action["note"])
    if not room.over:
        raise RefusedError("not_over", f"game {number} is not over")
    seat, payoffs = room.seat_of(chair), room.state.payoffs
    assert payoffs is not None
    # A deal that everybody declined was this game's luck, too: a control variate must not depend on the bids.
    set_up = number == 0 and room.opening is not None
    luck = None if set_up else luck_of(room.game, first_deal, seat)
    teams = teams_of(room.game, room.state)
    partners = [at for at in range(room.seats) if teams[at] == teams[seat] and at != seat]
    sides = [
        [at for at in range(room.seats) if teams[at] == team] for team in dict.fromkeys(teams) if team != teams[seat]
    ]
    own = sum(payoffs[at] for at in (seat, *partners))
    scores = [_score(own - sum(payoffs[at] for at in side)) for side in sides]
    return {
        "name": room.game.name,
        "role": table_for(room, None)["players"][seat]["role"],
        "level": _level(room, chair),
        "won": winning_share(room.game, room.state, seat),
        "points": float(payoffs[seat]),
        "luck": luck,
        "set_up": set_up,
        "replaced": any(played.seat == seat and played.note is not None for played in room.history),
        "partners": [room.chair_at(at) for at in partners],
        "sides": [
            {"chairs": [room.chair_at(at) for at in side], "score": score}
            for side, score in zip(sides, scores, strict=True)
        ],
    }


def winning_share(game: Game, state: State, seat: int) -> float:
    """1 for a seat that has won, 0 for one that has not, and a share where several sides have."""
    winners, teams = game.family.winners(game.spec, state), teams_of(game, state)
    return 1 / len({teams[one] for one in winners}) if seat in winners else 0.0


def teams_of(game: Game, state: State) -> list[int]:
    """The team of every seat in a finished game."""
    landlord = display_of(game).scene(game, state).landlord or 0
    return [game.teams[(seat - landlord) % game.seats] for seat in range(game.seats)]


def _score(difference: float) -> float:
    return 0.5 if difference == 0 else float(difference > 0)


def _level(room: Room, chair: int) -> str:
    others = [sitting for at, sitting in enumerate(room.chairs) if at != chair]
    if any(sitting.kind == PERSON for sitting in others):
        return PEOPLE
    levels = {sitting.level for sitting in others}
    only = levels.pop() if len(levels) == 1 else None
    return only or MIXED
