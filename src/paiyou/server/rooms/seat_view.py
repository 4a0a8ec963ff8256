"""What is sent to one chair, or a spectator, of a room: the View of its seat and what is public, nothing else.

Hands are read here and nowhere else on the way to a client, and only the own one while a game runs.
"""

from __future__ import annotations

from typing import Any

from paiyou.server.families.display import Scene, combos
from paiyou.server.rooms.room import PERSON, Played, Room


def table_for(
    room: Room,
    chair: int | None,
    connected: frozenset[int] = frozenset(),
    stand_ins: frozenset[int] = frozenset(),
) -> dict[str, Any]:
    """The `table` object of docs/table.md for a chair, None for a spectator.

    `connected` are the chairs of people who are there, `stand_ins` those of people for whom a bot plays.
    """
    state = room.state
    begun = not room.waiting
    scene = room.display.scene(room.game, state) if begun else Scene()
    seat = None if chair is None else room.seat_of(chair)
    turn = state.turn if begun and not state.over else None
    return {
        "room": room.id,
        "game_name": room.game.name,
        "title": room.game.title,
        "family": room.game.family.name,
        "shape": room.shape,
        "game": room.number,
        "index": room.index,
        "phase": "waiting" if room.waiting else "over" if state.over else scene.phase,
        "turn": turn,
        "you": None if chair is None or seat is None else _you(room, chair, seat, turn),
        "invite": room.invite if chair is not None and room.waiting else None,
        "players": [_player(room, scene, at, connected, stand_ins) for at in range(room.seats)],
        "landlord": scene.landlord,
        "bottom": room.bottom if begun else None,
        "stake": scene.stake,
        "last": _last(room) if begun else None,
        "history": [
            {**_shown(played), "note": None if played.note is None else {"code": "replaced", "by": played.note}}
            for played in room.history
        ],
        "trick": [{"seat": at, "card": card} for at, card in scene.trick],
        "tricks_played": scene.tricks_played,
        "counter": None if seat is None or not begun else room.display.counter(room.game, state.view(seat)),
        "result": _result(room),
        "games": [{"game": number, "payoffs_by_chair": result} for number, result in room.results],
        "redeals": room.redeals,
        "hints": room.gives_hints,
    }


def _you(room: Room, chair: int, seat: int, turn: int | None) -> dict[str, Any]:
    begun = not room.waiting
    view = room.state.view(seat)
    moves = view.moves() if turn == seat else []
    return {
        "seat": seat,
        "chair": chair,
        "name": room.chairs[chair].name,
        "cards": room.state.cards(seat) if begun else [],
        "hand": view.hand if begun else [],
        "moves": moves,
        "combos": combos(room.game, moves),
    }


def _player(
    room: Room, scene: Scene, seat: int, connected: frozenset[int], stand_ins: frozenset[int]
) -> dict[str, Any]:
    state = room.state
    chair = room.chair_at(seat)
    sitting = room.chairs[chair]
    return {
        "chair": chair,
        "name": sitting.name,
        "kind": sitting.kind,
        "level": sitting.level,
        "agent": sitting.agent,
        "connected": sitting.kind != PERSON or chair in connected,
        "stand_in": chair in stand_ins,
        "cards_left": len(state.hands[seat]) if not room.waiting else 0,
        "role": None if scene.roles is None else scene.roles[seat],
        "team": room.game.teams[(seat - (scene.landlord or 0)) % room.seats],
        "score": room.scores[chair],
        "payoff": None if state.payoffs is None or room.waiting else state.payoffs[seat],
        "points": None if scene.points is None else scene.points[seat],
        "taken": None if scene.taken is None else scene.taken[seat],
        "exposed": [
            *room.exposed[seat],
            *(card for played in room.history if played.seat == seat and played.stays for card in played.cards),
        ],
    }


def _shown(played: Played) -> dict[str, Any]:
    return {"seat": played.seat, "move": played.move, "cards": played.cards, "combo": played.combo}


def _last(room: Room) -> dict[str, Any] | None:
    """What is to be beaten or followed."""
    last = room.state.last
    if last is None or room.state.over:
        return None
    played = [*([] if room.given is None else [room.given]), *room.history]
    return next((_shown(one) for one in reversed(played) if (one.seat, one.move) == last), None)


def _result(room: Room) -> dict[str, Any] | None:
    state = room.state
    if room.waiting or not state.over or state.payoffs is None:
        return None
    return {
        "winner": state.winner,
        "winners": room.game.family.winners(room.game.spec, state),
        "payoffs": state.payoffs,
        "hands": [state.cards(seat) for seat in range(room.seats)],
        "redeals": room.redeals,
    }
