"""What an agent can lose in a game that is too large for its tree, such as Mini Dou Dizhu with hands of seven.

A best opponent is found by a walk that keeps only its path, and of the agent's moves follows the one that it makes: for
one who always does the same when he sees the same, that leaves a small part of the game. It says nothing of the value
of the game but bounds: the agent is sure of its worst case in either seat, and nobody can keep more from it than that.
"""

from __future__ import annotations

import time

from paiyou.agents.random import RandomAgent
from paiyou.games.family import THEORY
from paiyou.games.game import Game
from paiyou.games.protocol import State
from paiyou.games.registry import game as find_game
from paiyou.theory.agent_policy import AgentLike, asked_move, make_agent
from paiyou.theory.exploiting import Exploitability, name_of


def walked_exploitability(game: Game | str, agent: AgentLike) -> Exploitability:
    """How much an agent without chance loses to opponents who know it and play best, in either seat.

    One with chance is asked once at every information set, as by `exploitability` with one sample.

    Example: `walked_exploitability("mini-doudizhu:hand=6", "rules").exploitability`.
    """
    begun = time.perf_counter()
    game = find_game(game) if isinstance(game, str) else game
    best_reply = getattr(game.family.part(THEORY), "best_reply", None)
    if best_reply is None or game.seats != 2:
        raise ValueError(
            f"a best opponent is found in climbing games of two, such as mini-doudizhu, not in {game.name}"
        )
    player = make_agent(agent, game)
    if type(player) is RandomAgent:
        raise ValueError("the random player mixes all its moves, and a walk follows one of them")

    def choose(state: State) -> str:
        view = state.view(state.turn)
        return asked_move(player, view, view.moves())

    (first, asked_first), (second, asked_second) = (best_reply(game, known, choose) for known in (0, 1))
    return Exploitability(
        game.name, name_of(agent), (0.0 - first, 0.0 - second), asked=(asked_first, asked_second),
        seconds=time.perf_counter() - begun,
    )  # fmt: skip
