"""Games in the terminal until the person has had enough."""

from __future__ import annotations

import secrets

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from paiyou.agents.base import Agent
from paiyou.agents.bidders import choose_at_table
from paiyou.agents.human import written_move
from paiyou.agents.registry import agent as make_agent
from paiyou.games.dealing import random_word
from paiyou.games.family import TERMINAL
from paiyou.games.game import Game
from paiyou.games.protocol import State
from paiyou.games.registry import game as find_game
from paiyou.terminal.screen import Screen

MOVES_SHOWN = 60


class Leave(Exception):  # noqa: N818
    """The person wants to stop."""


def play_in_terminal(game_name: str, against: str | None, *, seat: int, seed: int | None, console: Console) -> None:
    """Play games until the person has had enough; scores are kept over the games.

    The other seats are the game's strongest player's unless another is named.
    """
    game = find_game(game_name)
    against = against or game.info.strongest
    if not 0 <= seat < game.seats:
        raise ValueError(f"there is no seat {seat} in {game.name}; seats are 0 to {game.seats - 1}")
    agents = {other: make_agent(against, game) for other in range(game.seats) if other != seat}
    if any(agent.interactive for agent in agents.values()):
        raise ValueError("one person plays in the terminal; the others must be agents")
    first_seed = secrets.randbits(32) if seed is None else seed
    screen_of = game.family.part(TERMINAL)
    console.print(Text.assemble((game.title, "bold"), f"   you are seat {seat}, the others are {against}"))
    console.print(screen_of.how_to_write(game), style="dim")
    scores = [0] * game.seats
    number = 0
    try:
        while True:
            deal_seed = first_seed if number == 0 else random_word(first_seed, number)
            number += 1
            console.rule(f"game {number}   seed {deal_seed}")
            screen = screen_of(game, seat, console)
            state = _play_one(game, agents, screen, deal_seed)
            if state.redeal:
                console.print("Everybody declined: the cards are dealt again.")
                continue
            assert state.payoffs is not None
            scores = [score + payoff for score, payoff in zip(scores, state.payoffs, strict=True)]
            screen.show_result(state, scores)
            if _read("Another game? [Y/n] ", console).lower() not in ("", "y", "yes"):
                raise Leave
    except (Leave, KeyboardInterrupt):
        console.print("\nGoodbye. 再见。", style="dim")


def _play_one(game: Game, agents: dict[int, Agent], screen: Screen, seed: int) -> State:
    for other, agent in agents.items():
        agent.begin(random_word(seed, 1_000 + other))
    state = game.deal(seed)
    while not state.over:
        screen.before_move(state)
        mover = state.turn
        move = _ask(state, screen) if mover == screen.seat else choose_at_table(agents[mover], state)
        state.play(move)
        screen.after_move(state, mover, move)
    return state


def _ask(state: State, screen: Screen) -> str:
    console, view = screen.console, state.view(screen.seat)
    prompt = screen.show_decision(state)
    while True:
        text = _read(prompt, console).strip()
        if text in ("?", "help"):
            moves = view.moves()
            console.print(Padding("  ".join(moves[:MOVES_SHOWN]), (0, 0, 0, 2)), highlight=False)
            if len(moves) > MOVES_SHOWN:
                console.print(f"  and {len(moves) - MOVES_SHOWN} more", style="dim")
            continue
        if text in ("quit", "exit"):
            raise Leave
        if not text:
            continue
        try:
            return written_move(view, screen.read(text, view))
        except ValueError as error:
            console.print(Padding(Text(str(error), style="yellow"), (0, 0, 0, 2)))


def _read(prompt: str, console: Console) -> str:
    try:
        return console.input(prompt, markup=False)
    except EOFError:
        raise Leave from None
