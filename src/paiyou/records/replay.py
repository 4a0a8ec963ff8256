"""Playing a record again: the engine checks every move, and the end is compared with the recorded result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from paiyou.games.game import Game
from paiyou.games.protocol import State
from paiyou.games.registry import game as find_game
from paiyou.options import shown

if TYPE_CHECKING:
    from paiyou.records.record import Record


@dataclass(frozen=True)
class Step:
    """One decision of a game that is played again."""

    number: int
    """1 for the first decision."""
    state: State
    """As it was before the move; `state.turn` is the seat that moves."""
    move: str
    seconds: float | None
    """How long the decision took, where the record says so."""


@dataclass(frozen=True)
class Replay:
    """A record that was played again and found right."""

    record: Record
    game: Game
    state: State
    """The game as the record leaves it."""

    def steps(self) -> Iterator[Step]:
        """The game decision by decision, each with the state in which it was taken."""
        return walk(self.record, self.game)


def replay(record: Record, game: Game | None = None) -> Replay:
    """Play a record again; ValueError at the first thing that is not right, with the number of the move."""
    game = _game_of(record, game)
    state = _begin(record, game)
    for _ in _play(record, game, state):
        pass
    return Replay(record, game, state)


def walk(record: Record, game: Game | None = None) -> Iterator[Step]:
    """The record decision by decision, up to the first that is not right: the step comes first, then the ValueError."""
    game = _game_of(record, game)
    state = _begin(record, game)
    times = record.times or ()
    for number, move in _play(record, game, state):
        yield Step(number, state.copy(), move, times[number - 1] if times else None)


def _game_of(record: Record, game: Game | None) -> Game:
    if game is None:
        game = find_game(record.game)
    elif game.name != record.game:
        raise ValueError(f"the record is of {shown(record.game)}, not of {shown(game.name)}")
    if record.version != game.spec.version:
        raise ValueError(
            f"the record is of version {record.version} of {record.game}; the rules here are version "
            f"{game.spec.version}, so it cannot be played again"
        )
    if record.agents is not None and len(record.agents) != game.seats:
        raise ValueError(f"agents must be one for each of the {game.seats} seats, not {len(record.agents)}")
    return game


def _begin(record: Record, game: Game) -> State:
    if record.hands is None:
        return game.deal(record.seed)
    # Only what the record says: what a game does without is for the game to know.
    names = ("turn", "last", "bottom", "exposed")
    said: dict[str, Any] = {name: getattr(record, name) for name in names if getattr(record, name) is not None}
    hands = [hand if isinstance(hand, str) else list(hand) for hand in record.hands]
    return game.start(hands, **said)


def _play(record: Record, game: Game, state: State) -> Iterator[tuple[int, str]]:
    """Yield the number and text of every decision before it is played on the state; compare the result at the end."""
    number = 0
    for number, (section, move) in enumerate(record.decisions(), 1):
        yield number, move
        right = game.family.section_of(game.spec, move)
        if right != section:
            raise ValueError(f"move {number}, {shown(move)}, stands under {section}, but belongs under {right}")
        try:
            state.play(move)
        except ValueError as error:
            raise ValueError(f"move {number}, {shown(move)}: {error}") from None
    _compare(record, game, state, number)


def _compare(record: Record, game: Game, state: State, moves: int) -> None:
    result = record.result
    if result is None:
        if state.over:
            raise ValueError(f"the game is over after move {moves}, but result is null; it is {_written(state)}")
        return
    if len(result.payoffs) != game.seats:
        raise ValueError(f"payoffs must be one for each of the {game.seats} seats, not {len(result.payoffs)}")
    if result.forfeit is not None:
        if not 0 <= result.forfeit.seat < game.seats:
            raise ValueError(f"there is no seat {result.forfeit.seat} to forfeit; seats are 0 to {game.seats - 1}")
        if state.over or result.redeal:
            raise ValueError(f"the game is over after move {moves}; nobody can forfeit it any more")
        return
    if not state.over:
        raise ValueError(f"the game is not over after move {moves}, but has a result: moves are missing, or it is null")
    if (tuple(state.payoffs or ()), state.redeal) != (result.payoffs, result.redeal):
        raise ValueError(f"the result differs from that of the moves, which is {_written(state)}")


def _written(state: State) -> str:
    return f"payoffs {list(state.payoffs or ())}" + (" and a redeal" if state.redeal else "")
