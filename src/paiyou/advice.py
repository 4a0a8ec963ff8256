"""Advice for a person at a real table: what a seat knows goes in, every legal move with its value comes out.

The command line and the table's API ask the same function.
"""

from __future__ import annotations

from typing import Any

from paiyou.agents.base import Agent, Evaluation, Unit, is_clairvoyant
from paiyou.agents.registry import agent as find_agent
from paiyou.games.game import Game
from paiyou.games.protocol import Hand, View
from paiyou.games.view_from_history import History, view_of


def advise(
    game: Game, agent: str | None = None, *, seat: int, hand: Hand, history: History = (), bottom: Hand = ""
) -> Evaluation:
    """Every legal move with what the agent thinks of it, best first; ValueError where it cannot or may not advise.

    What the values are says `advice_unit`.

    Without an agent the game's strongest is asked.

    Example: `advise(game, "rules", seat=1, hand="3456789TJQKA2BR33", history=[(0, "44")], bottom="557")`.
    """
    return _adviser(game, agent).evaluate(view_to_move(game, seat=seat, hand=hand, history=history, bottom=bottom))


def advice_unit(
    game: Game, agent: str | None = None, *, seat: int, hand: Hand, history: History = (), bottom: Hand = ""
) -> Unit:
    """What the values of `advise` are: expected results, points (of calls, too), or no more than an order."""
    return _adviser(game, agent).unit(view_to_move(game, seat=seat, hand=hand, history=history, bottom=bottom))


def _adviser(game: Game, agent: str | None) -> Agent:
    name = agent or game.info.strongest
    player = find_agent(name, game)
    if is_clairvoyant(player) or player.interactive:
        raise ValueError(f"{name} cannot advise: it would have to see all hands, or asks a person itself")
    return player


def view_to_move(game: Game, *, seat: int, hand: Hand, history: History = (), bottom: Hand = "") -> View:
    """What the seat knows that is to move now; ValueError where it is another's turn."""
    view = view_of(game, seat, hand, history, bottom)
    if view.turn != seat:
        raise ValueError(f"it is seat {view.turn}'s turn after this history, not seat {seat}'s")
    return view


def evaluation_json(moves: Evaluation) -> list[dict[str, Any]]:
    """Moves with values as they are written in JSON."""
    return [{"move": move, "value": value, "weight": weight} for move, value, weight in moves]
