"""Hints: what the game's best player would do on a person's turn, from what that person sees."""

from __future__ import annotations

import contextlib
from typing import Any

from paiyou.games.info import GameInfo
from paiyou.review import COSTS
from paiyou.server.bots.levels import stand_in
from paiyou.server.bots.pool import BotError, Bots
from paiyou.server.families.display import combos
from paiyou.server.rooms.live_room import LiveRoom
from paiyou.server.rooms.refusals import RefusedError
from paiyou.server.rooms.room import Room
from paiyou.server.settings import Settings


def close_margin(unit: str, info: GameInfo) -> float | None:
    """The difference below which two moves count as equal: the least that a review calls inaccurate; None: unknown."""
    if unit == "points":
        return None if info.mistakes is None else info.mistakes[0]
    return COSTS[0] if unit == "result" else None


class Hints:
    """Gives hints, one at a time to each chair."""

    def __init__(self, bots: Bots, settings: Settings) -> None:
        self._bots, self._settings = bots, settings

    async def find(self, live: LiveRoom, chair: int | None, game: int, index: int) -> dict[str, Any]:
        """The best moves at a place of the game, which must be a person's turn; RefusedError for any other."""
        room = live.room
        if chair is None:
            raise RefusedError("spectator", "you are watching; hints are for those who play")
        if (game, index) != (room.number, room.index):
            raise RefusedError("late", f"the table is at action {room.index} of game {room.number}")
        if room.waiting or room.over or room.state.turn != room.seat_of(chair):
            raise RefusedError("not_your_turn", "there is a hint for the one who is to move")
        if not room.gives_hints:
            raise RefusedError("rated", "there are no hints in rated games between people")
        if chair in live.asking:
            raise RefusedError("busy", "one hint at a time")
        live.asking.add(chair)
        try:
            hint = await self._ask(room, live.asker)
            live.hinted.add((game, chair))
            return hint
        finally:
            live.asking.discard(chair)

    async def _ask(self, room: Room, client: str) -> dict[str, Any]:
        # Built before the first one is sent: while an agent thinks, the turn may pass to another seat.
        info = room.game.info
        questions = [(agent, room.question(agent)) for agent in (info.strongest, stand_in(info, info.strongest))]
        for agent, question in questions:
            with contextlib.suppress(BotError, ValueError):
                answer = await self._bots.run("hint", question, self._settings.bot_seconds, client=client)
                moves = answer["moves"]
                named = combos(room.game, [one["move"] for one in moves])
                unit = answer["unit"]
                best = [{**one, "combo": named.get(one["move"])} for one in moves]
                return {
                    "moves": best, "unit": unit, "close": close_margin(unit, info),
                    "close_points": close_margin("points", info), "agent": agent,
                }  # fmt: skip
        raise RefusedError("busy", "nobody has a hint at the moment; try again")
