"""A position of a finished game, to be played again: the same hidden cards, a person on one seat, bots elsewhere."""

from __future__ import annotations

from dataclasses import replace

from paiyou.records.position import Position
from paiyou.server.bots.levels import strongest
from paiyou.server.rooms.refusals import RefusedError
from paiyou.server.rooms.restore import empty_room, refuse_damaged
from paiyou.server.rooms.room import BOT, PERSON, Chair
from paiyou.server.rooms.stored_room import DEALT, StoredRoom


def finished_position(
    stored: StoredRoom, number: int, place: int, seat: int, name: str
) -> tuple[Position, list[Chair]]:
    """A finished game before one of its moves, and who sits there now; RefusedError for any other.

    Bots stay who they were, and the strongest sits where other people did.
    """
    if not stored.actions and number > 0:
        raise RefusedError("no_game", f"there is no game {number} in this room")
    room = replace(empty_room(stored), number=number, index=0, redeals=0)
    with refuse_damaged(room.id):
        for action in stored.actions:
            if action["number"] != DEALT:
                room.play(action["move"], action["note"])
    if not room.over:
        raise RefusedError("not_over", f"game {number} is not over; it can be played again after its end")
    if not 0 <= place < len(room.history) or seat >= room.seats:
        raise ValueError(
            f"the game has moves 0 to {len(room.history) - 1} and seats 0 to {room.seats - 1}, "
            f"not move {place} and seat {seat}"
        )
    begun = Position(room.game.name, seed=room.deal_seed) if room.opened is None else room.opened
    level, agent = strongest(room.game.info)
    best = Chair(BOT, level=level, agent=agent)
    players = [room.player_at(at) for at in range(room.seats)]
    # The first game of a room has every chair at the seat of its number.
    chairs = [player if player.kind == BOT else best for player in players]
    chairs[seat] = Chair(PERSON, name)
    return replace(begun, moves=tuple(played.move for played in room.history[:place])), chairs
