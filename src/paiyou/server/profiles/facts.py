"""The result of a room's finished game for one chair, computed by a worker from the stored actions."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from paiyou.server.profiles.luck import even_score, luck_of
from paiyou.server.profiles.sides import sides_of, winning_share
from paiyou.server.rooms.refusals import RefusedError
from paiyou.server.rooms.restore import empty_room, refuse_damaged
from paiyou.server.rooms.room import PERSON, Room
from paiyou.server.rooms.seat_view import table_for
from paiyou.server.rooms.stored_room import DEALT, StoredRoom

PEOPLE, MIXED = "people", "mixed"


def facts_of(stored: StoredRoom, number: int, chair: int) -> dict[str, Any]:
    """A room's finished game as a chair's record has it; RefusedError where there is none.

    `sides` are the chairs of each side against it and the score against them, `partners` those on its own, `even` the
    score that its seat has among equals.
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
    partners, sides = sides_of(room.game, room.state, seat)
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
        "sides": [{"chairs": [room.chair_at(at) for at in side], "score": score} for side, score in sides],
        "even": None if set_up else even_score(room.game, first_deal, seat),
    }


def _level(room: Room, chair: int) -> str:
    others = [sitting for at, sitting in enumerate(room.chairs) if at != chair]
    if any(sitting.kind == PERSON for sitting in others):
        return PEOPLE
    levels = {sitting.level for sitting in others}
    only = levels.pop() if len(levels) == 1 else None
    return only or MIXED
