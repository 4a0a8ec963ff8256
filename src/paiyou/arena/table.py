"""One game at one table: deal, ask each agent in turn, report the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from paiyou.agents.base import Agent, what_it_sees
from paiyou.games.dealing import random_word
from paiyou.games.game import Game

if TYPE_CHECKING:
    from paiyou._core import ClimbingState

MAX_REDEALS = 100
"""After so many auctions without a landlord a game is given up as drawn."""


def play_game(game: Game, agents: Sequence[Agent], seed: int, stream: int = 0) -> ClimbingState:
    """Play one game to its end; the same seed and stream give the same game.

    The deal depends on the seed alone, the chance of the agents on both: games on one deal differ in their streams.
    When everybody declines, the cards are dealt again with the next seed that follows from this one.
    """
    for seat, agent in enumerate(agents):
        agent.begin(random_word(seed, 1_000 + stream * game.seats + seat))
    state = game.deal(seed)
    for redeal in range(MAX_REDEALS):
        if redeal:
            state = game.deal(random_word(seed, 1_000_000 + redeal))
        while not state.over:
            agent = agents[state.turn]
            state.play(agent.choose(what_it_sees(agent, state)))
        if not state.redeal:
            break
    return state
