"""Greetings among friends: preset words from a chair to everybody at its table, now and then."""

from __future__ import annotations

from paiyou.server.bucket import Bucket
from paiyou.server.rooms.live_room import LiveRoom
from paiyou.server.rooms.refusals import RefusedError
from paiyou.server.rooms.room import PERSON

GREETINGS = ("hello", "well_played", "thanks", "hurry", "oops", "again")
"""By their keys; the page has the words in both languages."""
PER_SECOND, BURST = 0.25, 3


def greet(live: LiveRoom, chair: int | None, greeting: str) -> None:
    """Let a chair greet; RefusedError where there is nobody to greet, or it has greeted enough."""
    if chair is None:
        raise RefusedError("spectator", "you are watching; join a room to greet")
    if greeting not in GREETINGS:
        raise RefusedError("bad_message", f"greeting must be one of {', '.join(GREETINGS)}")
    if sum(sitting.kind == PERSON for sitting in live.room.chairs) < 2:
        raise RefusedError("nobody_there", "there is nobody at this table but bots")
    if not live.greeters.setdefault(chair, Bucket(PER_SECOND, BURST)).take():
        raise RefusedError("greeted_enough", "you have greeted enough: wait a little")
    live.broadcast({"type": "greeting", "chair": chair, "greeting": greeting})
