"""For experiments: matches, blunders, papers' tables, equilibria, speed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from paiyou.cli.command import (
    Cores,
    GameName,
    Json,
    Place,
    app,
    complain,
    console,
    flag,
    print_json,
    progress_bar,
    says_what_is_wrong,
)

SMALL_GAME = "mini-doudizhu:hand=4"
WITHOUT_END = 10**12
"""Deals of a match that ends when it is decided."""

PANEL = "Compare and measure"


@app.command("match", rich_help_panel=PANEL)
@says_what_is_wrong
def run_match(
    agents: Annotated[
        list[str], typer.Argument(help="Two agents, or as many as the game has seats; see 'paiyou agents'.")
    ],
    game: GameName = "doudizhu",
    deals: Annotated[
        int | None,
        typer.Option(help="Number of deals (1000); each is played with all sides swapped.", show_default=False),
    ] = None,
    until_significant: Annotated[
        bool, flag("--until-significant", "Stop when it is clear which of two ratings fits; see --elo.")
    ] = False,
    elo: Annotated[
        tuple[float, float] | None,
        typer.Option(metavar="LOW HIGH", help="Ratings of A above B to tell apart (0 5).", show_default=False),
    ] = None,
    error: Annotated[
        float | None, typer.Option(help="Chance to err on either side (0.05).", show_default=False)
    ] = None,
    control: Annotated[
        str | None, typer.Option(metavar="AGENT", help="Whose value of a deal, such as dmc's, is a control variate.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same match.")] = 1,
    seating: Annotated[
        str | None, typer.Option(help="How two agents share the seats, such as 1v3; by default evenly.")
    ] = None,
    clock: Annotated[float | None, typer.Option(help="Seconds each seat has for a game; more forfeits it.")] = None,
    save: Annotated[
        Path | None, typer.Option(help="Add every game to this file of records; see 'paiyou records'.")
    ] = None,
    keep: Annotated[
        Path | None, typer.Option(help="Keep the match here while it is played: the same command goes on with it.")
    ] = None,
    on: Place = "local",
    cores: Cores = None,
    as_json: Json = False,
) -> None:
    """Play agents against each other on the same deals.

    Everyone plays every deal from every side; results are means with 95% intervals.
    """
    from paiyou.arena.match import match
    from paiyou.arena.report import print_result
    from paiyou.arena.sequential import SequentialTest

    until = None
    if until_significant:
        low, high = (0.0, 5.0) if elo is None else elo
        until = SequentialTest(low, high, 0.05 if error is None else error)
    elif elo is not None or error is not None:
        raise ValueError("--elo and --error are of --until-significant")
    most = deals if deals is not None else WITHOUT_END if until_significant else 1000
    try:
        with progress_bar(" v ".join(agents), None if most == WITHOUT_END else most) as advance:
            result = match(
                game, *agents, deals=most, seed=seed, seating=seating, clock=clock, save=save, keep=keep, until=until,
                control=control, on=on, cores=cores, progress=advance,
            )  # fmt: skip
    except KeyboardInterrupt:
        if keep is None:
            raise
        complain("stopped; the same command goes on where it was")
        raise typer.Exit(130) from None
    if as_json:
        print_json(result.to_json())
    else:
        print_result(result, console)


@app.command("ladder", rich_help_panel=PANEL)
@says_what_is_wrong
def ladder(
    game: Annotated[str, typer.Argument(help="A game, such as doudizhu; see 'paiyou games'.")],
    agents: Annotated[
        list[str] | None, typer.Argument(help="Who plays, besides random and rules; by default as the game says.")
    ] = None,
    deals: Annotated[int, typer.Option(help="Deals of a pair; a tenth where one of the two is slow.")] = 2000,
    at_most: Annotated[
        list[str] | None,
        typer.Option(metavar="AGENT=DEALS", help="Deals of every pair with this agent; may be repeated."),
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    on: Place = "local",
    cores: Cores = None,
    into: Annotated[Path, typer.Option(help="Folder for results and ladder.")] = Path("ladder"),
    fresh: Annotated[bool, flag("--fresh", "Forget what is kept there and begin anew.")] = False,
    new_anchors: Annotated[
        bool, flag("--new-anchors", "Hold rules at 1000 and rate all others, as for the first ladder.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Rate all agents of a game against each other.

    They play duplicate deals.

    Results are kept as they come: after an end by force the same command goes on where it was.
    """
    import json

    from paiyou.cli.show.ladder import print_ladder
    from paiyou.ladder.page import ladder_page
    from paiyou.ladder.play import play_ladder
    from paiyou.ladder.shipped import file_of

    limits = {}
    for text in at_most or ():
        agent, _, number = text.rpartition("=")
        if not (agent and number.isdecimal()):
            raise ValueError(f"at-most must be an agent and a number of deals, such as isuct=100, not {text}")
        limits[agent] = int(number)
    try:
        found = play_ladder(
            game, agents or (), deals=deals, at_most=limits, seed=seed, on=on, cores=cores, into=into, fresh=fresh,
            new_anchors=new_anchors, progress=progress_bar,
        )  # fmt: skip
    except KeyboardInterrupt:
        complain("stopped; the same command goes on where it was")
        raise typer.Exit(130) from None
    file = into / file_of(found.game)
    file.write_text(json.dumps(found.to_json(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    page = file.with_suffix(".html")
    page.write_text(ladder_page(found), encoding="utf-8")
    if as_json:
        print_json(found.to_json())
    else:
        print_ladder(found, console)
        said = f"results and ladder are in {into}; {page} is for the browser"
        console.print(said, highlight=False, markup=False, soft_wrap=True)


@app.command("dataset", rich_help_panel=PANEL)
@says_what_is_wrong
def dataset(
    folder: Annotated[Path, typer.Argument(help="Where to write: files in data/, and a card.")],
    game: GameName = "doudizhu",
    agent: Annotated[
        list[str] | None, typer.Option(help="Who plays, taking turns in the seats; may be repeated (rules).")
    ] = None,
    games: Annotated[int, typer.Option(help="Number of games.")] = 100_000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    form: Annotated[
        str, typer.Option(help="games or decisions (Parquet, a row each), or records (lines of JSON).")
    ] = "games",
    values: Annotated[
        str | None, typer.Option(metavar="AGENT", help="With decisions: whose values of all legal moves are told.")
    ] = None,
    on: Place = "local",
    cores: Cores = None,
    as_json: Json = False,
) -> None:
    """Write games of chosen agents as a data set.

    Games have all hands, as tables or records; a card says how they were made.

    After an end by force the same command goes on where it was.
    """
    from paiyou.dataset.make import make_dataset

    players = agent or ["rules"]
    try:
        with progress_bar(" ".join(players), games) as advance:
            made = make_dataset(
                folder, game, players, games=games, seed=seed, form=form, values=values, on=on, cores=cores,
                progress=advance,
            )  # fmt: skip
    except KeyboardInterrupt:
        complain("stopped; the same command goes on where it was")
        raise typer.Exit(130) from None
    if as_json:
        print_json(made.to_json())
        return
    rate = f", {made.played / made.seconds:,.0f} a second" if made.played and made.seconds else ""
    said = f"{folder}: {games:,} games, {made.card['rows']:,} rows; {made.played:,} played now{rate}"
    console.print(said, highlight=False, markup=False, soft_wrap=True)


@app.command("blunders", rich_help_panel=PANEL)
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
    """Count an agent's blunders.

    These are jokers as kickers, bombs split for kickers, and endgames thrown away.
    """
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


@app.command("reproduce", rich_help_panel=PANEL)
@says_what_is_wrong
def reproduce_experiment(
    name: Annotated[str | None, typer.Argument(help="An experiment; without one, all are listed.")] = None,
    scale: Annotated[
        float | None, typer.Option(help="Share of the paper's deals; by default as in docs/reproduction.md.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same figures.")] = 1,
    on: Place = "local",
    cores: Cores = None,
    into: Annotated[Path, typer.Option(help="Folder for results, report and plot.")] = Path("reproduction"),
    fresh: Annotated[bool, flag("--fresh", "Forget what is kept there and begin anew.")] = False,
    as_json: Json = False,
) -> None:
    """Run a paper's experiment and compare the figures.

    Shows its figures, ours with 95% intervals, and whether they agree.

    Results are kept as they come: after an end by force the same command goes on where it was.
    """
    from paiyou.reproduce.registry import EXPERIMENTS, find
    from paiyou.reproduce.runner import can_draw, reproduce

    if name is None:
        if as_json:
            listed = {key: {"title": one.title, "scale": one.recorded} for key, one in EXPERIMENTS.items()}
            print_json({"experiments": listed})
            return
        from paiyou.cli.show.experiments import experiments_table

        console.print(experiments_table({key: (one.title, one.recorded) for key, one in EXPERIMENTS.items()}))
        return
    experiment = find(name)
    try:
        report = reproduce(
            experiment, scale=scale, seed=seed, on=on, cores=cores, into=into, fresh=fresh, progress=progress_bar
        )
    except KeyboardInterrupt:
        complain("stopped; the same command goes on where it was")
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


@app.command("equilibrium", rich_help_panel=PANEL)
@says_what_is_wrong
def equilibrium(
    game: Annotated[str, typer.Argument(help="A small game of two, such as mini-doudizhu:hand=5.")] = SMALL_GAME,
    iterations: Annotated[int, typer.Option(help="Iterations of CFR+; more come closer.")] = 1000,
    target: Annotated[float, typer.Option(help="Stop where the exploitability is no more than this.")] = 0.0,
    as_json: Json = False,
) -> None:
    """Find an equilibrium of a small game by CFR+.

    Shows the value of the game, and how far off it still is.
    """
    from paiyou.cli.show.theory import equilibrium_tables
    from paiyou.theory import find_equilibrium

    with progress_bar("CFR+", iterations) as advance:
        found = find_equilibrium(game, iterations, target=target, progress=advance)
    if as_json:
        print_json(found.to_json())
    else:
        console.print(*equilibrium_tables(found), sep="\n")


@app.command("exploit", rich_help_panel=PANEL)
@says_what_is_wrong
def exploit(
    agents: Annotated[list[str], typer.Argument(help="Agents; see 'paiyou agents'.")],
    game: Annotated[str, typer.Option("--game", "-g", help="A small game of two.")] = SMALL_GAME,
    samples: Annotated[int, typer.Option(help="How often an agent with chance is asked; few overstate.")] = 1,
    iterations: Annotated[int, typer.Option(help="Iterations of CFR+ to find the value of the game.")] = 100,
    walk: Annotated[bool, flag("--walk", "No equilibrium: larger games, agents without chance.")] = False,
    on: Place = "local",
    cores: Cores = None,
    as_json: Json = False,
) -> None:
    """Measure how exploitable agents are in a small game.

    That is what they lose to an opponent who knows their policy and plays best against it.
    """
    from functools import partial

    from paiyou.arena.workers import run_chunks
    from paiyou.cli.show.theory import exploitability_table
    from paiyou.games.registry import game as find_game
    from paiyou.theory import exploitability, find_equilibrium, walked_exploitability
    from paiyou.theory.agent_policy import CHUNKS, make_agent
    from paiyou.theory.inputs import read_count

    playing = find_game(game)
    for agent in agents:  # whatever is wrong is said before the work begins
        make_agent(agent, playing)
    read_count(samples, "samples")
    if cores is not None:
        read_count(cores, "cores")
    if walk:
        results = [walked_exploitability(playing, agent) for agent in agents]
    else:
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
                        run=partial(run_chunks, on=on, cores=cores),
                    )
                )
    if as_json:
        rows = [result.to_json() for result in results]
        print_json({"game": playing.name, "value": results[-1].value, "policies": rows})
    else:
        console.print(exploitability_table(results))


@app.command("bench", rich_help_panel=PANEL)
@says_what_is_wrong
def bench(
    what: Annotated[str, typer.Argument(help="What to measure: engine, agents, search, learn, worlds or table.")],
    peers: Annotated[bool, flag("--peers", "Measure the other engines too, in the same run.")] = False,
    seconds: Annotated[float | None, typer.Option(help="Time for each figure (2), or for all tables (120).")] = None,
    tables: Annotated[int | None, typer.Option(help="Of table: how many at once (300).")] = None,
    kill: Annotated[bool, flag("--kill", "Of table: kill the server half-way, start it again.")] = False,
    games: Annotated[int | None, typer.Option(help="Of table: measure memory over so many games instead.")] = None,
    as_json: Json = False,
) -> None:
    """Measure the speed of engine, search, learning or table.

    It is that of one core, on its own or beside the engines of other projects; of the server with many tables.
    """
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
