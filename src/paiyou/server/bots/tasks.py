"""What worker processes do for the API: a payload of plain JSON goes in, one comes out; ValueError for bad input.

The payloads are bodies of `api/schemas` that have been checked there; whether they make sense is found here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from paiyou.advice import advice_unit, advise, evaluation_json, view_to_move
from paiyou.endgames import endgame, solve
from paiyou.games.registry import game as find_game
from paiyou.puzzles.defend import defend
from paiyou.puzzles.puzzle import puzzle, puzzle_game
from paiyou.records.record import Record
from paiyou.review import review
from paiyou.server.families.display import combos, display_of
from paiyou.server.lab.tasks import LAB_TASKS, SOLVER_NODES, SOLVER_SECONDS
from paiyou.server.rooms.records import finished_records
from paiyou.server.rooms.refusals import Refusal, RefusedError, why_refused
from paiyou.server.rooms.stored_room import StoredRoom

Payload = dict[str, Any]


def moves_task(payload: Payload) -> Payload:
    """The legal moves of a seat that knows this much."""
    game = find_game(payload["game"])
    moves = view_to_move(game, **_seen(payload)).moves()
    if not moves:
        raise ValueError("the game is over after this history: there is no move left")
    return {"moves": moves, "combos": combos(game, moves)}


def advise_task(payload: Payload) -> Payload:
    """What an agent thinks of them."""
    game = find_game(payload["game"])
    moves = evaluation_json(advise(game, payload["agent"], **_seen(payload)))
    unit = advice_unit(game, payload["agent"], **_seen(payload))
    return {"moves": moves, "unit": unit, "combos": combos(game, [each["move"] for each in moves])}


def solve_task(payload: Payload) -> Payload:
    """An endgame with open hands, solved within the server's limits."""
    last, game = payload["last"], find_game(payload["game"])
    state = endgame(
        game,
        payload["hands"],
        turn=payload["turn"],
        last=None if last is None else (last[0], last[1]),
        bottom=payload["bottom"],
    )
    solution = solve(state, max_nodes=SOLVER_NODES, seconds=SOLVER_SECONDS)
    return solution.to_json() | {"combos": combos(game, [*solution.moves, *(move for _, move in solution.line)])}


def puzzle_task(payload: Payload) -> Payload:
    """A puzzle after some moves and the peasants' best replies; `refusal` where a move may not be made."""
    game, posed = puzzle_game(), puzzle(payload["puzzle"])
    state = posed.start()
    played: list[tuple[int, str]] = []
    for move in payload["moves"]:
        refusal = Refusal("over", "the puzzle is over after these moves") if state.over else why_refused(state, move)
        if refusal is not None:
            return _refused(refusal)
        played.append((state.turn, move))
        state.play(move)
    played += defend(state, max_nodes=SOLVER_NODES, seconds=SOLVER_SECONDS)
    solution = None if state.over else solve(state, max_nodes=SOLVER_NODES, seconds=SOLVER_SECONDS)
    legal = [] if state.over else state.moves()
    line = [] if solution is None else solution.line
    # What lay on the table at the beginning is shown, too.
    named = [*played, *line, *([] if posed.last is None else [posed.last])]
    return {
        "shape": display_of(game).shape(game).to_json(),
        "moves": played,
        "hands": list(state.hands),
        "turn": None if state.over else state.turn,
        "last": state.last,
        "legal": legal,
        "combos": combos(game, [*legal, *(move for _, move in named)]),
        # Over, the last who played is out of cards.
        "winner": played[-1][0] if solution is None else solution.winner,
        "winning": [] if solution is None else solution.moves,
        "line": line,
    }


def review_task(payload: Payload) -> Payload:
    """What an agent thinks of every decision of a finished game."""
    record = Record.from_line(payload["record"])
    told, game = review(record, payload["agent"]).to_json(), find_game(record.game)
    for decision in told["decisions"]:
        for judged in (decision, *decision["told"]):
            judged["combo"] = game.family.combo_of(game.spec, judged["move"])
    return told


def records_task(payload: Payload) -> Payload:
    """The records of a stored room's finished games; `refusal` where they cannot be played here any more."""
    try:
        return {"records": list(finished_records(StoredRoom(**payload)).items())}
    except RefusedError as error:
        return _refused(error.refusal)


TASKS: dict[str, Callable[[Payload], Payload]] = {
    "moves": moves_task,
    "advise": advise_task,
    "solve": solve_task,
    "puzzle": puzzle_task,
    "review": review_task,
    "records": records_task,
    **LAB_TASKS,
}
"""By the kind that `bots.run` is asked for."""


def _refused(refusal: Refusal) -> Payload:
    return {"refusal": {"code": refusal.code, "message": refusal.message}}


def _seen(payload: Payload) -> dict[str, Any]:
    return {
        "seat": payload["seat"],
        "hand": payload["hand"],
        "history": [(seat, move) for seat, move in payload["history"]],
        "bottom": payload["bottom"],
    }
