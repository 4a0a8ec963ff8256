"""Tasks of worker processes for the API: plain JSON in, plain JSON out; ValueError for bad input.

The payloads are bodies of `api/schemas` that have been checked there; whether they make sense is found here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from paiyou.advice import advice_unit, advise, evaluation_json, view_to_move
from paiyou.endgames import endgame, solve
from paiyou.games.game import Game
from paiyou.games.protocol import State
from paiyou.games.registry import game as find_game
from paiyou.games.registry import game_info
from paiyou.puzzles.defend import defend
from paiyou.puzzles.endless import search
from paiyou.puzzles.puzzle import Puzzle, puzzle, puzzle_game
from paiyou.records.record import Record
from paiyou.review import review
from paiyou.server.families.display import combos, display_of
from paiyou.server.lab.tasks import LAB_TASKS, SOLVER_NODES, SOLVER_SECONDS
from paiyou.server.profiles.facts import facts_of
from paiyou.server.rooms.lesson_room import play_lesson
from paiyou.server.rooms.records import finished_records
from paiyou.server.rooms.refusals import Refusal, RefusedError, why_refused
from paiyou.server.rooms.stored_room import StoredRoom

BOOK_POSITIONS = 60
FIND_SECONDS = 1.0
"""Of a search for a puzzle at a time: others have their turn in between."""

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
    game, posed = puzzle_game(), Puzzle.from_json(payload["puzzle"])
    state = posed.start()
    played: list[tuple[int, str]] = []
    for move in payload["moves"]:
        refusal = Refusal("over", "the puzzle is over after these moves") if state.over else why_refused(state, move)
        if refusal is not None:
            return _refused(refusal)
        played.append((state.turn, move))
        state.play(move)
    return _puzzle_position(game, posed, state, played)


def find_puzzle_task(payload: Payload) -> Payload:
    """The puzzle of a number, or how far the search has come; it is not a worker's for long."""
    found, deals = search(payload["number"], payload["begin"], FIND_SECONDS)
    return {"puzzle": None if found is None else found.to_json(), "deals": deals}


def puzzle_book_task(payload: Payload) -> Payload:
    """A puzzle after the moves that win, and the peasants' replies: enough to play it offline."""
    game, posed = puzzle_game(), puzzle(payload["puzzle"])
    positions: list[Payload] = []
    # First the one way to the end that hints show, and then the others, those with fewer moves before.
    waiting = deque([(posed.start(), list[tuple[int, str]]())])
    on_the_line = True
    while waiting and len(positions) < BOOK_POSITIONS:
        state, played = waiting.pop() if on_the_line else waiting.popleft()
        position = _puzzle_position(game, posed, state, played)
        positions.append(position)
        on_the_line = on_the_line and not state.over
        for move in reversed(position["winning"]):
            after = state.copy()
            after.play(move)
            waiting.append((after, [*position["moves"], (0, move)]))
    return {"positions": positions}


def _puzzle_position(game: Game, posed: Puzzle, state: State, played: list[tuple[int, str]]) -> Payload:
    """A puzzle after some moves; the peasants reply in `state`."""
    asked = [move for _, move in played]
    played = [*played, *defend(state, max_nodes=SOLVER_NODES, seconds=SOLVER_SECONDS)]
    solution = None if state.over else solve(state, max_nodes=SOLVER_NODES, seconds=SOLVER_SECONDS)
    legal = [] if state.over else state.moves()
    line = [] if solution is None else solution.line
    # What lay on the table at the beginning is shown, too.
    named = [*played, *line, *([] if posed.last is None else [posed.last])]
    return {
        "shape": display_of(game).shape(game).to_json(),
        "asked": asked,
        "level": posed.level,
        "difficulty": posed.difficulty,
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


def lesson_task(payload: Payload) -> Payload:
    """A step of a game's lesson after the person's moves; `refusal` where a move may not be made."""
    try:
        return play_lesson(game_info(payload["game"]), payload["step"], payload["moves"])
    except RefusedError as error:
        return _refused(error.refusal)


def review_task(payload: Payload) -> Payload:
    """What an agent thinks of every decision of a finished game."""
    record = Record.from_line(payload["record"])
    reviewed, game = review(record, payload["agent"]).to_json(), find_game(record.game)
    for decision in reviewed["decisions"]:
        for judged in (decision, *decision["told"]):
            judged["combo"] = game.family.combo_of(game.spec, judged["move"])
    return reviewed


def records_task(payload: Payload) -> Payload:
    """The records of a stored room's finished games; `refusal` where they cannot be played here any more."""
    try:
        return {"records": list(finished_records(StoredRoom(**payload)).items())}
    except RefusedError as error:
        return _refused(error.refusal)


def result_task(payload: Payload) -> Payload:
    """What a stored room's finished game was for a chair; `refusal` where it cannot be played here any more."""
    try:
        number, chair = payload["number"], payload["chair"]
        return facts_of(StoredRoom(payload["room"], payload["chairs"], payload["actions"]), number, chair)
    except RefusedError as error:
        return _refused(error.refusal)


TASKS: dict[str, Callable[[Payload], Payload]] = {
    "moves": moves_task,
    "advise": advise_task,
    "solve": solve_task,
    "find puzzle": find_puzzle_task,
    "puzzle": puzzle_task,
    "puzzle book": puzzle_book_task,
    "lesson": lesson_task,
    "review": review_task,
    "records": records_task,
    **LAB_TASKS,
    "result": result_task,
}
"""By the kind that `bots.run` is asked for."""


def _refused(refusal: Refusal) -> Payload:
    return {"refusal": {"code": refusal.code, "message": refusal.message, "detail": refusal.detail}}


def _seen(payload: Payload) -> dict[str, Any]:
    return {
        "seat": payload["seat"],
        "hand": payload["hand"],
        "history": [(seat, move) for seat, move in payload["history"]],
        "bottom": payload["bottom"],
    }
