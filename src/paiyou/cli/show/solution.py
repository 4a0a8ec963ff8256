"""A solved endgame, for people."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from paiyou.endgames import Solution
from paiyou.games.game import Game
from paiyou.games.protocol import State


def print_solution(game: Game, state: State, solution: Solution, console: Console) -> None:
    """Print the hands, who wins, by which moves, and the line to the end; `state` is the position that was solved."""
    print_position(game, state, console)
    names = _names(game)
    for sentence in _answer(state, solution, names):
        console.print(Text(sentence, style="bold"), highlight=False, soft_wrap=True)
    if solution.line:
        console.print(_line(state, solution, names))
    console.print(Text(f"{solution.nodes:,} positions in {solution.seconds:.3f} s"), highlight=False)


def print_position(game: Game, state: State, console: Console) -> None:
    """Print who is to move, and the hands."""
    names = _names(game)
    console.print(Text(_question(game, state, names)), highlight=False, soft_wrap=True)
    for seat, hand in enumerate(state.hands):
        console.print(Text(f"  {names[seat]} holds {hand}"), highlight=False, soft_wrap=True)


def _names(game: Game) -> list[str]:
    """Seats, with their roles where one plays against all others together, or the seats that they play with."""
    names = []
    for seat in range(game.seats):
        allies = [other for other in range(game.seats) if other != seat and game.family.allied(game.spec, seat, other)]
        words = game.info.words
        if "role.landlord" in words:
            names.append(f"seat {seat} ({words['role.landlord' if seat == 0 else 'role.peasant'].en.lower()})")
        else:
            names.append(f"seat {seat}" + (f" (with {' and '.join(map(str, allies))})" if allies else ""))
    return names


def _question(game: Game, state: State, names: list[str]) -> str:
    if state.last is None:
        return f"{game.title}: {names[state.turn]} leads"
    seat, move = state.last
    return f"{game.title}: {names[state.turn]} is to answer {move} of {names[seat]}"


def _answer(state: State, solution: Solution, names: list[str]) -> list[str]:
    if solution.winner is None:
        return ["Nobody can force a win against all others together."]
    winners = f"{names[solution.winner]} wins."
    if not solution.moves:
        return [winners, f"Every move of {names[state.turn]} loses."]
    return [winners, f"Winning moves of {names[state.turn]}: {', '.join(solution.moves)}"]


def _line(state: State, solution: Solution, names: list[str]) -> Table:
    table = Table()
    for heading in ("move", "seat", "plays", "keeps"):
        table.add_column(heading, justify="right" if heading == "move" else "left", overflow="fold")
    played = state.copy()
    for number, (seat, move) in enumerate(solution.line, 1):
        played.play(move)
        table.add_row(str(number), names[seat], move, Text(str(played.hands[seat]) or "nothing"))
    return table
