"""A position as the lab shows it: every step from its beginning, as a table would show it, and what may be played now.

A position is set up with all hands, or as what one seat knows. Then the other hands are sampled, so that the game can
be replayed, and never sent to the client.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from paiyou.games.game import Game
from paiyou.games.protocol import State, View
from paiyou.games.registry import game as find_game
from paiyou.games.view_from_history import view_of
from paiyou.options import shown
from paiyou.records.position import Position
from paiyou.server.families.display import combos
from paiyou.server.rooms.reviews import step_of
from paiyou.server.rooms.room import BOT, Chair, Room
from paiyou.server.rooms.seat_view import table_for


@dataclass(frozen=True)
class LabPosition:
    """A position that a client set up."""

    game: Game
    position: Position
    """With the other hands sampled, where only one was given."""
    seen_by: int | None = None
    """The seat whose knowledge was given; None where all hands were."""

    def state(self) -> State:
        """The state after all moves."""
        return self.position.state(self.game)

    def view(self, seat: int | None = None) -> View:
        """What a seat knows, by default the one to move; ValueError for a seat whose hand was not given."""
        state = self.state()
        if state.over:
            raise ValueError("the game is over in this position: there is nothing left to decide")
        seat = state.turn if seat is None else seat
        if not 0 <= seat < self.game.seats:
            raise ValueError(f"seat must be 0 to {self.game.seats - 1}, not {seat}")
        if self.seen_by not in (None, seat):
            raise ValueError(f"only what seat {self.seen_by} knows was set, and not what seat {seat} knows")
        return state.view(seat)


def read_lab_position(body: Mapping[str, Any], seed: int = 0) -> LabPosition:
    """A position as the API takes it: with `seed` or `hands`, or with the `hand` of a `seat` and a `history`.

    `seed` decides the hands that are sampled.
    """
    game = find_game(body["game"])
    version = body.get("version")
    if version not in (None, game.spec.version):
        raise ValueError(
            f"this is of version {version} of {game.name}; the rules here are version {game.spec.version}: it cannot "
            "be played again"
        )
    if body.get("seat") is None:
        return LabPosition(game, Position.from_json(body))
    seat, history = body["seat"], [(mover, move) for mover, move in body["history"]]
    view = view_of(game, seat, body["hand"], history, body["bottom"])
    return LabPosition(game, _position(game, view.sample(seed)), seat)


def _position(game: Game, state: State) -> Position:
    begun = state.rewound()
    bottom = getattr(begun, "bottom", None) or None
    moves = tuple(move for _, move in state.history)
    return Position(game.name, hands=tuple(begun.hands), turn=begun.turn, bottom=bottom, moves=moves)


def look_at(laid: LabPosition, first: int = 0) -> dict[str, Any]:
    """What the page needs to show a position: its steps from the `first` on; the page has those before."""
    game, position = laid.game, laid.position
    chairs = [Chair(BOT) for _ in range(game.seats)]
    room = Room("lab", game, b"", chairs, opening=replace(position, moves=()))
    given = room.state.last
    steps, redeal = [_step(room)], False
    for number, move in enumerate(position.moves, 1):
        if redeal or room.over:
            raise ValueError(f"move {number}, {shown(move)}: the game is over before it")
        trial = room.state.copy()
        try:
            trial.play(move)
        except ValueError as error:
            raise ValueError(f"move {number}, {shown(move)}: {error}") from None
        redeal = trial.redeal
        if not redeal:
            room.play(move)
            steps.append(_step(room))
    table = table_for(room, None)
    legal = [] if redeal or room.over or laid.seen_by not in (None, room.state.turn) else room.state.moves()
    if redeal:
        steps.append({**steps[-1], "phase": "over", "turn": None})
    if laid.seen_by is not None:
        steps = [_seen(step, laid.seen_by) for step in steps]
    kept = ("game_name", "title", "shape", "history", "result")
    return {
        **{name: table[name] for name in kept},
        "teams": [player["team"] for player in table["players"]],
        "seen_by": laid.seen_by,
        "redeal": redeal,
        "given": None if given is None else {"seat": given[0], "move": given[1], "cards": [], "combo": None},
        "first": first,
        "steps": steps[first:],
        "moves": [played.move for played in room.history],
        "legal": legal,
        "combos": combos(game, legal),
    }


def _step(room: Room) -> dict[str, Any]:
    """As in a review, with everybody's number of cards and what is to be beaten."""
    step = step_of(room)
    return {**step, "counts": [len(hand) for hand in step["hands"]], "last": None if room.over else room.state.last}


def _seen(step: dict[str, Any], seat: int) -> dict[str, Any]:
    """A step without the sampled hands."""
    hands = [hand if at == seat else [] for at, hand in enumerate(step["hands"])]
    return {**step, "hands": hands}
