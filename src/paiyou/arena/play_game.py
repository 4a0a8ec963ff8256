"""One game at one table: deal, ask each agent in turn, report the result. An agent that fails has lost the game."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from paiyou.agents.base import Agent, what_it_sees
from paiyou.arena.clock import OutOfTime, time_limit
from paiyou.arena.measures import forfeit_payoffs
from paiyou.arena.outcome import Outcome
from paiyou.arena.seating import Seating, seats_of
from paiyou.games.dealing import random_word
from paiyou.games.game import Game
from paiyou.games.protocol import State
from paiyou.records.record import Forfeit

MAX_REDEALS = 100
"""After so many auctions without a landlord a game is given up as drawn."""

Value = TypeVar("Value")


def play_game(
    game: Game,
    agents: Sequence[Agent],
    seed: int,
    stream: int = 0,
    *,
    clock: float | None = None,
    seating: Seating | None = None,
    start: State | None = None,
) -> Outcome:
    """Play one game to its end; the same seed and stream give the same game.

    The deal depends on the seed alone, the chance of the agents on both: games on one deal differ in their streams.
    When everybody declines, the cards are dealt again with the next seed that follows from this one.

    `clock` is the time in seconds that each seat has for all its moves. A seat whose agent raises an error, plays an
    illegal move or overruns the clock forfeits the game, and with it all seats of the same number in `seating`.

    `start` is a position to play from instead of a fresh deal; it stays as it is.
    """
    state, deal_seed = game.deal(seed) if start is None else start.copy(), seed
    times: list[float] = []
    asked = [_Asked(seat, clock) for seat in range(game.seats)]
    try:
        for seat, agent in enumerate(agents):
            word = random_word(seed, 1_000 + stream * game.seats + seat)
            asked[seat].answer(lambda agent=agent, word=word: agent.begin(word), "failed to begin")  # type: ignore[misc]
        for redeal in range(MAX_REDEALS):
            if redeal:
                deal_seed = random_word(seed, 1_000_000 + redeal)
                state = game.deal(deal_seed)
                times.clear()
            while not state.over:
                _make_move(state, agents[state.turn], asked[state.turn], times)
            if not state.redeal:
                break
    except _FailureError as failure:
        forfeit = failure.forfeit
        seats = [forfeit.seat] if seating is None else seats_of(seating, seating[forfeit.seat])
        return Outcome(state, deal_seed, forfeit_payoffs(game, state, seats), times, forfeit)
    assert state.payoffs is not None
    return Outcome(state, deal_seed, state.payoffs, times)


class _FailureError(Exception):
    """An agent has failed: its seat and what happened."""

    def __init__(self, seat: int, reason: str) -> None:
        super().__init__(reason)
        self.forfeit = Forfeit.because(seat, reason)


class _Asked:
    """A seat that is asked for answers, and the time it has left for them."""

    def __init__(self, seat: int, clock: float | None) -> None:
        self.seat = seat
        self.left = clock

    def answer(self, question: Callable[[], Value], failing: str, times: list[float] | None = None) -> Value:
        """What the agent says; whatever it raises and whenever it is late, it has failed."""
        begun = time.perf_counter()
        error: BaseException | None = None
        try:
            with time_limit(self.left):
                answer = question()
        except KeyboardInterrupt:
            raise
        except BaseException as raised:  # an agent may raise anything, and the match goes on
            error = raised
        taken = time.perf_counter() - begun
        if times is not None:
            times.append(taken)
        if self.left is not None:
            self.left -= taken
            if self.left < 0 or isinstance(error, OutOfTime):
                raise _FailureError(self.seat, "overran its clock")
        if error is not None:
            raise _FailureError(self.seat, f"{failing}: {_said(error)}") from error
        return answer


def _make_move(state: State, agent: Agent, asked: _Asked, times: list[float]) -> None:
    move = asked.answer(lambda: agent.choose(what_it_sees(agent, state)), "failed", times)
    try:
        state.play(move)
    except Exception as refusal:  # an answer may be anything; a strange one may even fail when it is read
        raise _FailureError(asked.seat, f"played an illegal move: {_said(refusal, named=False)}") from None


def _said(error: BaseException, *, named: bool = True) -> str:
    """An error in words; some cannot even be written."""
    name = type(error).__name__
    try:
        return f"{name}: {error}" if named else str(error)
    except Exception:
        return name
