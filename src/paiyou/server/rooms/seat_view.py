"""What one chair, or a spectator, is told of a room: the View of its seat and what everybody knows, nothing else.

Hands are read here and nowhere else on the way to a client, and only the own one while a game runs.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.trick_spec import TrickSpec
from paiyou.server.rooms.room import PERSON, Room


def table_for(
    room: Room,
    chair: int | None,
    connected: frozenset[int] = frozenset(),
    stand_ins: frozenset[int] = frozenset(),
) -> dict[str, Any]:
    """The `table` object of docs/table.md for a chair, None for a spectator.

    `connected` are the chairs of people who are there, `stand_ins` those of people for whom a bot plays.
    """
    state: Any = room.state
    begun = not room.waiting
    climbing = isinstance(room.game.spec, ClimbingSpec)
    seat = None if chair is None else room.seat_of(chair)
    turn = state.turn if begun and not state.over else None
    return {
        "room": room.id,
        "game_name": room.game.name,
        "title": room.game.title,
        "family": "climbing" if climbing else "trick",
        "game": room.number,
        "index": room.index,
        "phase": _phase(room),
        "turn": turn,
        "you": None if chair is None or seat is None else _you(room, chair, seat, turn),
        "invite": room.invite if chair is not None and room.waiting else None,
        "players": [_player(room, at, connected, stand_ins) for at in range(room.seats)],
        "landlord": _landlord(room),
        "bottom": room.bottom if begun else None,
        "stake": _stake(room),
        "last": _last(room) if begun else None,
        "history": [
            {
                "seat": played.seat, "move": played.move, "cards": played.cards,
                "note": None if played.note is None else {"code": "replaced", "by": played.note},
            }
            for played in room.history
        ],
        "trick": [] if climbing else [{"seat": at, "card": card} for at, card in state.trick],
        "tricks_played": 0 if climbing else sum(state.tricks),
        "counter": None if seat is None or not begun else _counter(room, seat),
        "result": _result(room),
        "games": [{"game": number, "payoffs_by_chair": result} for number, result in room.results],
        "redeals": room.redeals,
    }  # fmt: skip


def _phase(room: Room) -> str:
    state: Any = room.state
    if room.waiting:
        return "waiting"
    if state.over:
        return "over"
    if isinstance(room.game.spec, ClimbingSpec):
        return "auction" if state.bidding else "play"
    return "exposing" if state.exposing else "play"


def _you(room: Room, chair: int, seat: int, turn: int | None) -> dict[str, Any]:
    begun = not room.waiting
    view = room.state.view(seat)
    return {
        "seat": seat,
        "chair": chair,
        "name": room.chairs[chair].name,
        "cards": room.state.cards(seat) if begun else [],
        "hand": view.hand if begun else [],
        "moves": view.moves() if turn == seat else [],
    }


def _player(room: Room, seat: int, connected: frozenset[int], stand_ins: frozenset[int]) -> dict[str, Any]:
    state: Any = room.state
    chair = room.chair_at(seat)
    sitting = room.chairs[chair]
    landlord, teams = _landlord(room), room.game.teams
    trick = isinstance(room.game.spec, TrickSpec)
    role = None
    if landlord is not None:
        role = "landlord" if seat == landlord else "peasant"
    return {
        "chair": chair,
        "name": sitting.name,
        "kind": sitting.kind,
        "level": sitting.level,
        "agent": sitting.agent,
        "connected": sitting.kind != PERSON or chair in connected,
        "stand_in": chair in stand_ins,
        "cards_left": len(state.hands[seat]) if not room.waiting else 0,
        "role": role,
        "team": teams[(seat - (landlord or 0)) % room.seats],
        "score": room.scores[chair],
        "payoff": None if state.payoffs is None or room.waiting else state.payoffs[seat],
        "points": state.points[seat] if trick else None,
        "taken": state.taken[seat] if trick else None,
        "exposed": [
            card
            for played in room.history
            if played.seat == seat and played.move.startswith("expose")
            for card in played.cards
        ],
    }


def _landlord(room: Room) -> int | None:
    """The landlord's seat, once there is one."""
    spec = room.game.spec
    if not isinstance(spec, ClimbingSpec) or spec.pile != "landlord" or room.waiting:
        return None
    return cast("int | None", cast(Any, room.state).landlord)


def _stake(room: Room) -> dict[str, Any] | None:
    spec = room.game.spec
    if not isinstance(spec, ClimbingSpec) or spec.score.kind != "stake" or room.waiting:
        return None
    state: Any = room.state
    bid, bombs = int(state.stake), int(state.bombs)
    value = bid << bombs
    spring = False
    if state.over and state.payoffs is not None:
        final = min(abs(int(payoff)) for payoff in state.payoffs)
        spring, value = spec.score.spring and final == 2 * value, final
    return {"bid": bid, "bombs": bombs, "spring": bool(spring), "value": value}


def _last(room: Room) -> dict[str, Any] | None:
    last = room.state.last
    if last is None or room.state.over:
        return None
    seat, move = last
    cards = next((played.cards for played in reversed(room.history) if (played.seat, played.move) == (seat, move)), ())
    return {"seat": seat, "move": move, "cards": cards}


def _counter(room: Room, seat: int) -> dict[str, Any]:
    """What is not in the own hand and not played yet: how many of each rank, in trick games the cards of each suit."""
    unseen = room.state.view(seat).unseen
    spec = room.game.spec
    if isinstance(spec, ClimbingSpec):
        left = Counter(unseen)
        return {symbol: left[symbol] for symbol in spec.symbols}
    return {suit: [card for card in unseen if card[0] == suit] for suit in "SHCD"}


def _result(room: Room) -> dict[str, Any] | None:
    state = room.state
    if room.waiting or not state.over or state.payoffs is None:
        return None
    best = max(state.payoffs)
    return {
        "winner": state.winner,
        "winners": [seat for seat, payoff in enumerate(state.payoffs) if payoff == best],
        "payoffs": state.payoffs,
        "hands": [state.cards(seat) for seat in range(room.seats)],
        "redeals": room.redeals,
    }
