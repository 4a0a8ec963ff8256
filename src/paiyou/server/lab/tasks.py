"""Tasks of worker processes for the lab: plain JSON in, plain JSON out; ValueError for bad input."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from paiyou.advice import evaluation_json
from paiyou.agents.base import Agent, what_it_sees
from paiyou.agents.bidders import choose_at_table
from paiyou.agents.registry import agent_classes
from paiyou.agents.remote import check_remote_agent
from paiyou.beliefs import COUNTING, who_holds
from paiyou.games.family import RULES
from paiyou.games.registry import game as find_game
from paiyou.server.bots.choosing import made_agent
from paiyou.server.families.display import combos, display_of
from paiyou.server.lab.look import LabPosition, look_at, read_lab_position

SOLVER_NODES = 2_000_000
SOLVER_SECONDS = 5.0

Payload = dict[str, Any]


def lab_game_task(payload: Payload) -> Payload:
    """A game as the lab needs it: its cards, who can be asked, and where beliefs may come from."""
    game = find_game(payload["game"])
    display = display_of(game)
    return {
        "game_name": game.name,
        "title": game.title,
        "shape": display.shape(game).to_json(),
        "deck": display.deck(game),
        "sizes": [len(hand) for hand in game.deal(0).hands],
        "agents": _agents(game.name),
        "sources": [COUNTING, *(["rules"] if game.family.has(RULES) else []), *_networks(game.name)],
        "solves": display.solves,
    }


def lab_look_task(payload: Payload) -> Payload:
    """A position, step by step."""
    return look_at(read_lab_position(payload["position"]), payload["first"])


def lab_opening_task(payload: Payload) -> Payload:
    """A position to play on from, with all hands; those that were not given are sampled."""
    laid = read_lab_position(payload["position"], payload["seed"])
    if laid.state().over:
        raise ValueError("the game is over in this position: there is nothing left to play")
    return laid.position.to_json()


def lab_ask_task(payload: Payload) -> Payload:
    """Every legal move with what an agent thinks of it."""
    laid = read_lab_position(payload["position"])
    return _opinion(laid, made_agent(payload["agent"], laid.game), payload["word"])


def lab_move_task(payload: Payload) -> Payload:
    """The move of a bot, what it thinks of its moves where that is wanted, and the table after it."""
    laid = read_lab_position(payload["position"])
    if laid.seen_by is not None:
        raise ValueError("bots play on where all hands were set; set the others, or ask for advice")
    agent, state = made_agent(payload["agent"], laid.game), laid.state()
    if state.over:
        raise ValueError("the game is over in this position: there is no move left")
    agent.begin(payload["word"])
    move = choose_at_table(agent, state)
    opinion = _opinion(laid, agent, payload["word"]) if payload["values"] and agent.opinion else None
    position = laid.position
    after = replace(laid, position=replace(position, moves=(*position.moves, move)))
    return {"move": move, "opinion": opinion, "look": look_at(after, len(after.position.moves))}


def lab_belief_task(payload: Payload) -> Payload:
    """Who may hold what, from what a seat knows."""
    laid = read_lab_position(payload["position"])
    view = laid.view(payload["seat"])
    return {"seat": view.seat, "counts": view.counts, **who_holds(laid.game, view, payload["source"]).to_json()}


def lab_solve_task(payload: Payload) -> Payload:
    """Open hands, solved within the server's limits."""
    laid = read_lab_position(payload["position"])
    if laid.seen_by is not None:
        raise ValueError("an endgame is solved with open hands: set those of the others, too")
    state = laid.state()
    if state.over:
        raise ValueError("the game is over in this position: there is nothing left to solve")
    solved = display_of(laid.game).solve(laid.game, state, max_nodes=SOLVER_NODES, seconds=SOLVER_SECONDS)
    named = [*solved.moves, *(move for _, move in solved.line)]
    return {**solved.to_json(), "combos": combos(laid.game, named)}


LAB_TASKS: Mapping[str, Callable[[Payload], Payload]] = {
    "lab_game": lab_game_task,
    "lab_look": lab_look_task,
    "lab_opening": lab_opening_task,
    "lab_ask": lab_ask_task,
    "lab_move": lab_move_task,
    "lab_belief": lab_belief_task,
    "lab_solve": lab_solve_task,
}


def _opinion(laid: LabPosition, agent: Agent, word: int) -> Payload:
    """What an agent thinks of every move."""
    view = laid.view()
    agent.begin(word)
    state = laid.state()
    if agent.clairvoyant and laid.seen_by is not None:
        raise ValueError(f"{agent.name} sees all hands: set those of the others, too, or ask somebody else")
    moves = evaluation_json(agent.evaluate(what_it_sees(agent, state)))
    return {"moves": moves, "unit": agent.unit(view), "combos": combos(laid.game, [one["move"] for one in moves])}


def _agents(game: str) -> list[Payload]:
    """Those that a remote client may ask for in a game, with one line each."""
    found = []
    for name in agent_classes():
        try:
            kind = check_remote_agent(name, game, clairvoyant=True)
        except ValueError:
            continue
        found.append({"name": name, "line": kind.line, "sees_all": bool(kind.clairvoyant)})
    return found


def _networks(game: str) -> list[str]:
    """The game's network that predicts hidden cards, where there is one."""
    from paiyou.agents.neural.belief import BELIEF, check_remote_belief

    try:
        check_remote_belief("", game)
    except ValueError:
        return []
    return [BELIEF]
