"""One game at one table: deal, ask each agent in turn, report the result. An agent that fails has lost the game."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from paiyou.agents.base import Agent, what_it_sees
from paiyou.arena.clock import OutOfTime, time_limit
from paiyou.arena.forfeit import forfeit_payoffs
from paiyou.games.dealing import random_word
from paiyou.games.game import Game
from paiyou.games.protocol import State
from paiyou.records.record import Forfeit

MAX_REDEALS = 100
"""After so many auctions without a landlord a game is given up as drawn."""


@dataclass(frozen=True)
class Outcome:
    """A game that was played: how it ended, and how long everyone took."""

    state: State
    """The last position: the end, or where an agent failed."""
    seed: int
    """Of the deal that was played."""
    payoffs: list[int]
    times: list[float]
    """Seconds for each decision of that deal; after a forfeit also for the one that failed."""
    forfeit: Forfeit | None = None


class _FailureError(Exception):
    """An agent has failed: its seat and what happened."""

    def __init__(self, seat: int, reason: str) -> None:
        super().__init__(reason)
        self.forfeit = Forfeit.because(seat, reason)


def play_game(
    game: Game, agents: Sequence[Agent], seed: int, stream: int = 0, *, clock: float | None = None
) -> Outcome:
    """Play one game to its end; the same seed and stream give the same game.

    The deal depends on the seed alone, the chance of the agents on both: games on one deal differ in their streams.
    When everybody declines, the cards are dealt again with the next seed that follows from this one. `clock` is the
    time in seconds that each seat has for all its moves. A seat whose agent raises an error, plays an illegal move or
    overruns the clock forfeits the game (see `forfeit.py`).
    """
    state, deal_seed = game.deal(seed), seed
    left = [clock] * game.seats
    times: list[float] = []
    try:
        for seat, agent in enumerate(agents):
            _begin(agent, seat, random_word(seed, 1_000 + stream * game.seats + seat))
        for redeal in range(MAX_REDEALS):
            if redeal:
                deal_seed = random_word(seed, 1_000_000 + redeal)
                state = game.deal(deal_seed)
                times.clear()
            while not state.over:
                _make_move(state, agents, left, times)
            if not state.redeal:
                break
    except _FailureError as failure:
        forfeit = failure.forfeit
        return Outcome(state, deal_seed, forfeit_payoffs(game, state, forfeit.seat), times, forfeit)
    assert state.payoffs is not None
    return Outcome(state, deal_seed, state.payoffs, times)


def _begin(agent: Agent, seat: int, seed: int) -> None:
    try:
        agent.begin(seed)
    except (Exception, SystemExit) as error:
        raise _FailureError(seat, f"failed to begin: {type(error).__name__}: {error}") from error


def _make_move(state: State, agents: Sequence[Agent], left: list[float | None], times: list[float]) -> None:
    seat = state.turn
    agent = agents[seat]
    sees = what_it_sees(agent, state)
    time_left = left[seat]
    begun = time.perf_counter()
    move: object = None
    error: BaseException | None = None
    try:
        with time_limit(time_left):
            move = agent.choose(sees)
    except (Exception, SystemExit, OutOfTime) as raised:
        error = raised
    taken = time.perf_counter() - begun
    times.append(taken)
    if time_left is not None:
        left[seat] = time_left - taken
        if taken > time_left or isinstance(error, OutOfTime):
            raise _FailureError(seat, "overran its clock")
    if error is not None:
        raise _FailureError(seat, f"failed: {type(error).__name__}: {error}") from error
    try:
        state.play(move)  # type: ignore[arg-type] # an agent may return anything; the engine says what is wrong with it
    except ValueError as refusal:
        raise _FailureError(seat, f"played an illegal move: {refusal}") from None
