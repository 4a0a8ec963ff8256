"""For players: the table, advice, endgames and puzzles, saved games and their reviews."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from paiyou.cli.command import (
    GameName,
    Json,
    app,
    complain,
    console,
    errors,
    flag,
    print_json,
    progress_bar,
    says_what_is_wrong,
)

PANEL = "Play"


@app.command("play", rich_help_panel=PANEL)
@says_what_is_wrong
def play(
    game: GameName = "doudizhu",
    in_terminal: Annotated[bool, flag("--terminal", "Play in the terminal, not in the browser.")] = False,
    against: Annotated[
        str | None, typer.Option(help="In the terminal: the agent in the other seats; the game's best by default.")
    ] = None,
    seat: Annotated[
        int, typer.Option(help="In the terminal: your seat; seat 0 is the landlord where there is no bidding.")
    ] = 0,
    seed: Annotated[
        int | None, typer.Option(help="In the terminal: deal this seed first; the next games follow from it.")
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the page by itself.", metavar="")] = True,
) -> None:
    """Sit down at a table in the browser or the terminal."""
    if in_terminal:
        from paiyou.terminal.session import play_in_terminal

        play_in_terminal(game, against, seat=seat, seed=seed, console=console)
        return
    from urllib.parse import quote

    from paiyou.games.registry import game_name
    from paiyou.server.serve import serve as serve_table
    from paiyou.server.settings import Settings, usual_database

    page = f"#game={quote(game_name(game))}" if browser else None
    serve_table(Settings(database=usual_database()), any_port=True, say=console.print, page=page)


@app.command("serve", rich_help_panel=PANEL)
@says_what_is_wrong
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for everybody.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 for any that is free.")] = 8080,
    database: Annotated[
        str | None, typer.Option(help="sqlite:///FILE or postgresql://USER@HOST/NAME; a file of yours by default.")
    ] = None,
    name: Annotated[
        list[str] | None, typer.Option(help="A name that the server is reached by, besides localhost; may be repeated.")
    ] = None,
    bot_seconds: Annotated[float, typer.Option(help="Seconds a bot has for a move; then another moves for it.")] = 10.0,
    key_file: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="A key that seals rooms' secrets in the database; made where there is none. Keep it elsewhere.",
        ),
    ] = None,
    behind_proxy: Annotated[
        bool, flag("--behind-proxy", "Tell clients apart by the X-Forwarded-For that your proxy writes.")
    ] = False,
    agent: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=MODULE:CLASS", help="A player of yours that clients may ask for; may be repeated."),
    ] = None,
    model: Annotated[
        list[Path] | None,
        typer.Option(metavar="DIR", help="A model, or a folder of models, for dmc:model=NAME; may be repeated."),
    ] = None,
) -> None:
    """Run the table for others.

    Serves the page and the API, which is documented at /api/docs.
    """
    from paiyou.agents.registry import register_agent_at
    from paiyou.models.folders import add_models
    from paiyou.server.http.limits import Limits
    from paiyou.server.rooms.seal import read_key
    from paiyou.server.serve import serve as serve_table
    from paiyou.server.settings import Settings, usual_database

    if agent:
        sys.path.append(str(Path.cwd()))  # where a module of one's own lies
    for one in agent or ():
        kind = register_agent_at(one)
        if not kind.remote:
            raise ValueError(f"the agent {one.partition('=')[0]} cannot be asked here: {kind.why_not_remote}")
    for folder in model or ():
        add_models(folder)
    if not bot_seconds > 0:
        raise ValueError(f"bot-seconds must be above 0, not {bot_seconds}")
    # Who listens on one address is asked for by it; who listens on all may be asked for by any name.
    own = f"[{host}]" if ":" in host else host
    names = (*(name or ()), own) if name or host not in ("0.0.0.0", "::") else ("*",)
    settings = Settings(
        database=database or usual_database(), hosts=names, bot_seconds=bot_seconds,
        limits=Limits(forwarded=behind_proxy), key=None if key_file is None else read_key(key_file),
    )  # fmt: skip
    serve_table(settings, host=host, port=port, say=console.print)


@app.command("advise", rich_help_panel=PANEL)
@says_what_is_wrong
def advise(
    hand: Annotated[str, typer.Argument(help="Your cards now: 3456789TJQKA2BR33, or 'SQ H2 ...' in trick games.")],
    game: GameName = "doudizhu",
    seat: Annotated[int, typer.Option(help="Your seat; seat 0 is the landlord where there is no bidding.")] = 0,
    history: Annotated[str, typer.Option(help="All moves so far: '0:33, 1:44, 2:pass'.")] = "",
    bottom: Annotated[str, typer.Option(help="The cards the landlord took face up.")] = "",
    agent: Annotated[str | None, typer.Option(help="Who advises; the game's best player by default.")] = None,
    as_json: Json = False,
) -> None:
    """Ask a player what to do with a hand.

    Shows every legal move with its value, best first.
    """
    from rich.table import Table

    from paiyou.advice import advice_unit, evaluation_json
    from paiyou.advice import advise as ask
    from paiyou.games.registry import game as find_game
    from paiyou.games.view_from_history import read_history

    playing = find_game(game)
    agent = agent or playing.info.strongest
    moves = ask(playing, agent, seat=seat, hand=hand, history=read_history(history), bottom=bottom)
    unit = advice_unit(playing, agent, seat=seat, hand=hand, history=read_history(history), bottom=bottom)
    if as_json:
        print_json({"moves": evaluation_json(moves), "unit": unit})
        return
    table = Table("move", "expected points" if unit == "points" else "value", "weight", title=f"{agent} in seat {seat}")
    for move, value, weight in moves[:15]:
        table.add_row(move, f"{value:+.2f}", f"{weight:,.6g}")
    if len(moves) > 15:
        table.caption = f"and {len(moves) - 15} moves more"
    console.print(table)


@app.command("solve", rich_help_panel=PANEL)
@says_what_is_wrong
def solve_endgame(
    hands: Annotated[
        list[str], typer.Argument(metavar="HAND", help="Each seat's cards, such as 3334 2 55; seat 0 first.")
    ],
    game: GameName = "doudizhu",
    turn: Annotated[int, typer.Option(help="The seat to move.")] = 0,
    last: Annotated[
        str | None, typer.Option(metavar="SEAT:MOVE", help="The combo to beat and who played it, such as 2:44.")
    ] = None,
    bottom: Annotated[str, typer.Option(help="The cards left over at the deal; they do not change the result.")] = "",
    max_nodes: Annotated[int, typer.Option(help="Give up after this many positions; each takes memory.")] = 10_000_000,
    seconds: Annotated[float | None, typer.Option(help="Give up after this much time.")] = None,
    as_json: Json = False,
) -> None:
    """Solve an endgame with open hands.

    Tells who wins with best play, every winning move, and a line to the end.

    Where everyone plays for himself, a seat wins if it can go out first against all others together.
    """
    from paiyou.cli.show.solution import print_solution
    from paiyou.endgames import endgame, read_last, solve
    from paiyou.games.registry import game as game_of

    playing = game_of(game)
    state = endgame(playing, hands, turn=turn, last=None if last is None else read_last(last), bottom=bottom)
    with errors.status("solving"):
        solution = solve(state, max_nodes=max_nodes, seconds=seconds)
    if as_json:
        print_json(solution.to_json())
    else:
        print_solution(playing, state, solution, console)


@app.command("puzzle", rich_help_panel=PANEL)
@says_what_is_wrong
def show_puzzle(
    number: Annotated[int | None, typer.Argument(metavar="ID", help="Which puzzle; all are listed by default.")] = None,
    solution: Annotated[bool, flag("--solution", "Show the winning move and the line, too.")] = False,
    as_json: Json = False,
) -> None:
    """List endgame puzzles, or show one.

    The landlord is to move, all hands are open, and exactly one move wins.
    """
    from paiyou.cli.show.puzzles import print_puzzle, print_puzzles
    from paiyou.endgames import solve
    from paiyou.puzzles.puzzle import puzzle, puzzles

    if number is None:
        if solution:
            raise ValueError("say whose solution: paiyou puzzle 1 --solution")
        if as_json:
            print_json({"puzzles": [one.to_json() for one in puzzles().values()]})
        else:
            print_puzzles(console)
        return
    chosen = puzzle(number)
    solved = solve(chosen.start()) if solution else None
    if as_json:
        print_json({**chosen.to_json(), **({} if solved is None else {"solution": solved.to_json()})})
    else:
        print_puzzle(chosen, solved, console)


@app.command("make-puzzles", rich_help_panel=PANEL)
@says_what_is_wrong
def make_puzzles(
    file: Annotated[Path, typer.Argument(dir_okay=False, help="Where to write them, one JSON object per line.")],
    seed: Annotated[int, typer.Option(help="The same seed gives the same puzzles.")] = 7,
    deals: Annotated[int, typer.Option(min=1, help="Games to look through; 70,000 take some minutes.")] = 70_000,
    each: Annotated[int, typer.Option(min=1, help="Puzzles of each level.")] = 20,
) -> None:
    """Find new endgame puzzles.

    They are endgames of played games in which exactly one move wins.
    """
    from paiyou.puzzles.make import make_puzzles as make

    # Said now, not after minutes of searching; a file that is there stays as it is until there are puzzles for it.
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise ValueError(f"{file} cannot be written")
    with progress_bar("playing", deals) as advance:
        made = make(seed=seed, deals=deals, each=each, progress=advance)
    lines = [json.dumps(one.to_json()) for one in made]
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


@app.command("records", rich_help_panel=PANEL)
@says_what_is_wrong
def check_records(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, readable=True, help="Games, one per line.")],
    show: Annotated[int | None, typer.Option(help="Print the game on this line move by move instead.")] = None,
    as_json: Json = False,
) -> None:
    """Check recorded games against the rules.

    Plays every game again and reports each line that is broken or against the rules.

    The exit code is 1 where there is such a line.
    """
    from paiyou.records.files import count_lines
    from paiyou.records.show import show_line
    from paiyou.records.summary import summarize

    if show is not None:
        if as_json:
            raise ValueError(f"line {show} is JSON already; --show prints it for people, without --json")
        wrong = show_line(file, show, console)
        if wrong is not None:
            complain(str(wrong))
            raise typer.Exit(1)
        return
    # A pipe can be read only once: there is no counting its lines first.
    lines = count_lines(file) if file.is_file() else None
    with progress_bar("checking", lines) as advance:
        summary = summarize(file, progress=advance)
    if as_json:
        print_json(summary.to_json())
    else:
        for line in summary.broken:
            complain(str(line))
        if summary.broken_lines > len(summary.broken):
            complain(f"and {summary.broken_lines - len(summary.broken):,} lines more")
        console.print(*summary.tables(), sep="\n")
    if summary.broken_lines:
        raise typer.Exit(1)


@app.command("review", rich_help_panel=PANEL)
@says_what_is_wrong
def review_game(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, readable=True, help="Games, one per line.")],
    game_number: Annotated[int, typer.Option(help="The game on this line, 1 for the first.")] = 1,
    agent: Annotated[str | None, typer.Option(help="Who judges; by default whom the game names.")] = None,
    as_json: Json = False,
) -> None:
    """Review a recorded game, move by move.

    Tells what a player would have done at every decision, and what it thinks of the moves made.

    The judge sees what the seat saw, never the other hands.
    """
    from paiyou.cli.show.review import print_review
    from paiyou.records.files import BrokenLine, find_line
    from paiyou.review import review

    record = find_line(file, game_number)
    if isinstance(record, BrokenLine):
        raise ValueError(str(record))
    with errors.status("reviewing"):
        reviewed = review(record, agent)
    if as_json:
        print_json(reviewed.to_json())
    else:
        print_review(reviewed, record.agents, console)
