"""A table in the terminal: one person and agents in the other seats."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from paiyou.agents.base import Agent, what_it_sees
from paiyou.agents.human import written_move
from paiyou.agents.registry import agent as make_agent
from paiyou.games.dealing import random_word
from paiyou.games.game import Game
from paiyou.games.registry import game as find_game

if TYPE_CHECKING:
    from paiyou._core import ClimbingState, ClimbingView

SUIT_SIGNS = {"H": "♥", "D": "♦", "S": "♠", "C": "♣"}
MOVES_SHOWN = 60


class Leave(Exception):  # noqa: N818
    """The person wants to stop."""


def play_in_terminal(game_name: str, against: str, *, seat: int, seed: int | None, console: Console) -> None:
    """Play games until the person has had enough; scores are kept over the games."""
    game = find_game(game_name)
    if not 0 <= seat < game.seats:
        raise ValueError(f"there is no seat {seat} in {game.name}; seats are 0 to {game.seats - 1}")
    agents = {other: make_agent(against, game) for other in range(game.seats) if other != seat}
    if any(agent.interactive for agent in agents.values()):
        raise ValueError("one person plays in the terminal; the others must be agents")
    first_seed = secrets.randbits(32) if seed is None else seed
    console.print(Text.assemble((game.title, "bold"), f"   you are seat {seat}, the others are {against}"))
    console.print(
        "Write cards such as 33 or 3334 in any order, or p to pass; ? lists your moves, quit leaves.", style="dim"
    )
    scores = [0] * game.seats
    number = 0
    try:
        while True:
            deal_seed = first_seed if number == 0 else random_word(first_seed, number)
            number += 1
            console.rule(f"game {number}   seed {deal_seed}")
            state = _play_one(game, agents, seat, deal_seed, console)
            if state.redeal:
                console.print("Everybody declined: the cards are dealt again.")
                continue
            assert state.payoffs is not None
            scores = [score + payoff for score, payoff in zip(scores, state.payoffs, strict=True)]
            _show_result(state, seat, scores, console)
            if _read("Another game? [Y/n] ", console).lower() not in ("", "y", "yes"):
                raise Leave
    except (Leave, KeyboardInterrupt):
        console.print("\nGoodbye. 再见。", style="dim")


def _play_one(game: Game, agents: dict[int, Agent], seat: int, seed: int, console: Console) -> ClimbingState:
    for other, agent in agents.items():
        agent.begin(random_word(seed, 1_000 + other))
    state = game.deal(seed)
    shown_bottom = False
    while not state.over:
        if state.landlord is not None and not shown_bottom:
            shown_bottom = True
            who = "you are" if state.landlord == seat else f"seat {state.landlord} is"
            console.print(f"{who} the landlord; the bottom cards are {state.bottom}, the stake is {state.stake}")
        mover = state.turn
        move = _ask(state, seat, console) if mover == seat else agents[mover].choose(what_it_sees(agents[mover], state))
        state.play(move)
        left = len(state.hands[mover])
        style = "dim" if move == "pass" else "bold" if mover == seat else ""
        console.print(Text(f"  {_who(mover, seat, state)}: {move}", style=style), Text(f"({left} left)", style="dim"))
    return state


def _ask(state: ClimbingState, seat: int, console: Console) -> str:
    view = state.view(seat)
    console.print()
    to_beat = "" if view.last is None else f"   to beat: {view.last[1]} by {_who(view.last[0], seat, state)}"
    console.print(Text.assemble((f"  others hold {_counts(view)}", "dim"), to_beat))
    console.print(Padding(_hand(state.cards(seat)), (0, 0, 0, 2)))
    prompt = "your call> " if view.bidding else "your move> "
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
            return written_move(view, text if view.bidding else _as_cards(text))
        except ValueError as error:
            console.print(Padding(Text(str(error), style="yellow"), (0, 0, 0, 2)))


def _as_cards(text: str) -> str:
    """What a person types for cards: small letters, 10 for T and spaces are fine."""
    return "pass" if text in ("p", "pass") else text.upper().replace("10", "T").replace(" ", "")


def _read(prompt: str, console: Console) -> str:
    try:
        return console.input(prompt, markup=False)
    except EOFError:
        raise Leave from None


def _hand(cards: list[str]) -> Text:
    text = Text()
    for card in cards:
        red = card[0] in "HD" or card == "R"
        name = {"B": "B(joker)", "R": "R(joker)"}.get(card) or SUIT_SIGNS[card[0]] + card[1].replace("T", "10")
        text.append(name, style="bold red" if red else "bold").append(" ")
    return text


def _counts(view: ClimbingView) -> str:
    others = [f"{count} (seat {seat})" for seat, count in enumerate(view.counts) if seat != view.seat]
    return ", ".join(others)


def _who(mover: int, seat: int, state: ClimbingState) -> str:
    role = "" if state.landlord is None else " (landlord)" if mover == state.landlord else " (peasant)"
    return ("you" if mover == seat else f"seat {mover}") + role


def _show_result(state: ClimbingState, seat: int, scores: list[int], console: Console) -> None:
    assert state.payoffs is not None
    for other, hand in enumerate(state.hands):
        if hand and other != seat:
            console.print(f"  seat {other} still held {hand}", style="dim", highlight=False)
    assert state.winner is not None
    # Of two peasants both win; where everyone plays for himself a winner may still have lost points to bombs.
    peasants = state.landlord is not None and state.landlord not in (seat, state.winner)
    won = seat == state.winner or peasants
    so_far = ", ".join(f"seat {number} {score:+d}" for number, score in enumerate(scores))
    console.print(
        Text("You win" if won else "You lose", style="bold green" if won else "bold red"),
        f"{state.payoffs[seat]:+d}; scores so far: {so_far}",
        highlight=False,
    )
