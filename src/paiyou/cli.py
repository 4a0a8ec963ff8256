"""The command line: `paiyou COMMAND --help` says what each command does."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, ParamSpec, TypeVar

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

app = typer.Typer(
    name="paiyou",
    help="Paiyou 牌友: card games with hidden hands. Play them, pit players against each other, measure.",
    add_completion=False,
    pretty_exceptions_enable=False,
)
console = Console()
errors = Console(stderr=True)

P = ParamSpec("P")
R = TypeVar("R")

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
SMALL_GAME = "mini-doudizhu:hand=4"
Cores = Annotated[int | None, typer.Option(help="Processes to use; all cores by default. The result is the same.")]
Place = Annotated[str, typer.Option(help="Where to play: local, or ray for a Ray cluster.")]
GameName = Annotated[str, typer.Option("--game", "-g", help="A game, such as doudizhu:douzero; see 'paiyou games'.")]


def says_what_is_wrong(command: Callable[P, R]) -> Callable[P, R]:
    """Turn a ValueError into one line and exit code 2."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except ValueError as error:
            _complain(str(error))
            raise typer.Exit(2) from None

    return run


def _complain(sentence: str) -> None:
    errors.print(f"paiyou: {sentence}", style="red", markup=False, highlight=False, soft_wrap=True)


def print_json(result: dict[str, Any]) -> None:
    """One JSON object on standard output."""
    sys.stdout.write(json.dumps(result, ensure_ascii=False, allow_nan=False) + "\n")


@contextmanager
def progress_bar(title: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """A bar on standard error; yields the function that moves it on. Without a total it only shows that work goes on.

    It appears with the first step: the bar has a thread of its own, and workers must be forked before there is one.
    """
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    progress = Progress(*columns, console=errors, transient=True)
    task = progress.add_task(title, total=total)

    def advance(steps: int) -> None:
        progress.start()
        progress.advance(task, steps)

    try:
        yield advance
    finally:
        if progress.live.is_started:
            progress.stop()


@app.command("games")
@says_what_is_wrong
def list_games(as_json: Json = False) -> None:
    """List the games with their presets and options."""
    from paiyou.games.registry import GAMES

    if as_json:
        print_json(
            {"games": {name: _describe(entry.line, entry.options, entry.presets) for name, entry in GAMES.items()}}
        )
        return
    for name, entry in GAMES.items():
        console.print(f"[bold]{name}[/bold]  {entry.line}", highlight=False)
        if entry.presets:
            console.print(f"    presets: {', '.join(entry.presets)}", highlight=False)
        _print_options(entry.options)


@app.command("agents")
@says_what_is_wrong
def list_agents(as_json: Json = False) -> None:
    """List the agents with their options."""
    from paiyou.agents.registry import AGENTS

    if as_json:
        print_json({"agents": {name: _describe(entry.line, entry.options) for name, entry in AGENTS.items()}})
        return
    for name, entry in AGENTS.items():
        console.print(f"[bold]{name}[/bold]  {entry.line}", highlight=False)
        _print_options(entry.options)


@app.command("models")
@says_what_is_wrong
def show_models(
    name: Annotated[
        str | None, typer.Argument(help="A shipped model or a folder with one: its whole card; else all are listed.")
    ] = None,
    as_json: Json = False,
) -> None:
    """List the networks that the agent dmc can play by, or show one's card: training, results with intervals."""
    from paiyou.models import ModelCard, find_model, models
    from paiyou.terminal.models import models_table, print_card

    if name is not None:
        card = ModelCard.load(find_model(name))
        if as_json:
            print_json(card.to_json())
        else:
            print_card(card, console)
        return
    cards = models()
    if as_json:
        print_json({"models": {key: card.to_json() for key, card in cards.items()}})
    elif cards:
        console.print(models_table(cards))
    else:
        console.print("no model is shipped yet; 'paiyou train' makes one")


@app.command("import-douzero")
@says_what_is_wrong
def import_from_douzero(
    source: Annotated[Path, typer.Argument(help="Folder with landlord.ckpt, landlord_down.ckpt and landlord_up.ckpt.")],
    to: Annotated[Path, typer.Option("--to", help="Folder for the model; 'dmc:model=FOLDER' plays it.")],
    objective: Annotated[
        str | None, typer.Option(help="What the player was trained for: wp, adp or logadp; by default wp.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Make a model of a player that DouZero's program has trained: its published files, or a run's model.tar."""
    from paiyou.interop.douzero_checkpoints import import_douzero

    card = import_douzero(source, to, objective=objective)
    if as_json:
        print_json(card.to_json())
    else:
        console.print(
            f"wrote the model {card.name}; paiyou match 'dmc:model={to}' rules", highlight=False, soft_wrap=True
        )


def _describe(line: str, options: dict[str, Any], presets: tuple[str, ...] = ()) -> dict[str, Any]:
    described = {
        name: {"help": option.help} | ({"choices": list(option.choices)} if option.choices else {})
        for name, option in options.items()
    }
    return {"line": line, "options": described} | ({"presets": list(presets)} if presets else {})


def _print_options(options: dict[str, Any]) -> None:
    for name, option in options.items():
        values = (
            "|".join(option.choices)
            or {"bool": "on|off", "int": "N", "float": "X", "str": "TEXT"}[option.kind.__name__]
        )
        console.print(f"    {name}={values}  {option.help}", highlight=False, markup=False)


@app.command("match")
@says_what_is_wrong
def run_match(
    agents: Annotated[
        list[str], typer.Argument(help="Two agents, or as many as the game has seats; see 'paiyou agents'.")
    ],
    game: GameName = "doudizhu",
    deals: Annotated[int, typer.Option(help="Number of deals; each is played with all sides swapped.")] = 1000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same match.")] = 1,
    seating: Annotated[
        str | None, typer.Option(help="How two agents share the seats, such as 1v3; by default evenly.")
    ] = None,
    clock: Annotated[float | None, typer.Option(help="Seconds each seat has for a game; more forfeits it.")] = None,
    save: Annotated[
        Path | None, typer.Option(help="Add every game to this file of records; see 'paiyou records'.")
    ] = None,
    on: Place = "local",
    cores: Cores = None,
    as_json: Json = False,
) -> None:
    """Play agents against each other on duplicate deals and report means with 95% intervals."""
    from paiyou.arena.match import match
    from paiyou.arena.report import print_result

    with progress_bar(" v ".join(agents), deals) as advance:
        result = match(
            game,
            *agents,
            deals=deals,
            seed=seed,
            seating=seating,
            clock=clock,
            save=save,
            on=on,
            cores=cores,
            progress=advance,
        )
    if as_json:
        print_json(result.to_json())
    else:
        print_result(result, console)


@app.command("blunders")
@says_what_is_wrong
def blunders(
    agent: Annotated[str, typer.Argument(help="An agent, which plays against itself; see 'paiyou agents'.")],
    game: GameName = "doudizhu",
    games: Annotated[int, typer.Option(help="Number of games.")] = 1000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    max_deals: Annotated[int, typer.Option(help="Most possible deals of an endgame that is solved.")] = 100,
    max_nodes: Annotated[int, typer.Option(help="Positions the solver may search for a decision.")] = 100_000,
    on: Place = "local",
    cores: Cores = None,
    as_json: Json = False,
) -> None:
    """Count an agent's blunders: jokers as kickers, bombs split for kickers, endgames thrown away."""
    from paiyou.arena.blunders import count_blunders
    from paiyou.arena.report import print_blunders

    with progress_bar(agent, games) as advance:
        report = count_blunders(
            game,
            agent,
            games=games,
            seed=seed,
            max_deals=max_deals,
            max_nodes=max_nodes,
            on=on,
            cores=cores,
            progress=advance,
        )
    if as_json:
        print_json(report.to_json())
    else:
        print_blunders(report, console)


@app.command("play")
@says_what_is_wrong
def play(
    game: GameName = "doudizhu",
    in_terminal: Annotated[bool, typer.Option("--terminal", help="Play in the terminal, not in the browser.")] = False,
    against: Annotated[str, typer.Option(help="In the terminal: the agent in the other seats.")] = "rules",
    seat: Annotated[
        int, typer.Option(help="In the terminal: your seat; seat 0 is the landlord where there is no bidding.")
    ] = 0,
    seed: Annotated[
        int | None, typer.Option(help="In the terminal: deal this seed first; the next games follow from it.")
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the page by itself.")] = True,
) -> None:
    """Sit down at a table in the browser, or with --terminal in the terminal."""
    if in_terminal:
        from paiyou.terminal.table import play_in_terminal

        play_in_terminal(game, against, seat=seat, seed=seed, console=console)
        return
    from urllib.parse import quote

    from paiyou.games.registry import game as find_game
    from paiyou.table.serve import serve as serve_table
    from paiyou.table.settings import Settings, usual_database

    page = f"#game={quote(find_game(game).name)}" if browser else None
    serve_table(Settings(database=usual_database()), any_port=True, say=console.print, page=page)


@app.command("serve")
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
    bot_seconds: Annotated[float, typer.Option(help="Seconds a bot has for a move before rules moves for it.")] = 10.0,
    behind_proxy: Annotated[
        bool, typer.Option("--behind-proxy", help="Tell clients apart by the X-Forwarded-For that your proxy writes.")
    ] = False,
) -> None:
    """Run the table for others: the page, the API and its documentation at /api/docs."""
    from paiyou.table.limits import Limits
    from paiyou.table.serve import serve as serve_table
    from paiyou.table.settings import Settings, usual_database

    if not bot_seconds > 0:
        raise ValueError(f"bot-seconds must be above 0, not {bot_seconds}")
    # Who listens on one address is asked for by it; who listens on all may be asked for by any name.
    own = f"[{host}]" if ":" in host else host
    names = (*(name or ()), own) if name or host not in ("0.0.0.0", "::") else ("*",)
    settings = Settings(
        database=database or usual_database(), hosts=names, bot_seconds=bot_seconds,
        limits=Limits(forwarded=behind_proxy),
    )  # fmt: skip
    serve_table(settings, host=host, port=port, say=console.print)


@app.command("advise")
@says_what_is_wrong
def advise(
    hand: Annotated[str, typer.Argument(help="Your cards now: 3456789TJQKA2BR33, or 'SQ H2 ...' in trick games.")],
    game: GameName = "doudizhu",
    seat: Annotated[int, typer.Option(help="Your seat; seat 0 is the landlord where there is no bidding.")] = 0,
    history: Annotated[str, typer.Option(help="All moves so far: '0:33, 1:44, 2:pass'.")] = "",
    bottom: Annotated[str, typer.Option(help="The cards the landlord took face up.")] = "",
    agent: Annotated[str, typer.Option(help="Who advises; see 'paiyou agents'.")] = "isuct",
    as_json: Json = False,
) -> None:
    """Ask a player what to do with a hand: every legal move with its value, best first."""
    from rich.table import Table

    from paiyou.advice import advise as ask
    from paiyou.advice import evaluation_json
    from paiyou.games.registry import game as find_game
    from paiyou.games.seen import read_history

    moves = ask(find_game(game), agent, seat=seat, hand=hand, history=read_history(history), bottom=bottom)
    if as_json:
        print_json({"moves": evaluation_json(moves)})
        return
    table = Table("move", "value", "weight", title=f"{agent} in seat {seat}")
    for move, value, weight in moves[:15]:
        table.add_row(move, f"{value:+.2f}", f"{weight:,.6g}")
    if len(moves) > 15:
        table.caption = f"and {len(moves) - 15} moves more"
    console.print(table)


@app.command("solve")
@says_what_is_wrong
def solve_endgame(
    hands: Annotated[
        list[str], typer.Argument(metavar="HAND...", help="Each seat's cards, such as 3334 2 55; seat 0 first.")
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
    """Solve an endgame with open hands: who wins with best play, every winning move, and a line to the end.

    Where everyone plays for himself, a seat wins if it can go out first against all others together.
    """
    from paiyou.endgames import endgame, read_last, solve
    from paiyou.games.registry import game as game_of
    from paiyou.terminal.solution import print_solution

    playing = game_of(game)
    state = endgame(playing, hands, turn=turn, last=None if last is None else read_last(last), bottom=bottom)
    with errors.status("solving"):
        solution = solve(state, max_nodes=max_nodes, seconds=seconds)
    if as_json:
        print_json(solution.to_json())
    else:
        print_solution(playing, state, solution, console)


@app.command("puzzle")
@says_what_is_wrong
def show_puzzle(
    number: Annotated[
        int | None, typer.Argument(metavar="[ID]", help="Which puzzle; all are listed by default.")
    ] = None,
    solution: Annotated[bool, typer.Option("--solution", help="Show the winning move and the line, too.")] = False,
    as_json: Json = False,
) -> None:
    """Endgame puzzles: the landlord is to move, all hands are open, and exactly one move wins."""
    from paiyou.endgames import solve
    from paiyou.puzzles.puzzle import puzzle, puzzles
    from paiyou.terminal.puzzles import print_puzzle, print_puzzles

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


@app.command("make-puzzles")
@says_what_is_wrong
def make_puzzles(
    file: Annotated[Path, typer.Argument(dir_okay=False, help="Where to write them, one JSON object per line.")],
    seed: Annotated[int, typer.Option(help="The same seed gives the same puzzles.")] = 7,
    deals: Annotated[int, typer.Option(min=1, help="Games to look through; 70,000 take some minutes.")] = 70_000,
    each: Annotated[int, typer.Option(min=1, help="Puzzles of each level.")] = 20,
) -> None:
    """Find endgame puzzles: endgames of played games in which exactly one move wins."""
    from paiyou.puzzles.make import make_puzzles as make

    # Said now, not after minutes of searching; a file that is there stays as it is until there are puzzles for it.
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise ValueError(f"{file} cannot be written")
    with progress_bar("playing", deals) as advance:
        made = make(seed=seed, deals=deals, each=each, progress=advance)
    lines = [json.dumps(one.to_json()) for one in made]
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


@app.command("records")
@says_what_is_wrong
def check_records(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, readable=True, help="Games, one per line.")],
    show: Annotated[int | None, typer.Option(help="Print the game on this line move by move instead.")] = None,
    as_json: Json = False,
) -> None:
    """Read recorded games, play every one again, and report each line that is broken or against the rules.

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
            _complain(str(wrong))
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
            _complain(str(line))
        if summary.broken_lines > len(summary.broken):
            _complain(f"and {summary.broken_lines - len(summary.broken):,} lines more")
        console.print(*summary.tables(), sep="\n")
    if summary.broken_lines:
        raise typer.Exit(1)


@app.command("review")
@says_what_is_wrong
def review_game(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, readable=True, help="Games, one per line.")],
    game_number: Annotated[int, typer.Option(help="The game on this line, 1 for the first.")] = 1,
    agent: Annotated[str | None, typer.Option(help="Who judges; by default the game's best player.")] = None,
    as_json: Json = False,
) -> None:
    """Review a recorded game: what a player would have done at every decision, and what it thinks of the moves made.

    The judge sees what the seat saw, never the other hands.
    """
    from paiyou.records.files import BrokenLine, find_line
    from paiyou.review import review
    from paiyou.table.levels import adviser
    from paiyou.terminal.review import print_review

    record = find_line(file, game_number)
    if isinstance(record, BrokenLine):
        raise ValueError(str(record))
    with errors.status("reviewing"):
        reviewed = review(record, agent or adviser(record.game))
    if as_json:
        print_json(reviewed.to_json())
    else:
        print_review(reviewed, record.agents, console)


@app.command("reproduce")
@says_what_is_wrong
def reproduce_experiment(
    name: Annotated[str | None, typer.Argument(help="An experiment; without one, all are listed.")] = None,
    scale: Annotated[
        float | None, typer.Option(help="Share of the paper's deals; by default as in docs/reproduction.md.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same figures.")] = 1,
    cores: Annotated[
        int | None, typer.Option(help="Processes to use; all cores by default. The figures are the same.")
    ] = None,
    into: Annotated[Path, typer.Option(help="Folder for results, report and plot.")] = Path("reproduction"),
    fresh: Annotated[bool, typer.Option("--fresh", help="Forget what is kept there and begin anew.")] = False,
    as_json: Json = False,
) -> None:
    """Run a paper's experiment: its figures, ours with 95% intervals, and whether they agree.

    Results are kept as they come: after an end by force the same command goes on where it was.
    """
    from paiyou.reproduce.registry import EXPERIMENTS, find
    from paiyou.reproduce.runner import can_draw, reproduce

    if name is None:
        if as_json:
            listed = {key: {"title": one.title, "scale": one.recorded} for key, one in EXPERIMENTS.items()}
            print_json({"experiments": listed})
            return
        for key, one in EXPERIMENTS.items():
            console.print(f"[bold]{key}[/bold]  {one.title}", highlight=False)
            console.print(f"    scale {one.recorded:g}: {one.size(one.recorded)}", highlight=False)
        return
    experiment = find(name)
    try:
        report = reproduce(
            experiment, scale=scale, seed=seed, cores=cores, into=into, fresh=fresh, progress=progress_bar
        )
    except KeyboardInterrupt:
        _complain("stopped; the same command goes on where it was")
        raise typer.Exit(130) from None
    if as_json:
        print_json(report.to_json())
    else:
        console.print(report.table())
        drawn = report.findings.plot is not None and can_draw()  # a file may be there from an earlier run
        if report.findings.plot is not None and not drawn:
            hint = "no plot: it needs the package matplotlib, pip install 'paiyou[experiments]'"
            console.print(hint, highlight=False, markup=False, soft_wrap=True)
        what = "results, report and plot are" if drawn else "results and report are"
        console.print(f"{what} in {into}", highlight=False, markup=False, soft_wrap=True)


@app.command("equilibrium")
@says_what_is_wrong
def equilibrium(
    game: Annotated[str, typer.Argument(help="A small game of two, such as mini-doudizhu:hand=5.")] = SMALL_GAME,
    iterations: Annotated[int, typer.Option(help="Iterations of CFR+; more come closer.")] = 1000,
    target: Annotated[float, typer.Option(help="Stop where the exploitability is no more than this.")] = 0.0,
    as_json: Json = False,
) -> None:
    """Find an equilibrium of a small game by CFR+: the value of the game, and how far off it still is."""
    from paiyou.terminal.theory import equilibrium_tables
    from paiyou.theory import find_equilibrium

    with progress_bar("CFR+", iterations) as advance:
        found = find_equilibrium(game, iterations, target=target, progress=advance)
    if as_json:
        print_json(found.to_json())
    else:
        console.print(*equilibrium_tables(found), sep="\n")


@app.command("exploit")
@says_what_is_wrong
def exploit(
    agents: Annotated[list[str], typer.Argument(help="Agents; see 'paiyou agents'.")],
    game: Annotated[str, typer.Option("--game", "-g", help="A small game of two.")] = SMALL_GAME,
    samples: Annotated[int, typer.Option(help="How often an agent with chance is asked; few overstate.")] = 1,
    iterations: Annotated[int, typer.Option(help="Iterations of CFR+ to find the value of the game.")] = 100,
    cores: Cores = None,
    as_json: Json = False,
) -> None:
    """How much agents lose to an opponent who knows their policy and plays best against it."""
    from functools import partial

    from paiyou.arena.where import run_chunks
    from paiyou.games.registry import game as find_game
    from paiyou.terminal.theory import exploitability_table
    from paiyou.theory import exploitability, find_equilibrium
    from paiyou.theory.agent_policy import CHUNKS, make_agent
    from paiyou.theory.inputs import read_count

    playing = find_game(game)
    for agent in agents:  # whatever is wrong is said before the work begins
        make_agent(agent, playing)
    read_count(samples, "samples")
    if cores is not None:
        read_count(cores, "cores")
    with progress_bar("CFR+", iterations) as advance:
        found = find_equilibrium(playing, iterations, progress=advance)
    results = [exploitability(found.tree, found, equilibrium=found)]
    for agent in agents:
        with progress_bar(agent, 2 * CHUNKS) as advance:
            results.append(
                exploitability(
                    found.tree,
                    agent,
                    samples=samples,
                    equilibrium=found,
                    progress=advance,
                    run=partial(run_chunks, cores=cores),
                )
            )
    if as_json:
        print_json({"game": found.game, "value": found.value, "policies": [result.to_json() for result in results]})
    else:
        console.print(exploitability_table(results))


@app.command("bench")
@says_what_is_wrong
def bench(
    what: Annotated[str, typer.Argument(help="What to measure: engine, agents, search, learn or table.")],
    peers: Annotated[bool, typer.Option("--peers", help="Measure the other engines too, in the same run.")] = False,
    seconds: Annotated[float | None, typer.Option(help="Time for each figure (2), or for all tables (120).")] = None,
    tables: Annotated[int | None, typer.Option(help="Of table: how many at once (300).")] = None,
    kill: Annotated[bool, typer.Option("--kill", help="Of table: kill the server half-way, start it again.")] = False,
    games: Annotated[int | None, typer.Option(help="Of table: measure memory over so many games instead.")] = None,
    as_json: Json = False,
) -> None:
    """Measure speed on one core, on its own or beside the engines of other projects; or the server with many tables."""
    from paiyou.bench.report import TABLE, run_bench, run_table_bench

    if what == TABLE:
        if peers:
            raise ValueError("the table has no peers to measure; leave out --peers")
        report = run_table_bench(tables=tables, seconds=seconds, kill=kill, games=games, progress=progress_bar)
    else:
        if kill or tables is not None or games is not None:
            raise ValueError("--tables, --kill and --games are options of 'bench table'")
        seconds = 2.0 if seconds is None else seconds
        if not 0.01 <= seconds <= 600:
            raise ValueError(f"seconds must be 0.01 to 600, not {seconds}")
        report = run_bench(what, with_peers=peers, seconds=seconds, progress=progress_bar)
    if as_json:
        print_json(report.to_json())
    else:
        console.print(report.table())


@app.command("train")
@says_what_is_wrong
def train(
    game: Annotated[str, typer.Argument(help="A climbing game without auction, such as doudizhu:douzero.")],
    objective: Annotated[str | None, typer.Option(help="What to maximise: wp, adp or logadp (wp).")] = None,
    hours: Annotated[float | None, typer.Option(help="How long to train.")] = None,
    frames: Annotated[
        int | None, typer.Option(help="How many moves to train on; the first limit reached ends it.")
    ] = None,
    network: Annotated[str | None, typer.Option(help="facts (ours) or paper (the LSTM of paper 003).")] = None,
    folder: Annotated[str | None, typer.Option(help="Where logs and checkpoints go (runs/GAME-OBJECTIVE).")] = None,
    resume: Annotated[str | None, typer.Option(help="Folder of a run to go on with, exactly where it stopped.")] = None,
    start: Annotated[str | None, typer.Option(help="Run, weights file or model folder to begin with.")] = None,
    opponents: Annotated[
        str | None, typer.Option(help="Who to measure against, with ; between: random, last, start, any agent.")
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", help="Any other argument, NAME=VALUE; 'paiyou train-arguments' lists them."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Train networks by Deep Monte Carlo, on a GPU where there is one; several GPUs by torchrun -m paiyou train ...

    Ctrl-C or a kill loses what came after the last checkpoint; --resume goes on from there.
    """
    given = {
        "game": game, "objective": objective, "hours": hours, "frames": frames, "network": network, "folder": folder,
        "start": start, "opponents": opponents,
    }  # fmt: skip
    from paiyou.terminal.train import run_training

    folder_of_run = run_training(given, settings or [], resume, errors)
    if as_json:
        print_json({"folder": str(folder_of_run)})
    else:
        console.print(f"{folder_of_run}: export it with 'paiyou export-model {folder_of_run} FOLDER'")


@app.command("train-arguments")
@says_what_is_wrong
def train_arguments() -> None:
    """List every argument of 'paiyou train' with its default."""
    from paiyou.terminal.train import arguments_table

    console.print(arguments_table())


@app.command("imitate")
@says_what_is_wrong
def imitate(
    agent: Annotated[str, typer.Argument(help="Who to imitate; see 'paiyou agents'.")],
    folder: Annotated[Path, typer.Argument(help="Where the recorded games and the weights go.")],
    game: Annotated[str, typer.Option("--game", "-g", help="A climbing game without auction.")] = "doudizhu:douzero",
    games: Annotated[int, typer.Option(help="Games to record; in all of them the agent has every seat.")] = 10_000,
    seed: Annotated[int, typer.Option(help="Of the first game; the same seed gives the same games.")] = 3_000_000_000,
    passes: Annotated[int, typer.Option(help="How often every game is learnt from; 0: record alone.")] = 3,
    device: Annotated[str, typer.Option(help="cuda or cpu, to learn on; a GPU where there is one by default.")] = "",
    cores: Cores = None,
    as_json: Json = False,
) -> None:
    """Record an agent's games and make a network that plays like it: --set rival=FOLDER of 'paiyou train'.

    What was recorded in the folder before is not recorded again.
    """
    from paiyou.terminal.imitate import run_imitation

    result = run_imitation(agent, folder, game, games, seed, passes, device, cores, progress_bar)
    if as_json:
        print_json(result.to_json())
    else:
        console.print(result.line(), highlight=False, markup=False, soft_wrap=True)


@app.command("export-model")
@says_what_is_wrong
def export_model(
    run: Annotated[Path, typer.Argument(help="Folder of a run, or its file of weights.")],
    folder: Annotated[Path, typer.Argument(help="Folder to write the model to.")],
    weights: Annotated[str, typer.Option(help="How weights are stored: int8, float16 or float32.")] = "int8",
) -> None:
    """Write the networks of a run as a model that the agent dmc plays: dmc:model=FOLDER."""
    try:
        from paiyou.learn.export import export_run
    except ModuleNotFoundError as missing:
        raise ValueError(f"exporting needs the package {missing.name}: pip install 'paiyou[train]'") from None
    export_run(run, folder, weights)
    console.print(f"play it with dmc:model={folder}")


def main() -> None:
    """The entry point of the `paiyou` command: bad usage is one line and exit code 2, like any other bad input."""
    try:
        code = app(args=sys.argv[1:] or ["--help"], standalone_mode=False)
    except typer.Abort:
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # whoever was reading has left
        sys.exit(1)
    except OSError as error:
        _complain(f"{error.strerror or error}: {error.filename or 'standard output'}")
        sys.exit(1)
    except Exception as error:
        if not hasattr(error, "format_message"):  # not a complaint about the arguments
            raise
        _complain(f"{error.format_message().rstrip('.')}; see 'paiyou --help'")
        sys.exit(2)
    sys.exit(code if isinstance(code, int) else 0)
